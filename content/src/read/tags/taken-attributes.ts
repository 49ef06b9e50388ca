import { isRecord } from '#/document/checks.ts'
import type { Attributes, Length } from '#/document/nodes.ts'

import type { Tag } from './tag.ts'

/** Takes the attributes of a tag one by one; `left` has those that the model has no field for. */
export interface TakenAttributes {
  readonly text: (name: string) => string | undefined
  /** Takes `true`, `false`, or the name alone. */
  readonly flag: (name: string) => boolean | undefined
  readonly count: (name: string) => number | undefined
  readonly length: (name: string) => Length | undefined
  readonly oneOf: <Value extends string>(
    name: string,
    values: readonly Value[],
  ) => Value | undefined
  /** Takes an object, as JSON. */
  readonly json: (name: string) => Readonly<Record<string, unknown>> | undefined
  readonly left: () => { readonly attributes?: Attributes }
}

export function takeAttributes({ attributes }: Pick<Tag, 'attributes'>): TakenAttributes {
  const left = new Map(attributes)

  /** Takes the value of an attribute; one that cannot be read stays among those that are left. */
  function take<Value>(
    name: string,
    read: (text: string) => Value | undefined,
  ): Value | undefined {
    const text = left.get(name)
    const value = text === undefined ? undefined : read(text)
    if (value !== undefined) left.delete(name)
    return value
  }

  return {
    text: (name) => take(name, (text) => text),
    flag: (name) => take(name, (text) => flags.get(text)),
    count: (name) => take(name, readCount),
    length: (name) => take(name, readLength),
    oneOf: (name, values) => take(name, (text) => values.find((value) => value === text)),
    json: (name) => take(name, readObject),
    left: () => (left.size === 0 ? {} : { attributes: Object.fromEntries(left) }),
  }
}

const flags = new Map([
  ['true', true],
  ['', true],
  ['false', false],
])

function readCount(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

const lengthPattern = /^(0|[1-9]\d{0,8})(\.\d{0,9}[1-9])?(%|[a-z]{1,5})?$/

/** Reads `50`, `66.7%`, `200px`; only a length that is written back the same. */
function readLength(text: string): Length | undefined {
  const [, whole, fraction = '', unit] = lengthPattern.exec(text) ?? []
  if (whole === undefined) return undefined
  const value = Number(whole + fraction)
  return unit === undefined ? value : { unit, value }
}

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
