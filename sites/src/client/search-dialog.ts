import type { SearchAnswer } from '../search-answer.ts'
import { searchId } from '../shell/ids.ts'
import { hitOptions, queryOption, suggestions } from './search-options.ts'
import { recallList, remember } from './storage.ts'

const debounceMs = 120
/** How long a search may run before the dialog says so. */
const quietMs = 300
const recentMax = 6
const answersMax = 50

/** The search dialog: searches while readers type. Arrows choose, Enter opens, Escape closes. */
export class SearchDialog {
  readonly #dialog: HTMLDialogElement
  readonly #input: HTMLInputElement
  readonly #results: HTMLElement
  readonly #message: HTMLElement
  readonly #recent: HTMLElement
  readonly #answers = new Map<string, SearchAnswer>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #wait: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined
  #chosen = -1

  constructor(dialog: HTMLDialogElement) {
    this.#dialog = dialog
    this.#input = part(dialog, 'input', HTMLInputElement)
    this.#results = part(dialog, '.search-results', HTMLElement)
    this.#message = part(dialog, '.search-message', HTMLElement)
    this.#recent = part(dialog, '.search-recent', HTMLElement)
    this.#input.addEventListener('input', () => this.#soon())
    this.#input.addEventListener('keydown', (event) => this.#key(event))
    dialog.addEventListener('click', (event) => this.#click(event))
    part(dialog, 'form', HTMLFormElement).addEventListener('submit', () => this.#keep())
  }

  open(): void {
    if (this.#dialog.open) return
    this.#dialog.showModal()
    this.#input.select()
    this.#update()
  }

  get #query() {
    return this.#input.value.trim()
  }

  #soon() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#update(), debounceMs)
  }

  #update() {
    this.#request?.abort()
    const query = this.#query
    if (query === '') return this.#showRecent()
    const known = this.#answers.get(query)
    if (known !== undefined) return this.#show(known)
    // Readers who go on typing wait since the first search that was not answered.
    this.#wait ??= setTimeout(() => this.#sayRunning(), quietMs)
    this.#request = new AbortController()
    void this.#ask(query, this.#request.signal)
  }

  async #ask(query: string, signal: AbortSignal) {
    try {
      const url = new URL(part(this.#dialog, 'form', HTMLFormElement).action)
      url.searchParams.set('q', query)
      const reply = await fetch(url, { signal, headers: { accept: 'application/json' } })
      if (!reply.ok) throw new Error(`The search answered ${reply.status}`)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own origin answers this
      const answer = (await reply.json()) as SearchAnswer
      this.#remember(query, answer)
      if (!signal.aborted) this.#show(answer)
    } catch {
      if (!signal.aborted) this.#say(this.#dialog.dataset['unavailable'], [], true)
    }
  }

  #remember(query: string, answer: SearchAnswer) {
    // The same search may find more a moment later.
    if (answer.partial) return
    if (this.#answers.size >= answersMax) this.#answers.clear()
    this.#answers.set(query, answer)
  }

  #show({ query, hits, partial = false }: SearchAnswer) {
    const options = hits.flatMap((hit) => hitOptions(hit, query))
    const [none, count] = partial ? ['partialNone', 'partialCount'] : ['none', 'count']
    const text = this.#dialog.dataset[hits.length === 0 ? none : count] ?? ''
    const said = text
      .replace('{query}', () => query)
      .replace('{count}', String(hits.length))
    this.#say(said, options, hits.length === 0 || partial)
  }

  #showRecent() {
    const recent = recallList('local', 'searches').map((query) => queryOption(query))
    const options = [...recent, ...suggestions(this.#dialog.dataset['suggested'] ?? '')]
    this.#say(recent.length === 0 ? this.#dialog.dataset['start'] : '', options, true)
    this.#recent.hidden = recent.length === 0
  }

  /** Leaves the options of the search before until there are others. */
  #sayRunning() {
    this.#tell(this.#dialog.dataset['running'])
    this.#results.setAttribute('aria-busy', 'true')
  }

  #tell(text = '', isSeen = true) {
    this.#message.textContent = text
    this.#message.classList.toggle('visually-hidden', !isSeen || text === '')
  }

  #say(text: string | undefined, options: readonly HTMLElement[], isSeen: boolean) {
    clearTimeout(this.#wait)
    this.#wait = undefined
    this.#results.setAttribute('aria-busy', 'false')
    this.#recent.hidden = true
    this.#tell(text, isSeen)
    options.forEach((option, index) => (option.id = `${searchId}-option-${index}`))
    this.#results.replaceChildren(...options)
    this.#results.scrollTop = 0
    this.#input.setAttribute('aria-expanded', String(options.length > 0))
    this.#choose(options.length > 0 && this.#query !== '' ? 0 : -1)
  }

  #choose(index: number) {
    this.#chosen = index
    this.#input.removeAttribute('aria-activedescendant')
    for (const [at, option] of [...this.#results.children].entries()) {
      option.setAttribute('aria-selected', String(at === index))
      if (at !== index) continue
      this.#input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    }
  }

  #key(event: KeyboardEvent) {
    if (event.isComposing) return
    const count = this.#results.children.length
    const chosen = this.#results.children[this.#chosen]
    if (event.key === 'ArrowDown' && count > 0) this.#choose((this.#chosen + 1) % count)
    else if (event.key === 'ArrowUp' && count > 0) {
      this.#choose(this.#chosen <= 0 ? count - 1 : this.#chosen - 1)
    } else if (event.key === 'Enter' && chosen instanceof HTMLElement) chosen.click()
    else if (event.key === 'Escape') this.#dialog.close()
    else return
    event.preventDefault()
  }

  #click(event: MouseEvent) {
    const target = event.target instanceof Element ? event.target : undefined
    const option = target?.closest<HTMLElement>('[role=option]')
    if (target === this.#dialog || target?.closest('[data-close]')) this.#dialog.close()
    else if (target?.closest('[data-clear]')) {
      remember('local', 'searches', '[]')
      this.#input.focus()
      this.#showRecent()
    } else if (option?.dataset['query'] !== undefined) {
      this.#input.value = option.dataset['query']
      this.#input.focus()
      this.#update()
    } else if (option) {
      this.#keep()
      // A hit on the current page loads nothing that would close the dialog.
      this.#dialog.close()
    }
  }

  #keep() {
    const query = this.#query
    if (query === '') return
    const others = recallList('local', 'searches').filter((other) => other !== query)
    remember('local', 'searches', JSON.stringify([query, ...others].slice(0, recentMax)))
  }
}

function part<T extends Element>(
  within: Element,
  selector: string,
  type: abstract new (...given: never[]) => T,
): T {
  const found = within.querySelector(selector)
  if (found instanceof type) return found
  throw new Error(`The search dialog has no ${selector}`)
}
