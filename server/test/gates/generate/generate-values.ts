import { type Arbitrary, sample as sampled, string, stringMatching } from 'fast-check'

import type { seeded } from '../../../../tools/gate.ts'
import { isIdentifier, type JsonSchema, typesOf } from './generate-schema.ts'

/** Fields that name a thing, though their schema does not say so: some are longer, or may be empty. */
const namedAlone = new Set(['storageKey', 'seed'])

export type Random = ReturnType<typeof seeded>

export interface Filling {
  readonly random: Random
  /** What stands where something is named, by the name of the field: `teamId`, `owner`, `email`. */
  readonly identifier: (field: string) => string
  /** How many of the optional properties are filled in: none, or a random part of them, or all. */
  readonly optional: 'none' | 'some' | 'all'
  /** Which of several shapes to take; a random one when absent. */
  readonly shape?: number
  /** What stands at a place whose schema does not tell what it should be. */
  readonly known?: (field: string) => string | undefined
  /** Stands in free text instead of something random. */
  readonly word?: string
}

const readable = ['Docs', 'Guides', 'Résumé', '日本語', 'Тест', 'plain text', 'a-b_c']
const manyMax = 3

/** How many shapes a value can have: each alternative has all of its own. */
export function shapesOf({ oneOf, anyOf, items, properties = {} }: JsonSchema): number {
  const alternatives = oneOf ?? anyOf
  if (alternatives !== undefined) {
    return alternatives.reduce((sum, one) => sum + shapesOf(one), 0)
  }
  const inside = [...Object.values(properties), ...(items ? [items] : [])]
  return Math.max(1, ...inside.map(shapesOf))
}

/** The alternative that has the shape of this number, and which of its own that is. */
function chosenOf(alternatives: readonly JsonSchema[], number: number) {
  let shape = number % alternatives.reduce((sum, one) => sum + shapesOf(one), 0)
  for (const chosen of alternatives) {
    const own = shapesOf(chosen)
    if (shape < own) return { chosen, shape }
    shape -= own
  }
  throw new Error('A schema without alternatives')
}

/** A value that the schema accepts. */
export function valueFor(schema: JsonSchema, filling: Filling, field = ''): unknown {
  const { random } = filling
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) {
    if (filling.shape !== undefined) {
      const { chosen, shape } = chosenOf(alternatives, filling.shape)
      return valueFor(chosen, { ...filling, shape }, field)
    }
    return valueFor(random.pick(alternatives), filling, field)
  }
  if (schema.const !== undefined) return schema.const
  const known = filling.known?.(field)
  if (known !== undefined) return known
  if (schema.enum !== undefined) return wordOf(schema.enum, filling)
  // Names that mean something on the server, which the contract cannot list for good.
  if (schema.examples !== undefined) return random.pick(schema.examples)
  return valueOfType(schema, filling, field)
}

/** By number where there is one, so that what only one word brings about is reached in every run. */
function wordOf(words: readonly unknown[], { shape, random }: Filling): unknown {
  return shape === undefined ? random.pick(words) : words[shape % words.length]
}

function valueOfType(schema: JsonSchema, filling: Filling, field: string): unknown {
  const { random } = filling
  const types = typesOf(schema)
  switch (typeFor(types, filling)) {
    case 'string':
      return textFor(schema, filling, field)
    case 'integer':
    case 'number':
      return numberFor(schema, random)
    case 'boolean':
      return filling.optional === 'none' ? false : random.below(2) === 1
    case 'array':
      return arrayFor(schema, filling, field)
    case 'object':
      return objectFor(schema, filling, field)
    case undefined:
      return 'anything'
    default:
      return null
  }
}

/** Null leaves out all that is inside, so only chance takes it. */
function typeFor(
  types: readonly string[],
  { optional, shape, random }: Filling,
): string | undefined {
  if (optional === 'none' || types.length === 0) return types[0]
  if (shape === undefined) return random.pick(types)
  const filled = types.filter((type) => type !== 'null')
  return filled[shape % filled.length] ?? types[0]
}

