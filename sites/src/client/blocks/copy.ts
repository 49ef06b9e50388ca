const shownMs = 2000

/** The element that adds a button, which copies the text marked `data-copied` inside. */
export class LecternCopy extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback(): void {
    if (this.querySelector(':scope > .copy-button') !== null) return
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy-button'
    button.textContent = this.#word('copy')
    const status = document.createElement('span')
    status.className = 'copy-status'
    status.setAttribute('role', 'status')
    button.addEventListener('click', () => {
      void this.#copy(button, status)
    })
    this.append(button, status)
  }

  async #copy(button: HTMLButtonElement, status: HTMLElement): Promise<void> {
    const isCopied = await copyText(this.#text())
    const said = this.#word(isCopied ? 'copiedWord' : 'failedWord')
    button.textContent = said
    status.textContent = said
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      button.textContent = this.#word('copy')
      status.textContent = ''
    }, shownMs)
  }

  /** A word for the button; the body of the page holds the words once for all buttons. */
  #word(name: string): string {
    return this.closest<HTMLElement>('.body')?.dataset[name] ?? ''
  }

  #text(): string {
    const parts = [...this.querySelectorAll<HTMLElement>('[data-copied]')]
    // Code is copied as written, folded or not; other text as it is laid out.
    return parts
      .map((part) => (part.tagName === 'PRE' ? (part.textContent ?? '') : part.innerText))
      .join('\n')
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
