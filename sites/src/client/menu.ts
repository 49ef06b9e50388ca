/** Defines the element that closes a menu; opening needs no script, as each is a `<details>`. */
export function defineMenu(): void {
  customElements.define('lectern-menu', MenuElement)
  document.addEventListener('click', (event) => {
    for (const menu of document.querySelectorAll('lectern-menu')) {
      const isInside = event.target instanceof Node && menu.contains(event.target)
      if (!isInside && menu instanceof MenuElement) menu.close()
    }
  })
}

class MenuElement extends HTMLElement {
  connectedCallback() {
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.details?.open === true) {
        this.close()
        this.querySelector('summary')?.focus()
        // Escape closes one thing at a time, so the menu of a narrow screen must not hear it.
        event.stopPropagation()
        event.preventDefault()
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.move(event)
    })
    this.addEventListener('focusout', (event) => {
      if (event.relatedTarget instanceof Node && !this.contains(event.relatedTarget)) {
        this.close()
      }
    })
    this.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[data-choice]')) {
        this.close()
        this.querySelector('summary')?.focus()
      }
    })
  }

  get details() {
    return this.querySelector('details') ?? undefined
  }

  close() {
    if (this.details !== undefined) this.details.open = false
  }

  move(event: KeyboardEvent) {
    const { details } = this
    if (details === undefined) return
    const stops = [...details.querySelectorAll<HTMLElement>('a[href], button')]
    if (stops.length === 0) return
    event.preventDefault()
    details.open = true
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const step = event.key === 'ArrowDown' ? 1 : -1
    const next = at === -1 ? (step === 1 ? 0 : stops.length - 1) : at + step
    stops[(next + stops.length) % stops.length]?.focus()
  }
}
