import { recall, remember } from './storage.ts'

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
const changed = 'lectern-theme-changed'

export function defineTheme(): void {
  customElements.define('lectern-theme', ThemeSwitch)
  systemIsDark.addEventListener('change', () => {
    if (recall('local', 'theme') === 'system') show('system')
  })
}

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => {
      const button =
        event.target instanceof Element && event.target.closest('[data-choice]')
      if (!(button instanceof HTMLElement)) return
      const choice = button.dataset['choice'] ?? 'system'
      remember('local', 'theme', choice)
      show(choice)
    })
    document.addEventListener(changed, () => this.press())
    this.press()
  }

  press() {
    const root = document.documentElement
    const choice =
      recall('local', 'theme') ??
      root.dataset['choice'] ??
      root.dataset['theme'] ??
      'system'
    for (const button of this.querySelectorAll<HTMLElement>('[data-choice]')) {
      button.setAttribute('aria-pressed', String(button.dataset['choice'] === choice))
    }
  }
}

function show(choice: string): void {
  const root = document.documentElement
  root.dataset['choice'] = choice
  root.dataset['theme'] =
    choice === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : choice
  document.dispatchEvent(new Event(changed))
}
