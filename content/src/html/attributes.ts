import type { Attributes, Length } from '#/document/nodes.ts'
import type { HtmlElement } from './html-node.ts'
import { refuse } from './refusal.ts'

/** The attributes that no field of the model stores. */
export function otherAttributes(
  { name: element, attributes }: HtmlElement,
  known: readonly string[],
): { attributes?: Attributes } {
  const others = Object.entries(attributes).filter(([name]) => !known.includes(name))
  const odd = others.find(([name]) => !isAttributeName(name))
  if (odd !== undefined) refuse(`attribute ${odd[0]} of <${element}>`)
  return others.length > 0 ? { attributes: Object.fromEntries(others) } : {}
}

/** Whether Markdown always reads a tag with this attribute as HTML. */
export function isAttributeName(name: string): boolean {
  return /^[a-z_:][\w.:-]*$/u.test(name)
}

/** Refuses an element with other attributes than the known ones, as the model cannot store them. */
export function refuseOthers(
  { name, attributes }: HtmlElement,
  known: readonly string[],
): void {
  const other = Object.keys(attributes).find((key) => !known.includes(key))
  if (other !== undefined) refuse(`attribute ${other} of <${name}>`)
}

/** Reads a flag such as `data-full-width`: any value but `false` is true; undefined if absent. */
export function readFlag(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value !== 'false'
}

/** Reads a number with or without a unit, as `300`, `50%` or `20em`; undefined for other values. */
export function readLength(value: string | undefined): Length | undefined {
  const [, digits, unit = ''] =
    /^(\d{1,15}(?:\.\d{1,20})?)([a-z%]{0,5})$/u.exec(value ?? '') ?? []
  if (digits === undefined) return undefined
  return unit === '' ? Number(digits) : { unit, value: Number(digits) }
}

export function spellLength(length: Length): string {
  return typeof length === 'number' ? String(length) : `${length.value}${length.unit}`
}

/** Leaves out undefined values, so that optional properties are absent. */
export function defined<Value extends object>(value: {
  readonly [Key in keyof Value]: Value[Key] | undefined
}): Value {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entries that are left are those of `Value`
  return Object.fromEntries(entries) as Value
}
