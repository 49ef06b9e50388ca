import { applied, type Path } from './generate-mutations.ts'
import { type JsonSchema, type Target, typesOf } from './generate-schema.ts'
import { type Filling, shapesOf, valueFor } from './generate-values.ts'

/** A body with far more entries at one place than any limit of its schema allows. */
export interface Crowd {
  readonly note: string
  readonly body: Buffer
}

/** Stands where the crowd comes, in JSON as in a value. */
const mark = '(crowd)'

/** The bodies of an operation in which a list or an object is filled up to a number of bytes. */
export function crowdsOf(
  { body: schema }: Target,
  filling: Filling,
  bytes: number,
): Crowd[] {
  if (schema === undefined) return []
  const crowds = new Map<string, Crowd>()
  for (let shape = 0; shape < shapesOf(schema); shape += 1) {
    const own: Filling = { ...filling, optional: 'all', shape }
    const value = valueFor(schema, own)
    for (const place of placesIn(schema, value, own)) {
      for (const [kind, write] of Object.entries(place.fillings)) {
        const note = `${place.path.join('.')}: ${kind}`
        if (crowds.has(note)) continue
        const frame = JSON.stringify(applied(value, place.path, mark))
        const text = frame.replace(JSON.stringify(mark), () => crowded(write, bytes))
        crowds.set(note, { note, body: Buffer.from(text) })
      }
    }
  }
  return [...crowds.values()]
}

type Write = readonly [open: string, entry: (index: number) => string, close: string]

function crowded([open, entry, close]: Write, bytes: number): string {
  const entries: string[] = []
  for (let length = 0; length < bytes;) {
    const text = entry(entries.length)
    entries.push(text)
    length += text.length + 1
  }
  return open + entries.join(',') + close
}

interface Place {
  readonly path: Path
  readonly fillings: Readonly<Record<string, Write>>
}

/** Every list and object in a value, whether or not the schema bounds it. */
function placesIn(
  schema: JsonSchema,
  value: unknown,
  filling: Filling,
  path: Path = [],
): Place[] {
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) {
    return alternatives.flatMap((one) => placesIn(one, value, filling, path))
  }
  if (Array.isArray(value) && typesOf(schema).includes('array')) {
    const { items = {} } = schema
    const [first] = value
    const fillings = listsOf(JSON.stringify(first ?? valueFor(items, filling)))
    return [{ path, fillings }, ...placesIn(items, first, filling, [...path, 0])]
  }
  if (typeof value !== 'object' || value === null) return []
  const { properties = {}, additionalProperties } = schema
  const inside = Object.entries(value).flatMap(([name, entry]) => {
    const of =
      properties[name] ??
      (typeof additionalProperties === 'object' ? additionalProperties : {})
    return placesIn(of, entry, filling, [...path, name])
  })
  return [{ path, fillings: objectsOf(JSON.stringify(value)) }, ...inside]
}

function listsOf(entry: string): Place['fillings'] {
  return {
    'fitting entries': ['[', () => entry, ']'],
    'empty objects': ['[', () => '{}', ']'],
    'empty texts': ['[', () => '""', ']'],
    'objects with keys of their own': ['[', (at) => `{"${at.toString(36)}":0}`, ']'],
  }
}

function objectsOf(value: string): Place['fillings'] {
  const open = value === '{}' ? '{' : `${value.slice(0, -1)},`
  return {
    'unknown keys': [open, (at) => `"${at.toString(36)}":0`, '}'],
    'keys that are no names': [open, (at) => `"-${at}":[]`, '}'],
  }
}
