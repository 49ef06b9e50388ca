import {
  type Attribute,
  commonAttributes,
  ignoredNames,
  type ResourceKind,
} from './resource-schemas.ts'

export type Resource = Readonly<Record<string, unknown>>

/** Where in a resource a path leads. */
export interface Place {
  /** The schema whose attributes stand in an object of their own. */
  readonly extension?: string
  readonly attribute: Attribute
  readonly sub?: Attribute
}

/** A path that leads to nothing that is kept, though the RFC has it. */
export const ignored = 'ignored'

/** Finds a path such as `name.familyName`, with or without its schema; undefined for none. */
export function placeOf(
  kind: ResourceKind,
  path: string,
): Place | typeof ignored | undefined {
  const { core, extension } = kind
  const inCore = afterUrn(path, core.id)
  if (inCore !== undefined) return placeAmong(core.attributes, inCore)
  if (extension !== undefined) {
    const inside = afterUrn(path, extension.id)
    if (inside !== undefined) return placeIn(extension, inside)
  }
  if (path.toLowerCase().startsWith('urn:')) return undefined
  return (
    placeAmong([...commonAttributes, ...core.attributes], path) ??
    (extension && placeIn(extension, path))
  )
}

/** What stands behind a schema and a colon. */
function afterUrn(path: string, urn: string): string | undefined {
  const start = `${urn.toLowerCase()}:`
  return path.toLowerCase().startsWith(start) ? path.slice(start.length) : undefined
}

function placeIn(
  extension: { readonly id: string; readonly attributes: readonly Attribute[] },
  path: string,
): Place | typeof ignored | undefined {
  const place = placeAmong(extension.attributes, path)
  return place === undefined || place === ignored
    ? place
    : { ...place, extension: extension.id }
}

function placeAmong(
  attributes: readonly Attribute[],
  path: string,
): Place | typeof ignored | undefined {
  const [first = '', second, ...rest] = path.split('.')
  const attribute = named(attributes, first)
  if (attribute === undefined) {
    return ignoredNames.has(first.toLowerCase()) ? ignored : undefined
  }
  if (second === undefined) return { attribute }
  const sub = named(attribute.subAttributes ?? [], second)
  return sub === undefined || rest.length > 0 ? undefined : { attribute, sub }
}

/** The attribute of this name; letters count the same in upper and lower case. */
export function named(
  attributes: readonly Attribute[],
  name: string,
): Attribute | undefined {
  const lower = name.toLowerCase()
  return attributes.find((attribute) => attribute.name.toLowerCase() === lower)
}

export function isObject(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** All values of an attribute: none, one, or those of a list. */
export function elementsAt(resource: Resource, place: Place): readonly unknown[] {
  const { extension, attribute } = place
  const holder = extension === undefined ? resource : resource[extension]
  const value = isObject(holder) ? holder[attribute.name] : undefined
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The values that a comparison looks at: of a complex attribute, those of its `value`. */
export function valuesAt(resource: Resource, place: Place): readonly unknown[] {
  const elements = elementsAt(resource, place)
  if (place.attribute.type !== 'complex') return elements
  const key = place.sub?.name ?? 'value'
  return elements.flatMap((element) => {
    const value = isObject(element) ? element[key] : undefined
    return value === undefined ? [] : [value]
  })
}
