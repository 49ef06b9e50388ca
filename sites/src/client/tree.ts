import { recall, recallList, remember } from './storage.ts'

const togglesMax = 200

/** Defines the element that keeps opened branches and the scroll position from page to page. */
export function defineTree(): void {
  customElements.define('lectern-tree', TreeElement)
}

class TreeElement extends HTMLElement {
  connectedCallback() {
    const opened = new Set(recallList('session', 'tree'))
    for (const branch of this.querySelectorAll<HTMLDetailsElement>('details[data-id]')) {
      const id = branch.dataset['id'] ?? ''
      if (opened.has(id)) branch.open = true
      // The toggle event would not do: it also fires for branches that the page itself opens.
      branch.querySelector('summary')?.addEventListener('click', () => {
        if (branch.open) opened.delete(id)
        else opened.add(id)
        remember('session', 'tree', JSON.stringify([...opened].slice(-togglesMax)))
      })
    }
    this.restoreScroll()
  }

  restoreScroll() {
    const scroller = this.closest<HTMLElement>('.site-menu')
    if (scroller === null) return
    scroller.scrollTop = Number(recall('session', 'tree-scroll') ?? 0)
    const current = this.querySelector('[aria-current=page]')
    const show = () => {
      if (current !== null) bringInto(scroller, current)
    }
    show()
    // On a narrow screen the tree has no place to scroll to before its menu is open.
    scroller.addEventListener('toggle', show)
    addEventListener('pagehide', () => {
      remember('session', 'tree-scroll', String(scroller.scrollTop))
    })
  }
}

/** Scrolls the tree alone: `scrollIntoView` would move the page as well. */
function bringInto(scroller: HTMLElement, element: Element): void {
  const inner = element.getBoundingClientRect()
  const outer = scroller.getBoundingClientRect()
  // Below an announcement the tree reaches beyond the end of the screen.
  const bottom = Math.min(outer.bottom, innerHeight)
  // On a narrow screen the head of the menu lies above the tree.
  const head =
    scroller.querySelector<HTMLElement>('section.narrow-menu')?.offsetHeight ?? 0
  const top = outer.top + head
  if (inner.top >= top && inner.bottom <= bottom) return
  scroller.scrollTop += inner.top - top - (scroller.clientHeight - head) / 3
}
