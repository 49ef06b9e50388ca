import type { Attributes } from '#/document/nodes.ts'

type TagValues = Readonly<Record<string, string | number | boolean | undefined>>

/** A tag, `{% name key="value" %}`: the defined values of the model, then the other attributes. */
export function writeTag(
  name: string,
  known: TagValues,
  others: Attributes = {},
): string {
  const written = [...Object.entries(known), ...Object.entries(others)]
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${quoteValue(String(value))}`)
  return `{% ${[name, ...written].join(' ')} %}`
}

export function quoteValue(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

export function wrapInTag(opening: string, name: string, inside: string): string {
  return [opening, ...(inside === '' ? [] : [inside]), `{% end${name} %}`].join('\n')
}
