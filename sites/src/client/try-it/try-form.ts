import {
  buildRequest,
  type ReadyRequest,
  type RequestValues,
} from '@lectern/content/openapi/request/build-request.ts'
import {
  parameterKey,
  type Problem,
} from '@lectern/content/openapi/request/request-draft.ts'
import { serverUrl } from '@lectern/content/openapi/request/servers.ts'

import type { TryData } from '../../blocks/openapi/try-data.ts'
import { answerSentence, answerView, clearAnswer } from './answer-view.ts'
import { type BodyForm, bodyForm } from './body-form.ts'
import { type Control, control, hintFor, inputFor } from './controls.ts'
import { button, fill, make, newId } from './elements.ts'
import { onForget } from './secrets.ts'
import { type Outcome, sendDirectly, timeoutSeconds } from './send.ts'
import { sendThroughSite } from './send-through-site.ts'
import { type ServerChoice, serverChoice } from './server-choice.ts'
import { type SignIn, signIn } from './sign-in.ts'
import type { TryWords } from './words/try-words.ts'

/** The form that sends one operation, and shows what is answered. */
export class TryForm {
  readonly element: HTMLElement
  readonly #data: TryData
  readonly #words: TryWords
  readonly #opener: HTMLElement
  readonly #server: ServerChoice
  readonly #signIn: SignIn | undefined
  readonly #body: BodyForm | undefined
  readonly #parameters = new Map<string, Control>()
  readonly #send: HTMLButtonElement
  readonly #cancel: HTMLButtonElement
  readonly #throughSite: HTMLButtonElement
  readonly #offer = make('div', { class: 'try-offer', hidden: true })
  readonly #address = make('code', { dir: 'ltr' })
  readonly #said = make('p', { class: 'try-said', role: 'status' })
  readonly #answer = make('div', { class: 'try-answers' })
  #running: AbortController | undefined

