import type { RequestParameter } from './request-shape.ts'

export type Primitive = string | number | boolean | null
export type ParameterValue =
  | Primitive
  | readonly unknown[]
  | { readonly [name: string]: unknown }

type Written = Pick<RequestParameter, 'name' | 'style' | 'explode'>

/** The value of a parameter as its place in a path, encoded. */
export function inPath(parameter: Written, value: ParameterValue): string {
  const { name, style, explode } = parameter
  const key = encoded(name)
  if (style === 'label') return `.${joined(value, explode ? '.' : ',', explode)}`
  if (style !== 'matrix') return joined(value, ',', explode)
  if (!explode || !isComposed(value)) {
    const text = joined(value, ',', false)
    return `;${key}${text === '' ? '' : `=${text}`}`
  }
  return pairsOf(name, value)
    .map(([field, text]) => `;${encoded(field)}${text === '' ? '' : `=${encoded(text)}`}`)
    .join('')
}

/** The value of a parameter as parts of a query, encoded. */
export function inQuery(
  { name, style, explode }: Written,
  value: ParameterValue,
): readonly string[] {
  const key = encoded(name)
  if (style === 'deepObject' && isComposed(value)) {
    return deepPairs(name, value).map(
      ([field, text]) => `${encoded(field)}=${encoded(text)}`,
    )
  }
  if (explode && isComposed(value)) {
    return pairsOf(name, value).map(
      ([field, text]) => `${encoded(field)}=${encoded(text)}`,
    )
  }
  return [`${key}=${joined(value, separators[style] ?? ',', false)}`]
}

const separators: Readonly<Partial<Record<string, string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
}

/** The value of a parameter as a header, which encodes nothing. */
export function inHeader({ explode }: Written, value: ParameterValue): string {
  return joined(value, ',', explode, (text) => text)
}

// oxlint-disable-next-line max-params -- the last one differs in headers alone
function joined(
  value: ParameterValue,
  separator: string,
  explode: boolean,
  encode: (text: string) => string = encoded,
): string {
  if (!isComposed(value)) return encode(textOf(value))
  if (Array.isArray(value)) {
    return value.map((each: unknown) => encode(textOf(each))).join(separator)
  }
  return Object.entries(value)
    .map(([name, each]) =>
      explode
        ? `${encode(name)}=${encode(textOf(each))}`
        : `${encode(name)}${separator}${encode(textOf(each))}`,
    )
    .join(separator)
}

type Composed = readonly unknown[] | { readonly [name: string]: unknown }

function isComposed(value: unknown): value is Composed {
  return typeof value === 'object' && value !== null
}

function pairsOf(name: string, value: Composed): readonly (readonly [string, string])[] {
  return Array.isArray(value)
    ? value.map((each: unknown) => [name, textOf(each)] as const)
    : Object.entries(value).map(([field, each]) => [field, textOf(each)] as const)
}

const depthMax = 10

/** `filter[owner][name]`, as servers commonly read objects within objects. */
function deepPairs(
  name: string,
  value: Composed,
  depth = 0,
): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([field, each]: [string, unknown]) => {
    const place = `${name}[${Array.isArray(value) ? '' : field}]`
    return isComposed(each) && depth < depthMax
      ? deepPairs(place, each, depth + 1)
      : [[place, textOf(each)] as const]
  })
}

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return JSON.stringify(value)
}

/** Encoded as RFC 3986 wants it: `encodeURIComponent` leaves five reserved characters. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
