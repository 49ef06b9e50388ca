import {
  type BodyValues,
  isTyped,
} from '@lectern/content/openapi/request/request-body.ts'
import type { RequestContent } from '@lectern/content/openapi/request/request-shape.ts'

import { area, type Control, control, hintFor, inputFor, select } from './controls.ts'
import { make } from './elements.ts'
import type { TryWords } from './words/try-words.ts'

export interface BodyForm {
  readonly group: HTMLElement
  /** By the names of fields, or `body` for one text or file. */
  readonly controls: ReadonlyMap<string, Control>
  readonly values: () => BodyValues<File>
}

/** The part of the form for the body, in the form that its media type has. */
export function bodyForm(
  words: TryWords,
  contents: readonly RequestContent[],
  isRequired: boolean,
): BodyForm | undefined {
  if (contents.length === 0) return undefined
  const types = select(
    contents.map(({ mediaType }, index) => ({ value: String(index), text: mediaType })),
  )
  const controls = new Map<string, Control>()
  const place = make('div', { class: 'try-rows' })
  const show = () => {
    controls.clear()
    place.replaceChildren()
    const content = contents[Number(types.value)]
    if (content === undefined) return
    place.append(...rowsOf({ words, content, isRequired, controls }))
  }
  types.addEventListener('change', show)
  show()
  return {
    group: make(
      'fieldset',
      { class: 'try-group' },
      make('legend', {}, words.body),
      contents.length > 1
        ? control(words, types, { label: words.mediaType }).row
        : undefined,
      place,
    ),
    controls,
    values: () => ({ content: Number(types.value), ...valuesIn(controls) }),
  }
}

interface Wanted {
  readonly words: TryWords
  readonly content: RequestContent
  readonly isRequired: boolean
  readonly controls: Map<string, Control>
}

function rowsOf(wanted: Wanted): readonly HTMLElement[] {
  const { words, content, controls } = wanted
  const { fields = [] } = content
  if (fields.length === 0) return wholeBody(wanted)
  return fields.map((field) => {
    const { name, kind, isRequired = false } = field
    const hint = hintFor(words, kind)
    const made = control(words, inputFor(words, field), {
      label: name,
      isRequired,
      ...(hint !== undefined && { hint }),
    })
    controls.set(`body:${name}`, made)
    return made.row
  })
}

function wholeBody({ words, content, isRequired, controls }: Wanted): HTMLElement[] {
  const { mediaType, examples } = content
  if (!isTyped(mediaType)) {
    const input = make('input', { class: 'try-input', type: 'file' })
    const made = control(words, input, { label: words.file, isRequired })
    controls.set('body', made)
    return [made.row]
  }
  const first = examples[0]?.text ?? ''
  const text = area(Math.min(20, Math.max(4, first.split('\n').length + 1)))
  text.dir = 'ltr'
  text.value = first
  const made = control(words, text, { label: words.body, isRequired })
  controls.set('body', made)
  if (examples.length < 2) return [made.row]
  const chooser = select(
    examples.map(({ name }, index) => ({
      value: String(index),
      text: name ?? `${words.example} ${index + 1}`,
    })),
  )
  chooser.addEventListener('change', () => {
    text.value = examples[Number(chooser.value)]?.text ?? ''
  })
  return [control(words, chooser, { label: words.example }).row, made.row]
}

function valuesIn(
  controls: ReadonlyMap<string, Control>,
): Omit<BodyValues<File>, 'content'> {
  const fields = new Map<string, string>()
  const files = new Map<string, File>()
  for (const [key, { input }] of controls) {
    const name = key.slice('body:'.length)
    const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
    if (file !== undefined) files.set(name, file)
    else if (input.type !== 'file') fields.set(name, input.value)
  }
  const whole = controls.get('body')
  const text = fields.get('')
  const file = files.get('')
  if (whole === undefined) return { fields, files }
  return { ...(text !== undefined && { text }), ...(file !== undefined && { file }) }
}
