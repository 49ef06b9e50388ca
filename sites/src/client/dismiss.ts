import { recallList, remember } from './storage.ts'

/** Sites of one host remember together. */
const dismissedMax = 20

/** Hides the announcement, from then on before anything is painted (`shell/theme-script.ts`). */
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
      // The button is gone with what it hides: whoever uses the keyboard goes on from there.
      document.querySelector<HTMLElement>('.site-header .brand')?.focus()
    })
  }
}
