import { isObject, named, type Resource } from './attribute-places.ts'
import {
  type Attribute,
  commonAttributes,
  type ResourceKind,
} from './resource-schemas.ts'
import { invalidSyntax, invalidValue } from './scim-errors.ts'

const charactersMax = 1_000
const elementsMax = 20

/** The elements of lists that may be longer, by the names of their attributes. */
const longLists: Readonly<Record<string, number>> = { members: 1_000 }

/**
 * What a body says about a resource: the attributes that are kept, in the form of the schemas. What
 * only this server sets is left out, as RFC 7644 has it.
 */
export function readResource(body: unknown, kind: ResourceKind): Resource {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object.')
  const { core, extension } = kind
  const own = readAttributes(body, [...commonAttributes, ...core.attributes])
  if (extension === undefined) return own
  const given = valueNamed(body, extension.id)
  const more = isObject(given) ? readAttributes(given, extension.attributes) : {}
  return Object.keys(more).length === 0 ? own : { ...own, [extension.id]: more }
}

function readAttributes(from: Resource, attributes: readonly Attribute[]): Resource {
  return Object.fromEntries(
    attributes
      .filter(({ mutability }) => mutability !== 'readOnly')
      .map((attribute) => [
        attribute.name,
        readAttribute(attribute, valueNamed(from, attribute.name)),
      ])
      .filter(([, value]) => value !== undefined),
  )
}

/** The value of a key; letters of keys count the same in upper and lower case. */
export function valueNamed(from: Resource, name: string): unknown {
  if (Object.hasOwn(from, name)) return from[name]
  const lower = name.toLowerCase()
  const key = Object.keys(from).find((one) => one.toLowerCase() === lower)
  return key === undefined ? undefined : from[key]
}

/** A value as it is kept; undefined for none, which null and empty lists are as well. */
export function readAttribute(attribute: Attribute, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return undefined
  if (!attribute.multiValued) return readOne(attribute, value)
  const given: readonly unknown[] = Array.isArray(value) ? value : [value]
  const most = longLists[attribute.name] ?? elementsMax
  if (given.length > most) {
    throw invalidValue(`"${attribute.name}" has more than ${most} values.`)
  }
  const elements = given
    .map((element) => readOne(attribute, element))
    .filter((element) => element !== undefined)
  return elements.length === 0 ? undefined : elements
}

function readOne(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case 'complex':
      return readComplex(attribute, value)
    case 'boolean':
      return readBoolean(attribute, value)
    default:
      return readText(attribute, value)
  }
}

/** A text alone stands for the `value` of a complex attribute, as directories send a manager. */
function readComplex(attribute: Attribute, value: unknown): unknown {
  const parts = attribute.subAttributes ?? []
  const isShort = typeof value === 'string' && named(parts, 'value') !== undefined
  const given = isShort ? { value } : value
  if (!isObject(given)) {
    throw invalidValue(`"${attribute.name}" must be an object.`)
  }
  const read = readAttributes(given, parts)
  return Object.keys(read).length === 0 ? undefined : read
}

/** Some directories send truth values as texts. */
function readBoolean({ name }: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') {
    const lower = value.toLowerCase()
    if (lower === 'true' || lower === 'false') return lower === 'true'
  }
  throw invalidValue(`"${name}" must be true or false.`)
}

function readText({ name }: Attribute, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') throw invalidValue(`"${name}" must be a text.`)
  if (text.length > charactersMax) {
    throw invalidValue(`"${name}" is longer than ${charactersMax} characters.`)
  }
  return text
}
