import type { ApiSchema } from '@lectern/content/openapi/model.ts'

import { label } from '#/blocks/bounds.ts'
import type { ApiWords } from './api-words.ts'

/** What a value must be, such as `array of string · uuid`. */
export function typeText(schema: ApiSchema, words: ApiWords): string {
  if (schema.isNever === true) return words.noValue
  const format = schema.format === undefined ? '' : ` · ${label(schema.format)}`
  return `${plainType(schema, words, 0)}${format}`
}

const listsDeep = 3

function plainType(schema: ApiSchema, words: ApiWords, depth: number): string {
  const types = schema.types.slice(0, 8).map((type) => {
    if (type !== 'array' || schema.items === undefined || depth >= listsDeep) return type
    return `${plainType(schema.items, words, depth + 1)}[]`
  })
  if (types.length > 0) return label(types.join(' | '))
  if (schema.properties !== undefined) return 'object'
  const [choice] = schema.alternatives ?? []
  if (choice === undefined) return schema.values === undefined ? words.anyValue : 'enum'
  const inside = new Set(choice.schemas.flatMap(({ types: each }) => each))
  return inside.size === 0 || inside.size > 3 ? words.anyValue : [...inside].join(' | ')
}

const signs: Readonly<Record<string, string>> = {
  minimum: '≥',
  maximum: '≤',
  exclusiveMinimum: '>',
  exclusiveMaximum: '<',
}

/** A bound of a value in few signs: `≥ 1`, or as JSON Schema names it. */
export function limitText({ name, value }: { name: string; value: string }): string {
  const sign = Object.hasOwn(signs, name) ? signs[name] : undefined
  return label(sign === undefined ? `${name}: ${value}` : `${sign} ${value}`)
}

/** The name of a schema among others: the one it is shared by, its title, or what it is. */
export function schemaName(schema: ApiSchema, words: ApiWords): string {
  return label(schema.name ?? schema.title ?? '') || typeText(schema, words)
}

/** What a reader opens to see more of a schema: that of its items, if it is a list. */
export function insideOf(schema: ApiSchema): ApiSchema {
  let inside = schema
  for (let depth = 0; depth < listsDeep; depth += 1) {
    const { items } = inside
    if (items === undefined || hasParts(inside)) return inside
    inside = items
  }
  return inside
}

export function hasParts(schema: ApiSchema): boolean {
  const { properties, patternProperties, alternatives, firstItems, not } = schema
  return (
    [properties, patternProperties, alternatives, firstItems].some(
      (parts) => (parts?.length ?? 0) > 0,
    ) ||
    not !== undefined ||
    hasMore(schema.additional)
  )
}

/** Whether something is to be said of further properties: not if they may be anything. */
export function hasMore(additional: ApiSchema['additional']): additional is ApiSchema {
  if (additional === undefined || additional === false) return false
  return additional.types.length > 0 || hasParts(additional)
}

/** A value that is given as JSON, as it is read: text without quotes. */
export function valueText(json: string): string {
  if (!json.startsWith('"')) return json
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' && value !== '' ? value : json
  } catch {
    return json
  }
}