function objectFor(schema: JsonSchema, filling: Filling, field: string): object {
  const { random, optional } = filling
  const entries: [string, unknown][] = []
  for (const [name, of] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true
    const isWanted = optional === 'all' || (optional === 'some' && random.below(2) === 1)
    if (isRequired || isWanted) entries.push([name, valueFor(of, filling, name)])
  }
  const values = schema.additionalProperties
  if (typeof values === 'object' && optional !== 'none') {
    const names = schema.propertyNames ?? { type: 'string', minLength: 1, maxLength: 20 }
    for (let count = 1 + random.below(manyMax); count > 0; count -= 1) {
      const name = String(valueFor(names, filling, field))
      entries.push([name, valueFor(values, filling, field)])
    }
  }
  return Object.fromEntries(entries)
}

function arrayFor(schema: JsonSchema, filling: Filling, field: string): unknown[] {
  const { random, optional } = filling
  const { minItems = 0, items = {} } = schema
  // Faces of a font with one weight are refused.
  const maxItems = field === 'fontFaces' ? 1 : (schema.maxItems ?? manyMax)
  const least = optional === 'all' ? Math.max(minItems, 1) : minItems
  const most = Math.min(maxItems, least + manyMax)
  const length = optional === 'none' ? least : least + random.below(most - least + 1)
  const values = Array.from({ length }, () => valueFor(items, filling, field))
  if (schema.uniqueItems !== true) return values
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function numberFor({ minimum = 0, maximum = 1000 }: JsonSchema, random: Random): number {
  return minimum + random.below(maximum - minimum + 1)
}

function textFor(schema: JsonSchema, filling: Filling, field: string): string {
  const { random } = filling
  if (isIdentifier(schema) || namedAlone.has(field)) return filling.identifier(field)
  const formed = ofFormat(schema.format, filling, field)
  if (formed !== undefined) return formed
  if (schema.pattern !== undefined) return matching(schema.pattern, random)
  if (/domain/i.test(field)) return `d${random.below(1e6)}.example`
  // The only free text of that name says what kind of block a node is.
  if (field === 'type') return 'paragraph'
  const { minLength = 0, maxLength = 64 } = schema
  if (filling.word !== undefined) return fitted(filling.word, minLength, maxLength)
  const text =
    random.below(4) === 0
      ? sample(string({ unit: 'grapheme', minLength, maxLength }), random)
      : `${random.pick(readable)} ${random.below(1e6)}`
  return fitted(text, minLength, maxLength)
}

function ofFormat(
  format: string | undefined,
  { random, identifier }: Filling,
  field: string,
): string | undefined {
  switch (format) {
    case 'email':
      return identifier('email')
    case 'date-time':
      return timeFor(field, random)
    case 'emoji':
      return random.pick(['🌱', '1f331', '1f468-200d-1f4bb', '👍🏽'])
    case 'uri':
      return `https://pages.example/${random.below(1e6)}`
    default:
      return undefined
  }
}

/** Lengths count code points, as JSON Schema does. */
function fitted(text: string, lengthMin: number, lengthMax: number): string {
  const characters = Array.from(text)
  if (characters.length < lengthMin) return text.padEnd(lengthMin, 'x')
  return characters.slice(0, lengthMax).join('')
}

function timeFor(field: string, random: Random): string {
  // When a reader did something: a server takes nothing but news.
  if (field === 'timestamp') return new Date().toISOString()
  const day = 86_400_000
  // Counted from a fixed day far ahead, so that a seed gives the same text on any day.
  const ahead = random.below(3650)
  return new Date(Date.UTC(2090, 0, 1) + ahead * day).toISOString()
}

function matching(pattern: string, random: Random): string {
  return sample(stringMatching(new RegExp(pattern, 'u')), random)
}

function sample<T>(arbitrary: Arbitrary<T>, random: Random): T {
  const [value] = sampled(arbitrary, { seed: random.below(2 ** 31), numRuns: 1 })
  if (value === undefined) throw new Error('The generator gave nothing')
  return value
}
