import type { FieldKind } from '@lectern/content/openapi/request/request-shape.ts'

import { make, newId, unkept } from './elements.ts'
import type { TryWords } from './words/try-words.ts'

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A value that a reader types or chooses, with its name and what is wrong with it. */
export interface Control {
  readonly row: HTMLElement
  readonly input: Input
  readonly say: (problem: string) => void
}

export interface Described {
  readonly label: string
  /** Where it stands in the request, as in `query`. */
  readonly place?: string
  readonly isRequired?: boolean
  readonly hint?: string
  /** Whether a heading above says the same. */
  readonly isLabelHidden?: boolean
}

export function control(
  words: TryWords,
  input: Input,
  { label, place, isRequired = false, hint, isLabelHidden = false }: Described,
): Control {
  const id = newId()
  const problem = make('p', { id: `${id}-problem`, class: 'try-problem' })
  const described = [`${id}-problem`]
  if (hint !== undefined) described.push(`${id}-hint`)
  input.id = id
  input.setAttribute('aria-describedby', described.join(' '))
  if (isRequired) input.setAttribute('aria-required', 'true')
  const name = make(
    'label',
    { for: id, class: isLabelHidden ? 'visually-hidden' : 'try-label' },
    make('span', { dir: 'auto' }, label),
    place === undefined ? undefined : make('span', { class: 'try-place' }, ` ${place}`),
    isRequired
      ? make('span', { class: 'try-required' }, ` ${words.required}`)
      : undefined,
  )
  const said =
    hint === undefined
      ? undefined
      : make('p', { id: `${id}-hint`, class: 'try-hint' }, hint)
  return {
    row: make('div', { class: 'try-row' }, name, input, said, problem),
    input,
    say(text) {
      problem.textContent = text
      if (text === '') input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
    },
  }
}

export interface Choice {
  readonly value: string
  readonly text: string
}

export function select(choices: readonly Choice[]): HTMLSelectElement {
  const input = make('select', { class: 'try-input', ...unkept })
  for (const { value, text } of choices) input.append(make('option', { value }, text))
  return input
}

export function line(type: 'text' | 'password'): HTMLInputElement {
  return make('input', { class: 'try-input', type, dir: 'auto', ...unkept })
}

export function area(rows: number): HTMLTextAreaElement {
  return make('textarea', {
    class: 'try-input',
    rows: String(rows),
    dir: 'auto',
    wrap: 'off',
    ...unkept,
  })
}

interface Typed {
  readonly kind: FieldKind
  readonly isRequired?: boolean
  readonly values?: readonly string[]
  readonly example?: string
}

/** The input for a value of a kind, with its example where it has to be sent. */
export function inputFor(words: TryWords, typed: Typed): Input {
  const { kind, isRequired = false, example = '' } = typed
  const input = emptyInput(words, typed)
  if (kind === 'file') return input
  if (isRequired) input.value = example
  else if (!(input instanceof HTMLSelectElement)) input.placeholder = example
  return input
}

function emptyInput(
  words: TryWords,
  { kind, isRequired = false, values, example = '' }: Typed,
): Input {
  if (kind === 'file') return make('input', { class: 'try-input', type: 'file' })
  if (kind === 'list' || kind === 'object') {
    return area(Math.min(8, Math.max(2, example.split('\n').length)))
  }
  const choices = kind === 'boolean' ? ['true', 'false'] : values
  if (choices !== undefined) {
    const none = { value: '', text: isRequired ? '' : words.notSent }
    return select([none, ...choices.map((value) => ({ value, text: value }))])
  }
  const input = line('text')
  if (kind === 'number') input.inputMode = 'decimal'
  return input
}

export function hintFor(words: TryWords, kind: FieldKind): string | undefined {
  if (kind === 'list') return words.onePerLine
  return kind === 'object' ? words.asJson : undefined
}