  constructor(data: TryData, words: TryWords, opener: HTMLElement) {
    this.#data = data
    this.#words = words
    this.#opener = opener
    const { shape, spec, name } = data
    this.#server = serverChoice(words, shape.servers)
    this.#signIn = signIn(words, spec, shape.security)
    this.#body = bodyForm(words, shape.contents, shape.isBodyRequired === true)
    this.#send = button(words.send, 'try-send')
    this.#cancel = button(words.cancel, 'try-cancel')
    this.#cancel.hidden = true
    this.#throughSite = button(words.proxySend, 'try-cancel')
    this.#offer.append(make('p', {}, words.proxyOffer), this.#throughSite)
    const id = newId()
    this.element = make(
      'div',
      { class: 'try-form', role: 'group', id, 'aria-label': name, hidden: true },
      this.#server.group,
      this.#signIn?.group,
      this.#parametersGroup(),
      this.#body?.group,
      make(
        'p',
        { class: 'try-address' },
        make('span', {}, `${words.address} `),
        this.#address,
      ),
      make('div', { class: 'try-actions' }, this.#send, this.#cancel),
      this.#said,
      this.#offer,
      this.#answer,
    )
    opener.setAttribute('aria-controls', id)
    this.#listen()
    this.#showAddress()
  }

  toggle(): void {
    const { element } = this
    element.hidden = !element.hidden
    this.#opener.setAttribute('aria-expanded', String(!element.hidden))
    if (element.hidden) this.#opener.focus()
    else element.querySelector<HTMLElement>('select, input, textarea, button')?.focus()
  }

  #listen(): void {
    this.#send.addEventListener('click', () => void this.#run('directly'))
    this.#throughSite.addEventListener('click', () => void this.#run('through site'))
    this.#cancel.addEventListener('click', () => this.#running?.abort())
    this.element.addEventListener('input', () => this.#showAddress())
    this.element.addEventListener('change', () => this.#showAddress())
    this.element.addEventListener('keydown', (event) => this.#press(event))
    onForget(() => {
      this.#running?.abort()
      clearAnswer(this.#answer)
      this.#said.textContent = ''
    })
  }

  /** Enter sends from a line, with Control from a text; Escape cancels, or closes the form. */
  #press(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, isComposing } = event
    if (isComposing) return
    if (key === 'Escape') {
      event.preventDefault()
      if (this.#running === undefined) this.toggle()
      else this.#running.abort()
      return
    }
    const isLine = target instanceof HTMLInputElement && target.type !== 'file'
    const isText = target instanceof HTMLTextAreaElement
    if (key !== 'Enter' || !(isLine || (isText && (ctrlKey || metaKey)))) return
    event.preventDefault()
    void this.#run('directly')
  }

  #parametersGroup(): HTMLElement | undefined {
    const { parameters } = this.#data.shape
    const sent = parameters.filter((each) => each.in !== 'cookie')
    const cookies = parameters.filter((each) => each.in === 'cookie')
    if (parameters.length === 0) return undefined
    const rows = sent.map((parameter) => {
      const { name, in: place, kind, isRequired = false } = parameter
      const hint = hintFor(this.#words, kind)
      const made = control(this.#words, inputFor(this.#words, parameter), {
        label: name,
        place,
        isRequired,
        ...(hint !== undefined && { hint }),
      })
      this.#parameters.set(parameterKey(parameter), made)
      return made.row
    })
    const names = cookies.map(({ name }) => name).join(', ')
    return make(
      'fieldset',
      { class: 'try-group' },
      make('legend', {}, this.#words.parameters),
      make('div', { class: 'try-rows' }, ...rows),
      names === ''
        ? undefined
        : make('p', { class: 'try-hint' }, fill(this.#words.cookiesNote, { names })),
    )
  }

  #values(): RequestValues<File> {
    const body = this.#body?.values()
    return {
      server: this.#server.chosen(),
      variables: this.#server.variables(),
      security: this.#signIn?.chosen() ?? -1,
      secrets: this.#signIn?.secrets() ?? new Map(),
      parameters: new Map(
        [...this.#parameters].map(([key, { input }]) => [key, input.value]),
      ),
      ...(body && { body }),
    }
  }

  /** Shows what is asked, without what readers sign in with. */
  #showAddress(): void {
    const { shape } = this.#data
    const values = { ...this.#values(), security: -1 }
    const { body: _body, ...bodiless } = values
    const built = buildRequest({ ...shape, contents: [] }, bodiless)
    const server = shape.servers[values.server]
    const base = server && serverUrl(server, values.variables)
    const url = built.kind === 'ready' ? built.url : `${base ?? ''}${shape.path}`
    this.#address.textContent = `${shape.method.toUpperCase()} ${url}`
  }

  async #run(way: 'directly' | 'through site'): Promise<void> {
    if (this.#running !== undefined) return
    const built = buildRequest<File>(this.#data.shape, this.#values())
    this.#mark(built.kind === 'wrong' ? built.problems : [])
    if (built.kind === 'wrong') return
    const running = new AbortController()
    this.#begin(running)
    const outcome = await this.#sendBy(way, built, running.signal)
    this.#end(outcome)
  }

  async #sendBy(
    way: 'directly' | 'through site',
    request: ReadyRequest<File>,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { proxyHref, spec, name } = this.#data
    return way === 'directly' || proxyHref === undefined
      ? sendDirectly(request, signal)
      : sendThroughSite({ href: proxyHref, spec, operation: name }, request, signal)
  }

  #begin(running: AbortController): void {
    this.#running = running
    this.#said.classList.remove('visually-hidden')
    clearAnswer(this.#answer)
    this.#said.textContent = this.#words.sending
    // A disabled button would lose the focus.
    for (const each of [this.#send, this.#throughSite]) {
      each.setAttribute('aria-disabled', 'true')
    }
    this.#cancel.hidden = false
    this.element.setAttribute('aria-busy', 'true')
  }

  #end(outcome: Outcome): void {
    this.#running = undefined
    for (const each of [this.#send, this.#throughSite]) {
      each.removeAttribute('aria-disabled')
    }
    if (document.activeElement === this.#cancel) this.#send.focus()
    this.#cancel.hidden = true
    this.element.removeAttribute('aria-busy')
    if (outcome.kind === 'answered') {
      // The answer itself shows the same.
      this.#said.classList.add('visually-hidden')
      this.#said.textContent = answerSentence(this.#words, outcome.answer)
      this.#answer.append(answerView(this.#words, outcome.answer))
      return
    }
    const { failure } = outcome
    this.#said.textContent = fill(this.#words[failure], {
      seconds: String(timeoutSeconds),
    })
    const isOffered = ['unreadable', 'blocked', 'redirected'].includes(failure)
    if (isOffered && this.#data.proxyHref !== undefined) this.#offer.hidden = false
  }

  /** Says what is wrong beside each value, and leads to the first. */
  #mark(problems: readonly Problem[]): void {
    const words = this.#words
    const texts: Readonly<Record<Problem['reason'], string>> = {
      required: words.missing,
      json: words.notJson,
      path: words.notPath,
      header: words.notHeader,
      server: words.noServer,
    }
    const controls = new Map([
      ...this.#parameters,
      ...(this.#signIn?.controls ?? []),
      ...(this.#body?.controls ?? []),
      ['server', this.#server.control] as const,
    ])
    for (const [field, each] of controls) {
      const problem = problems.find((found) => found.field === field)
      each.say(problem === undefined ? '' : texts[problem.reason])
    }
    const [first] = problems
    if (first === undefined) return
    clearAnswer(this.#answer)
    this.#said.classList.remove('visually-hidden')
    this.#said.textContent = fill(words.toCorrect, { count: String(problems.length) })
    controls.get(first.field)?.input.focus()
  }
}
