/** A picture of terminal output as SVG: text and colours, in any available monospace font. */
export function terminalPicture(
  text: string,
  { title, columns }: PictureOptions,
): string {
  const rows = text
    .replace(/\n$/, '')
    .split('\n')
    .flatMap((line) => wrapped(cellsOf(line), columns))
  const width = columns * cellWidth + 2 * margin
  const height = barHeight + rows.length * rowHeight + 2 * margin
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (fill, index) =>
        `<circle cx="${margin + 6 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
    ),
    `<g font-family="monospace" font-size="${fontSize}" fill="${foreground}">`,
    ...rows.flatMap((cells, index) => rowOf(cells, index)),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

interface PictureOptions {
  /** The text for readers who cannot see the picture. */
  readonly title: string
  readonly columns: number
}

const fontSize = 14
const cellWidth = 8.4
const rowHeight = 20
const margin = 16
const barHeight = 28
const background = '#16181d'
const foreground = '#d7dae0'
const dim = '#7d8590'
const colours: Readonly<Record<number, string>> = {
  31: '#ff7b72',
  32: '#56d364',
  33: '#e3b341',
  36: '#56d4dd',
}

interface Style {
  readonly fill?: string
  readonly isBold?: boolean
  readonly isDim?: boolean
  readonly isInverse?: boolean
}

interface Cell {
  readonly character: string
  readonly style: Style
}

// oxlint-disable-next-line no-control-regex -- a terminal is steered by control characters
const steering = /\u001B\[([\d;]*)m|([^\u001B])/gu

/** The characters of a line, each with its style. */
function cellsOf(line: string): Cell[] {
  const cells: Cell[] = []
  let style: Style = {}
  for (const [, codes, character] of line.matchAll(steering)) {
    if (character !== undefined) cells.push({ character, style })
    else for (const code of (codes ?? '').split(';')) style = styled(style, Number(code))
  }
  return cells
}

function styled(style: Style, code: number): Style {
  const { fill: _fill, ...unfilled } = style
  const fill = colours[code]
  if (fill !== undefined) return { ...style, fill }
  const changes: Readonly<Record<number, Style>> = {
    0: {},
    1: { ...style, isBold: true },
    2: { ...style, isDim: true },
    7: { ...style, isInverse: true },
    22: { ...style, isBold: false, isDim: false },
    27: { ...style, isInverse: false },
    39: unfilled,
  }
  const changed = changes[code]
  if (changed === undefined) throw new Error(`The style ${code} has no picture yet`)
  return changed
}

/** A line longer than the terminal's width continues in the next row. */
function wrapped(cells: readonly Cell[], columns: number): readonly Cell[][] {
  const rows: Cell[][] = []
  for (let start = 0; start === 0 || start < cells.length; start += columns) {
    rows.push(cells.slice(start, start + columns))
  }
  return rows
}

function rowOf(cells: readonly Cell[], index: number): string[] {
  const top = barHeight + margin + index * rowHeight
  const drawn: string[] = []
  for (let start = 0; start < cells.length;) {
    const style = cells[start]?.style ?? {}
    const after = cells.findIndex((cell, at) => at > start && cell.style !== style)
    const end = after === -1 ? cells.length : after
    const text = cells
      .slice(start, end)
      .map(({ character }) => character)
      .join('')
    drawn.push(...drawnText(text, style, { left: margin + start * cellWidth, top }))
    start = end
  }
  return drawn
}

/** Text is stretched to its cells, so that it covers its background in any font. */
function drawnText(
  text: string,
  { fill, isBold, isDim, isInverse }: Style,
  { left, top }: { readonly left: number; readonly top: number },
): string[] {
  const colour = fill ?? (isDim === true ? dim : foreground)
  const ground = `<rect x="${rounded(left)}" y="${top}" width="${widthOf(text)}" height="${rowHeight}" fill="${colour}"/>`
  const drawn = isInverse === true ? [ground] : []
  const bare = text.trim()
  if (bare === '') return drawn
  const attributes = [
    `x="${rounded(left + widthOf(text.slice(0, text.indexOf(bare))))}"`,
    `y="${top + fontSize}"`,
    `textLength="${widthOf(bare)}"`,
    `lengthAdjust="spacingAndGlyphs"`,
    ...(isBold === true ? ['font-weight="bold"'] : []),
    ...(isInverse === true ? [`fill="${background}"`] : []),
    ...(isInverse !== true && colour !== foreground ? [`fill="${colour}"`] : []),
  ]
  // SVG would draw several spaces as one.
  const spaced = escaped(bare).replaceAll(' ', '\u00A0')
  return [...drawn, `<text ${attributes.join(' ')}>${spaced}</text>`]
}

function widthOf(text: string): number {
  return rounded(Array.from(text).length * cellWidth)
}

function rounded(length: number): number {
  return Math.round(length * 10) / 10
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
