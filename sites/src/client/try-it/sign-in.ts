import type { Secret } from '@lectern/content/openapi/request/request-draft.ts'
import type { RequestScheme } from '@lectern/content/openapi/request/request-shape.ts'

import { type Control, control, line, select } from './controls.ts'
import { fill, make } from './elements.ts'
import { keepSecret, onForget, recallSecret } from './secrets.ts'
import type { TryWords } from './words/try-words.ts'

export interface SignIn {
  readonly group: HTMLElement
  readonly controls: ReadonlyMap<string, Control>
  /** Which of the ways was chosen. */
  readonly chosen: () => number
  readonly secrets: () => ReadonlyMap<string, Secret>
}

interface Fields {
  readonly scheme: RequestScheme
  readonly user?: Control
  readonly value: Control
}

/** The part of the form that asks for secrets; undefined where none is needed. */
export function signIn(
  words: TryWords,
  spec: string,
  ways: readonly (readonly RequestScheme[])[],
): SignIn | undefined {
  if (ways.every((schemes) => schemes.length === 0)) return undefined
  const chooser = select(
    ways.map((schemes, index) => ({
      value: String(index),
      text: schemes.map(({ id }) => id).join(' + ') || words.none,
    })),
  )
  const fields = new Map<string, Fields>()
  const place = make('div', { class: 'try-rows' })
  const show = () => {
    fields.clear()
    place.replaceChildren()
    const schemes = ways[Number(chooser.value)] ?? []
    for (const scheme of schemes) place.append(...rowsOf(words, spec, scheme, fields))
    if (fields.size > 0) place.append(make('p', { class: 'try-hint' }, words.secretNote))
  }
  chooser.addEventListener('change', show)
  show()
  onForget(show)
  return {
    group: make(
      'fieldset',
      { class: 'try-group' },
      make('legend', {}, words.authentication),
      ways.length > 1
        ? control(words, chooser, { label: words.authentication, isLabelHidden: true })
            .row
        : undefined,
      place,
    ),
    get controls() {
      const entries = [...fields].map(
        ([id, { value }]) => [`secret:${id}`, value] as const,
      )
      return new Map(entries)
    },
    chosen: () => Number(chooser.value),
    secrets: () => new Map([...fields].map(([id, each]) => [id, secretIn(each)])),
  }
}

// oxlint-disable-next-line max-params -- the words, whose secret it is, and where its fields go
function rowsOf(
  words: TryWords,
  spec: string,
  scheme: RequestScheme,
  fields: Map<string, Fields>,
): readonly HTMLElement[] {
  const { id, type, in: where, name = id } = scheme
  const note = noteFor(words, scheme)
  if (note !== undefined) return [make('p', { class: 'try-hint' }, note)]
  const known: Secret = recallSecret(spec, id) ?? { value: '' }
  const value = control(words, line('password'), {
    label: labelFor(words, scheme),
    place: type === 'apiKey' ? `${where} ${name}` : id,
  })
  value.input.value = known.value
  const user =
    type === 'basic' ? control(words, line('text'), { label: words.user }) : undefined
  if (user !== undefined) user.input.value = known.user ?? ''
  const made: Fields = { scheme, value, ...(user && { user }) }
  fields.set(id, made)
  const controls = user === undefined ? [value] : [user, value]
  for (const { input } of controls) {
    input.addEventListener('input', () => keepSecret(spec, id, secretIn(made)))
  }
  return controls.map(({ row }) => row)
}

/** What is said in place of a field, for what no page can send. */
function noteFor(
  words: TryWords,
  { type, in: where, name = '' }: RequestScheme,
): string | undefined {
  if (type === 'mutualTLS') return words.certificateNote
  const isCookie = type === 'apiKey' && where === 'cookie'
  return isCookie ? fill(words.cookiesNote, { names: name }) : undefined
}

function labelFor(words: TryWords, { type }: RequestScheme): string {
  if (type === 'basic') return words.password
  return type === 'apiKey' ? words.key : words.token
}

function secretIn({ user, value }: Fields): Secret {
  return { value: value.input.value, ...(user && { user: user.input.value }) }
}
