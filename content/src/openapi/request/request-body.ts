import { readValue } from './read-value.ts'
import type { Problem } from './request-draft.ts'
import {
  essenceOf,
  isForm,
  isText,
  type RequestContent,
  type RequestField,
} from './request-shape.ts'
import { encoded, textOf } from './serialize.ts'

/** The body as it was typed and chosen: one text, one file, or the fields of a form. */
export interface BodyValues<Attached = never> {
  /** Which of the forms that the body may have. */
  readonly content: number
  readonly text?: string
  readonly file?: Attached
  readonly fields?: ReadonlyMap<string, string>
  readonly files?: ReadonlyMap<string, Attached>
}

export type RequestBody<Attached = never> =
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'file'; readonly mediaType: string; readonly file: Attached }
  | {
      readonly kind: 'multipart'
      readonly mediaType: string
      readonly parts: readonly BodyPart<Attached>[]
    }

export interface BodyPart<Attached = never> {
  readonly name: string
  readonly value: string | { readonly file: Attached }
  /** Set for a part that is no plain text. */
  readonly mediaType?: string
}

/** The body of a request; undefined if there is nothing to send. */
export function bodyOf<Attached>(
  content: RequestContent,
  values: BodyValues<Attached> | undefined,
  problems: Problem[],
): RequestBody<Attached> | undefined {
  const { mediaType, fields = [] } = content
  const essence = essenceOf(mediaType)
  const file = values?.file
  if (essence === 'multipart/form-data') {
    const parts = partsOf(content, values, problems)
    return parts.length === 0 ? undefined : { kind: 'multipart', mediaType, parts }
  }
  if (essence === 'application/x-www-form-urlencoded' && fields.length > 0) {
    return asText(mediaType, formText(partsOf(content, values, problems)))
  }
  return file === undefined || isTyped(mediaType)
    ? asText(mediaType, values?.text ?? '')
    : { kind: 'file', mediaType, file }
}

/** Whether a body of this type is typed as one text. */
export function isTyped(mediaType: string): boolean {
  return isText(mediaType) || isForm(mediaType)
}

function asText(mediaType: string, text: string): RequestBody | undefined {
  return text === '' ? undefined : { kind: 'text', mediaType, text }
}

function formText(parts: readonly BodyPart<unknown>[]): string {
  return parts
    .flatMap(({ name, value }) =>
      typeof value === 'string' ? [`${encoded(name)}=${encoded(value)}`] : [],
    )
    .join('&')
}

function partsOf<Attached>(
  { fields = [] }: RequestContent,
  values: BodyValues<Attached> | undefined,
  problems: Problem[],
): readonly BodyPart<Attached>[] {
  return fields.flatMap((field): readonly BodyPart<Attached>[] => {
    const { name, isRequired } = field
    const file = field.kind === 'file' ? values?.files?.get(name) : undefined
    if (file !== undefined) return [{ name, value: { file } }]
    const typed = values?.fields?.get(name) ?? ''
    if (typed !== '') return fieldParts(field, typed, problems)
    if (isRequired === true) problems.push({ field: `body:${name}`, reason: 'required' })
    return []
  })
}

/** A list is sent as one part for each value, an object as JSON. */
function fieldParts(
  field: RequestField,
  typed: string,
  problems: Problem[],
): readonly BodyPart[] {
  const { name } = field
  const read = readValue(field, typed)
  if (read.kind === 'wrong') {
    problems.push({ field: `body:${name}`, reason: 'json' })
    return []
  }
  const { value } = read
  if (Array.isArray(value)) {
    return value.map((each: unknown) => ({ name, value: textOf(each) }))
  }
  if (typeof value !== 'object' || value === null) return [{ name, value: typed }]
  return [{ name, value: textOf(value), mediaType: 'application/json' }]
}
