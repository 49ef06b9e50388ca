/**
 * A function that runs in the page. What it throws is about the source, and shown to nobody.
 *
 * Without HTML labels, Mermaid puts the name of a state at the left of its box, that of a state
 * with more words against its upper edge, lets lines show through the labels on them, and fills the
 * ends of some lines with white on dark pages too.
 */
export const renderInPage = `async ({ source, configs }) => {
  const finish = (svg, { background, edgeLabelBackground }) => {
    // In a document of its own nothing of it runs or is loaded.
    const holder = new DOMParser().parseFromString(svg, 'text/html').body
    for (const label of holder.querySelectorAll('.statediagram-state > .basic + .label')) {
      const moved = /^translate\\(-?[\\d.]+, (-?[\\d.]+)\\)$/.exec(label.getAttribute('transform') ?? '')
      if (moved === null) continue
      label.setAttribute('transform', 'translate(0, ' + moved[1] + ')')
      for (const text of label.querySelectorAll('text')) text.setAttribute('text-anchor', 'middle')
    }
    for (const box of holder.querySelectorAll('.statediagram-state > g > .title-state')) {
      placeRows(box, box.parentNode.nextElementSibling)
    }
    for (const behind of holder.querySelectorAll('.edgeLabel rect.background')) {
      behind.setAttribute('style', 'stroke: none; opacity: 1; fill: ' + edgeLabelBackground)
    }
    for (const end of holder.querySelectorAll('marker [fill=white]')) {
      end.setAttribute('fill', background)
    }
    return holder.innerHTML
  }
  // Both parts get the room that their rows take, and as much again as one row for the air around.
  const placeRows = (box, label) => {
    const divider = box.parentNode.querySelector('.divider')
    const texts = [...(label?.querySelectorAll('text') ?? [])]
    const rows = texts.map((text) => [...text.querySelectorAll('.text-outer-tspan')])
    if (divider === null || rows.length !== 2) return
    const [top, height] = ['y', 'height'].map((name) => Number(box.getAttribute(name)))
    const all = rows[0].length + rows[1].length + 2
    const middle = top + (height * (rows[0].length + 1)) / all
    divider.setAttribute('y1', middle)
    divider.setAttribute('y2', middle)
    label.setAttribute('transform', 'translate(0, 0)')
    const centers = [(top + middle) / 2, (middle + top + height) / 2]
    for (const [part, text] of texts.entries()) {
      text.setAttribute('transform', 'translate(0, ' + centers[part] + ')')
      text.setAttribute('text-anchor', 'middle')
      for (const [index, row] of rows[part].entries()) {
        // A row is 1.1 em high, and its letters stand 0.35 em below their middle.
        row.setAttribute('y', (index - (rows[part].length - 1) / 2) * 1.1 + 0.35 + 'em')
        row.removeAttribute('dy')
      }
    }
  }
  try {
    const drawings = []
    for (const config of configs) {
      mermaid.initialize(config)
      const { svg } = await mermaid.render('diagram', source)
      drawings.push(finish(svg, config.themeVariables))
    }
    return drawings
  } catch (error) {
    return String(error).slice(0, 500)
  }
}`
