import type { Attributes } from '#/document/nodes.ts'

import { isAttributeName } from './attributes.ts'

type AttributeValue = string | number | boolean | undefined

/** One attribute with a space before it. */
export function attribute(name: string, value: string): string {
  return ` ${name}="${value.replaceAll(/[&"<\n\r\t]|\{(?=%)/gu, characterReference)}"`
}

/**
 * An opening tag. `true` is an attribute without a value, `false` and undefined are left out;
 * `others`, which the model stores without a field, come last.
 */
export function openingTag(
  name: string,
  attributes: Readonly<Record<string, AttributeValue>>,
  others: Attributes = {},
): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === false) return ''
    return value === true ? ` ${key}` : attribute(key, String(value))
  })
  const isSaid = (key: string) =>
    Object.hasOwn(attributes, key) && attributes[key] !== undefined
  const more = Object.entries(others)
    .filter(([key]) => isAttributeName(key) && !isSaid(key))
    .map(([key, value]) => (value === '' ? ` ${key}` : attribute(key, value)))
  return `<${name}${written.join('')}${more.join('')}>`
}

/** Spells a flag that may also be false: `data-full-width="false"`. */
export function spellFlag(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : String(flag)
}

export function characterReference(character: string): string {
  return `&#x${character.codePointAt(0)?.toString(16).toUpperCase() ?? '20'};`
}
