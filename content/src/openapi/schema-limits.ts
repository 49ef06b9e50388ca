import { lengths } from './bounds.ts'
import { memberOf } from './members.ts'
import type { ApiLimit } from './model.ts'
import type { SchemaPart } from './schema-parts.ts'
import { cleanText } from './texts.ts'

const names = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'contentMediaType',
  'contentEncoding',
]

/** The bounds of a value that the parts of a schema name. */
export function limitsOf(parts: readonly SchemaPart[]): readonly ApiLimit[] {
  return names.flatMap((name) => {
    for (const { value } of parts) {
      const text = limitIn(value, name)
      if (text !== undefined) return [{ name, value: text }]
    }
    return []
  })
}

/** The bounds that older versions mark as exclusive by a word beside them. */
const beside: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMinimum',
  maximum: 'exclusiveMaximum',
  exclusiveMinimum: 'minimum',
  exclusiveMaximum: 'maximum',
}

function limitIn(schema: object, name: string): string | undefined {
  const other = beside[name]
  const value = memberOf(schema, name)
  if (name === 'uniqueItems' && value !== true) return undefined
  if (other === undefined) return said(value)
  if (value === true) return said(memberOf(schema, other))
  return memberOf(schema, other) === true ? undefined : said(value)
}

function said(value: unknown): string | undefined {
  if (typeof value === 'number' || value === true) return String(value)
  return typeof value === 'string' && value !== ''
    ? cleanText(value, lengths.value)
    : undefined
}
