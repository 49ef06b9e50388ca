import { build } from 'fast-json-stringify'

import { oncePer } from './once-per.ts'
import { withoutIds } from './schema-check.ts'

type Serialize = (value: unknown) => string

/**
 * Serializes a reply by its schema, so that a key the contract does not name is never sent.
 * Compiled on first use. Alternatives are written unchecked: choosing among them by validation
 * costs far more than it protects, since those values were validated when they came in.
 */
export const lazySerializer = oncePer((schema: object): Serialize => {
  let serialize: Serialize | undefined
  return (value) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library types its schema narrower than JSON Schema
    serialize ??= build(plain(withoutIds(schema)) as Parameters<typeof build>[0])
    return serialize(value)
  }
})

// The keywords checked when a value came in, which the serializer would check again.
const checkedOnTheWayIn = new Set(['format', 'const', 'enum'])

function plain(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(plain)
  if ('anyOf' in schema) return {}
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !checkedOnTheWayIn.has(key))
      .map(([key, value]) => [
        key,
        key === 'properties' ? plainEach(value) : plain(value),
      ]),
  )
}

function plainEach(properties: object): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, plain(schema)]),
  )
}
