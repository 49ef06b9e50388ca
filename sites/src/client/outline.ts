/** Defines the element that marks the heading where the reader is. */
export function defineOutline(): void {
  customElements.define('lectern-outline', OutlineElement)
}

class OutlineElement extends HTMLElement {
  connectedCallback() {
    const links = [...this.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
    const headings = [...new Set(links.map(idOf))].flatMap(
      (id) => document.getElementById(id) ?? [],
    )
    let isWaiting = false
    const mark = () => {
      isWaiting = false
      const current = currentHeading(headings)
      for (const link of links) {
        if (idOf(link) === current?.id) link.setAttribute('aria-current', 'location')
        else link.removeAttribute('aria-current')
      }
    }
    addEventListener(
      'scroll',
      () => {
        if (!isWaiting) requestAnimationFrame(mark)
        isWaiting = true
      },
      { passive: true },
    )
    mark()
    for (const details of this.querySelectorAll('details')) {
      details.addEventListener('click', (event) => {
        if (event.target instanceof HTMLAnchorElement) details.open = false
      })
    }
  }
}

const idOf = (link: HTMLAnchorElement) => decodeURIComponent(link.hash.slice(1))

/**
 * The last heading above a line a little under the header, or else the first heading; at the end
 * of the page, the last of all.
 */
function currentHeading(headings: readonly HTMLElement[]): HTMLElement | undefined {
  const root = document.documentElement
  const isAtEnd = scrollY + innerHeight >= root.scrollHeight - 2
  if (scrollY > 0 && isAtEnd) return headings.at(-1)
  const line = (Number.parseFloat(getComputedStyle(root).scrollPaddingTop) || 0) + 24
  return (
    headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ??
    headings[0]
  )
}
