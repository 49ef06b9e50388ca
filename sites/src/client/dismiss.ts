import { recallList, remember } from './storage.ts'

/** All sites of one host share this list. */
const dismissedMax = 20

/** Hides the announcement, on later pages before the first paint (`shell/theme-script.ts`). */
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
