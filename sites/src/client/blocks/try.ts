/** The element that adds a button, which loads and opens the form to send an operation. */
export class LecternTry extends HTMLElement {
  connectedCallback(): void {
    if (this.querySelector(':scope > .try-button') !== null) return
    const { label = '', name = '', failed = '' } = this.dataset
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'try-button'
    button.textContent = label
    button.setAttribute('aria-label', `${label}: ${name}`)
    button.setAttribute('aria-expanded', 'false')
    button.addEventListener('click', () => {
      import('../try-it/try-it.ts')
        .then(async ({ toggleForm }) => toggleForm(this, button))
        .catch(() => {
          // The site may have been renewed since the page was loaded.
          button.textContent = failed
          button.removeAttribute('aria-label')
        })
    })
    this.append(button)
  }
}
