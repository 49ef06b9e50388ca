import { searchId } from '../shell/ids.ts'
import { SearchDialog } from './search-dialog.ts'

/** Connects the search button in the header, and the keys that open the dialog from anywhere. */
export function defineSearch(): void {
  const element = document.getElementById(searchId)
  if (!(element instanceof HTMLDialogElement)) return
  const dialog = new SearchDialog(element)
  customElements.define(
    'lectern-search',
    class extends HTMLElement {
      connectedCallback() {
        const button = this.querySelector('button')
        button?.addEventListener('click', () => dialog.open())
        const keys = button?.querySelector('kbd')
        if (keys && /mac|iphone|ipad/i.test(navigator.userAgent)) keys.textContent = '⌘ K'
      }
    },
  )
  document.addEventListener('click', (event) => {
    const { target } = event
    const link = target instanceof Element && target.closest('a.opens-search')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    dialog.open()
  })
  addEventListener('keydown', (event) => {
    const isShortcut =
      (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) ||
      (event.key === '/' && !isWriting(event.target))
    if (!isShortcut || event.altKey || event.defaultPrevented) return
    event.preventDefault()
    dialog.open()
  })
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
