import { Type, type Static, type TSchema } from 'typebox'

const limits: Readonly<Record<string, object>> = {
  string: { maxLength: 2048 },
  array: { maxItems: 100 },
  object: { maxProperties: 100 },
}

/** Turns a schema of answers into one for requests, with limits where the answers have none. */
export function bounded<S extends TSchema>(schema: S) {
  const value: unknown = JSON.parse(JSON.stringify(schema))
  return Type.Unsafe<Static<S>>(Object(bound(value)))
}

function bound(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(bound)
  const parts = Object.entries(value).filter(([key]) => key !== '$id')
  const type = 'type' in value ? String(value.type) : ''
  return {
    ...limits[type],
    ...Object.fromEntries(parts.map(([key, part]) => [key, bound(part)])),
  }
}
