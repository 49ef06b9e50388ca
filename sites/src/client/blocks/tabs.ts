import { recallList, remember } from '../storage.ts'

const storageKey = 'tabs'
const rememberedMax = 20
const chosen = 'lectern:tab'

interface Tab {
  readonly title: string
  readonly button: HTMLButtonElement
  readonly panel: HTMLElement
}

let count = 0

/**
 * The element that makes tabs of the sections inside. A chosen title applies to every group of the
 * page that has it, and to the next visit.
 */
export class LecternTabs extends HTMLElement {
  #tabs: readonly Tab[] = []

  connectedCallback(): void {
    // An element that moves within the page is connected again.
    if (this.#tabs.length === 0) this.#build()
    if (this.#tabs.length < 2) return
    document.addEventListener(chosen, this.#follow)
    globalThis.addEventListener('hashchange', this.#reveal)
    this.#choose(this.#remembered() ?? 0)
    this.#reveal()
  }

  disconnectedCallback(): void {
    document.removeEventListener(chosen, this.#follow)
    globalThis.removeEventListener('hashchange', this.#reveal)
  }

  #build(): void {
    const panels = [...this.children].filter(
      (child) => child instanceof HTMLElement && child.dataset['title'] !== undefined,
    )
    if (panels.length < 2) return
    const list = document.createElement('div')
    list.className = 'tab-list'
    list.setAttribute('role', 'tablist')
    list.setAttribute('aria-label', this.dataset['label'] ?? '')
    this.#tabs = panels.flatMap((panel) =>
      panel instanceof HTMLElement ? [tabFor(panel)] : [],
    )
    for (const [index, { button }] of this.#tabs.entries()) {
      list.append(button)
      button.addEventListener('click', () => this.#pick(index))
      button.addEventListener('keydown', (event) => this.#press(event, index))
    }
    this.prepend(list)
    this.dataset['ready'] = ''
  }

  #choose(index: number): void {
    for (const [at, { button, panel }] of this.#tabs.entries()) {
      const isChosen = at === index
      button.setAttribute('aria-selected', String(isChosen))
      button.tabIndex = isChosen ? 0 : -1
      panel.hidden = !isChosen
    }
  }

  /** Applies a choice of the reader; the tab stays in place, though groups above change height. */
  #pick(index: number): void {
    const tab = this.#tabs[index]
    if (tab === undefined) return
    const before = tab.button.getBoundingClientRect().top
    this.#choose(index)
    rememberTitle(tab.title)
    document.dispatchEvent(new CustomEvent(chosen, { detail: tab.title }))
    scrollBy({
      top: tab.button.getBoundingClientRect().top - before,
      behavior: 'instant',
    })
  }

  #press(event: KeyboardEvent, index: number): void {
    const last = this.#tabs.length - 1
    const isRightToLeft = getComputedStyle(this).direction === 'rtl'
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
    const targets: Record<string, number> = {
      [forward]: index === last ? 0 : index + 1,
      [back]: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    this.#pick(target)
    this.#tabs[target]?.button.focus()
  }

  readonly #follow = (event: Event): void => {
    if (!(event instanceof CustomEvent)) return
    const index = this.#tabs.findIndex(({ title }) => title === event.detail)
    if (index !== -1) this.#choose(index)
  }

  /** Opens the tab that the hash of the address names, or that holds the place it names. */
  readonly #reveal = (): void => {
    const target = document.getElementById(decodeHash(location.hash))
    if (target === null) return
    const index = this.#tabs.findIndex(({ panel }) => panel.contains(target))
    if (index === -1 || this.#tabs[index]?.panel.hidden === false) return
    this.#choose(index)
    target.scrollIntoView()
  }

  #remembered(): number | undefined {
    for (const title of recallList('local', storageKey)) {
      const index = this.#tabs.findIndex((tab) => tab.title === title)
      if (index !== -1) return index
    }
    return undefined
  }
}

function tabFor(panel: HTMLElement): Tab {
  count += 1
  // A panel that is folded without scripts is open behind its tab.
  const fold = panel.querySelector<HTMLDetailsElement>(':scope > details')
  if (fold !== null) fold.open = true
  const title = panel.dataset['title'] ?? ''
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'tab-button'
  button.id = `~tab-${count}`
  button.setAttribute('role', 'tab')
  panel.id ||= `~panel-${count}`
  button.setAttribute('aria-controls', panel.id)
  const heading = panel.querySelector(':scope > .tab-title, :scope > details > summary')
  // The heading's content, icon included, moves into the tab button.
  button.append(...(heading === null ? [title] : [...heading.childNodes]))
  if (fold === null) heading?.remove()
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', button.id)
  panel.tabIndex = 0
  return { title, button, panel }
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Stores the title of a chosen tab, in front of the titles chosen before. */
function rememberTitle(title: string): void {
  const others = recallList('local', storageKey).filter((other) => other !== title)
  const titles = [title, ...others].slice(0, rememberedMax)
  remember('local', storageKey, JSON.stringify(titles))
}
