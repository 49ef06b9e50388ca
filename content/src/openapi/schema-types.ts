import { lengths } from './bounds.ts'
import { isRecord, memberOf } from './members.ts'
import type { SchemaParts } from './schema-parts.ts'
import { cleanLine } from './texts.ts'

const typesMax = 8

/** The types that all parts allow, null last; implied ones where none is named. */
export function typesOf(gathered: SchemaParts): readonly string[] {
  let types: readonly string[] | undefined
  for (const { value } of gathered.parts) {
    const named = namedIn(value)
    if (named === undefined) continue
    types = types === undefined ? named : common(types, named)
  }
  const all = types ?? impliedBy(gathered)
  const isNullable = all.includes('null') || (gathered.isNullable && all.length > 0)
  const others = all.filter((type) => type !== 'null')
  return isNullable ? [...others, 'null'] : others
}

function namedIn(schema: object): readonly string[] | undefined {
  const type = memberOf(schema, 'type')
  const list: readonly unknown[] = Array.isArray(type) ? type : [type]
  const named = list
    .slice(0, typesMax)
    .filter((name) => typeof name === 'string')
    .map((name) => (name === 'file' ? 'string' : cleanLine(name, lengths.title)))
  return named.length === 0 ? undefined : [...new Set(named)]
}

/** An integer is a number as well. */
function fits(type: string, list: readonly string[]): boolean {
  return list.includes(type) || (type === 'integer' && list.includes('number'))
}

function common(types: readonly string[], others: readonly string[]): readonly string[] {
  const both = [
    ...types.filter((type) => fits(type, others)),
    ...others.filter((type) => fits(type, types)),
  ]
  return [...new Set(both)]
}

const objectWords = ['properties', 'additionalProperties', 'patternProperties']
const listWords = ['items', 'prefixItems', 'minItems', 'maxItems']

function impliedBy({ parts }: SchemaParts): readonly string[] {
  const has = (keywords: readonly string[]) =>
    parts.some(({ value }) =>
      keywords.some((keyword) => memberOf(value, keyword) !== undefined),
    )
  if (has(objectWords)) return ['object']
  if (has(listWords)) return ['array']
  const values = parts.flatMap(({ value }) => exactValues(value))
  return [...new Set(values.map(typeOfValue))]
}

function exactValues(schema: object): readonly unknown[] {
  if (Object.hasOwn(schema, 'const')) return [memberOf(schema, 'const')]
  const values = memberOf(schema, 'enum')
  return Array.isArray(values) ? values.slice(0, 100) : []
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isRecord(value)) return 'object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}
