import type { ApiAlternatives, ApiSchema } from './model.ts'
import { saidCode, saidLine } from './said-text.ts'

/** The type of a schema in a few words, such as `array of Pet` or `string (uuid) or null`. */
export function typeWords(schema: ApiSchema): string {
  const { name, title, types, items, format } = schema
  if (schema.isNever === true) return 'nothing'
  const known = name ?? title
  const said = known === undefined ? undefined : saidLine(known)
  const own = types.map((type) => {
    if (type === 'array' && items !== undefined) return `array of ${typeWords(items)}`
    if (type === 'object' && said !== undefined) return said
    return type === 'null' || format === undefined
      ? type
      : `${type} (${saidLine(format)})`
  })
  if (own.length > 0) return own.join(' or ')
  return said ?? (schema.alternatives === undefined ? 'any value' : 'one of several')
}

/** What a value must fit, in a few words each. */
function factsOf(schema: ApiSchema): readonly string[] {
  const { limits = [], values = [], examples = [], default: usual } = schema
  const isDescribed = values.some(({ description }) => description !== undefined)
  const flags = [
    schema.isReadOnly === true && 'only in answers',
    schema.isWriteOnly === true && 'only in requests',
    schema.isDeprecated === true && 'deprecated',
  ]
  return [
    ...flags.filter((flag) => flag !== false),
    ...limits.map(({ name, value }) => `${name} ${saidCode(value)}`),
    ...(isDescribed || values.length === 0
      ? []
      : [`one of ${values.map(({ value }) => saidCode(value)).join(', ')}`]),
    ...(usual === undefined ? [] : [`default ${saidCode(usual)}`]),
    ...examples.slice(0, 1).map((example) => `example ${saidCode(example)}`),
  ]
}

export interface SaidField {
  /** Its name, ready to be written. */
  readonly head: string
  readonly marks?: readonly string[]
  readonly description?: string | undefined
  readonly schema?: ApiSchema | undefined
}

/** The lines of a field: what it is called, what it must fit, and the fields in it. */
export function* fieldLines(
  { head, marks = [], description, schema }: SaidField,
  levels: number,
): Generator<string> {
  const facts =
    schema === undefined ? marks : [typeWords(schema), ...marks, ...factsOf(schema)]
  const said = saidLine(description ?? schema?.description ?? '')
  const inBraces = facts.length === 0 ? '' : ` (${facts.join('; ')})`
  yield `* ${head}${inBraces}${said === '' ? '' : `: ${said}`}`
  if (schema !== undefined) yield* indented(insideOf(schema, levels))
}

export function* indented(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `  ${line}`
}

/** The lines of what is in a schema, so many levels deep. */
export function* insideOf(schema: ApiSchema, levels: number): Generator<string> {
  yield* valueLines(schema)
  if (levels > 0) yield* partLines(schema, levels - 1)
  const hidden = levels > 0 || !hasParts(schema) ? schema.folded : 'bounded'
  if (hidden !== undefined) yield `* ${foldedWords[hidden]}`
}

const foldedWords = {
  recursive: 'contains itself: its fields are named above',
  bounded: 'has further fields, which are not listed here',
}

function hasParts(schema: ApiSchema): boolean {
  const { properties, alternatives, items } = schema
  return (
    properties !== undefined ||
    alternatives !== undefined ||
    (items !== undefined && hasParts(items))
  )
}

function* valueLines({ values = [] }: ApiSchema): Generator<string> {
  if (values.every(({ description }) => description === undefined)) return
  for (const { value, description } of values) {
    const said = description === undefined ? '' : `: ${saidLine(description)}`
    yield `* ${saidCode(value)}${said}`
  }
}

function* partLines(schema: ApiSchema, levels: number): Generator<string> {
  const { properties = [], patternProperties = [], firstItems = [] } = schema
  const { alternatives = [] } = schema
  for (const { name, isRequired, schema: inner } of properties) {
    const marks = isRequired ? ['required'] : []
    yield* fieldLines({ head: saidCode(name), marks, schema: inner }, levels)
  }
  for (const { name, schema: inner } of patternProperties) {
    yield* fieldLines({ head: `names like ${saidCode(name)}`, schema: inner }, levels)
  }
  for (const [index, item] of firstItems.entries()) {
    yield* fieldLines({ head: `item ${index + 1}`, schema: item }, levels)
  }
  yield* singleLines(schema, levels)
  for (const choice of alternatives) yield* choiceLines(choice, levels)
}

function* singleLines(schema: ApiSchema, levels: number): Generator<string> {
  const { additional, items, not } = schema
  if (additional !== undefined && additional !== false) {
    yield* fieldLines({ head: 'any other name', schema: additional }, levels)
  }
  if (items !== undefined && saysMore(items)) {
    yield* fieldLines({ head: 'each item', schema: items }, levels)
  }
  if (not !== undefined) yield* fieldLines({ head: 'but not', schema: not }, levels)
}

/** Whether there is more to say of an item than its type. */
function saysMore(schema: ApiSchema): boolean {
  const { description, values, limits, properties, items, alternatives } = schema
  const said = [description, values, limits, properties, items, alternatives]
  return said.some((part) => part !== undefined) || typeof schema.additional === 'object'
}

function* choiceLines(
  { kind, schemas, discriminator }: ApiAlternatives,
  levels: number,
): Generator<string> {
  const words = kind === 'oneOf' ? 'exactly one of these' : 'one or more of these'
  const told =
    discriminator === undefined
      ? ''
      : `, told apart by ${saidCode(discriminator.property)}`
  yield `* ${words}${told}:`
  for (const [index, schema] of schemas.entries()) {
    const value = discriminator?.values[index]
    const head = typeof value === 'string' ? saidCode(value) : `${index + 1}`
    yield* indented(fieldLines({ head, schema }, levels))
  }
}
