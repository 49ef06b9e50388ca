import { recallList, remember } from './storage.ts'

/** The number of hidden announcements to remember; all sites of one host share the list. */
const dismissedMax = 20

/**
 * Defines the element that hides the announcement; on later pages `shell/theme-script.ts` hides it
 * before the first paint.
 */
export function defineDismiss(): void {
  customElements.define('lectern-dismiss', DismissElement)
}

class DismissElement extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', () => {
      const { dataset } = document.documentElement
      const mark = dataset['announcement']
      if (mark === undefined) return
      const others = recallList('local', 'dismissed').filter((other) => other !== mark)
      const marks = [mark, ...others].slice(0, dismissedMax)
      remember('local', 'dismissed', JSON.stringify(marks))
      dataset['dismissed'] = ''
      // The focused button disappears with the announcement, so the focus moves to the brand.
      document.querySelector<HTMLElement>('.site-header .brand')?.focus()
    })
  }
}
