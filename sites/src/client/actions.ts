const shownMs = 2000

/** Defines the element that copies the page as Markdown. */
export function defineActions(): void {
  customElements.define('lectern-actions', ActionsElement)
}

class ActionsElement extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector<HTMLElement>('[data-copy]')
    const label = button?.querySelector('span')
    if (!button || !label) return
    const before = label.textContent
    button.addEventListener('click', () => void show(button, label, before))
  }
}

async function show(button: HTMLElement, label: HTMLElement, before: string) {
  const isCopied = await copy(button.dataset['copy'] ?? '')
  label.textContent = button.dataset[isCopied ? 'copied' : 'failed'] ?? before
  setTimeout(() => (label.textContent = before), shownMs)
}

async function copy(href: string): Promise<boolean> {
  // The clipboard gets a promise of the text: browsers allow a write only during the click itself.
  const text = fetch(href, { headers: { accept: 'text/markdown' } }).then(
    async (reply) => {
      if (!reply.ok) throw new Error(`The page could not be read: ${reply.status}`)
      return new Blob([await reply.text()], { type: 'text/plain' })
    },
  )
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return false
  }
}
