import { isIdentifier, type JsonSchema, typesOf } from './generate-schema.ts'
import { type Filling, valueFor } from './generate-values.ts'

/** Text that is dear to read: marks that begin something and never end it. */
const dear = 'word *a _b `c [d](e "f" ![g]( <h> {% if i %} | j | ~~k~~ **l '
const itemsMax = 1_000
/** Where less than this is left, another one would say nothing. */
const itemBytesMin = 200

/** A body as large as its schema takes, within so many bytes. */
export function largestFor(
  schema: JsonSchema,
  filling: Filling,
  bytesMax: number,
): unknown {
  return new Growing(filling, bytesMax).valueOf(schema, '')
}

class Growing {
  readonly #filling: Filling
  #bytesLeft: number

  constructor(filling: Filling, bytesMax: number) {
    this.#filling = { ...filling, optional: 'all' }
    this.#bytesLeft = bytesMax - 10_000
  }

  valueOf(schema: JsonSchema, field: string): unknown {
    const alternatives = schema.oneOf ?? schema.anyOf
    if (alternatives !== undefined) {
      const at = (this.#filling.shape ?? 0) % alternatives.length
      return this.valueOf(alternatives[at] ?? {}, field)
    }
    if (schema.const !== undefined || schema.enum !== undefined) {
      return this.#plain(schema, field)
    }
    const types = typesOf(schema)
    if (types.includes('object')) return this.#object(schema)
    if (types.includes('array')) return this.#array(schema, field)
    if (types.includes('string')) return this.#text(schema, field)
    return schema.maximum ?? this.#plain(schema, field)
  }

  #plain(schema: JsonSchema, field: string): unknown {
    return this.#spent(valueFor(schema, this.#filling, field))
  }

  #object(schema: JsonSchema): object {
    const entries = Object.entries(schema.properties ?? {}).map(([name, of]) => [
      name,
      this.valueOf(of, name),
    ])
    return Object.fromEntries(entries)
  }

  /** The first takes half of what is left, the second half of the rest: one is large, and many are there. */
  #array({ items = {}, maxItems = itemsMax }: JsonSchema, field: string): unknown[] {
    const values: unknown[] = []
    do {
      const left = this.#bytesLeft
      const share = Math.floor(left / 2)
      this.#bytesLeft = share
      values.push(this.valueOf(items, field))
      this.#bytesLeft += left - share
    } while (values.length < maxItems && this.#bytesLeft > itemBytesMin)
    return values
  }

  #text(schema: JsonSchema, field: string): string {
    const isFree =
      !isIdentifier(schema) && schema.pattern === undefined && schema.format === undefined
    if (!isFree || field === 'type') return String(this.#plain(schema, field))
    const length = Math.min(
      schema.maxLength ?? Number.POSITIVE_INFINITY,
      Math.max(this.#bytesLeft, schema.minLength ?? 1),
    )
    const text = dear.repeat(Math.ceil(length / dear.length)).slice(0, length)
    return this.#spent(text)
  }

  #spent<T>(value: T): T {
    this.#bytesLeft = Math.max(0, this.#bytesLeft - this.#bytesOf(value))
    return value
  }

  #bytesOf(value: unknown): number {
    return Buffer.byteLength(JSON.stringify(value) ?? '')
  }
}
