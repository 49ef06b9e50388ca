import {
  ignored,
  isObject,
  type Place,
  placeOf,
  type Resource,
} from './attribute-places.ts'
import type { ResourceKind } from './resource-schemas.ts'

/** Which attributes an answer has: those that were asked for, or all but some. */
export interface Projection {
  readonly only: readonly Place[] | undefined
  readonly without: readonly Place[]
}

const namesMax = 50
const always: ReadonlySet<string> = new Set(['id', 'schemas'])

export function readProjection(
  query: Readonly<Record<string, unknown>>,
  kind: ResourceKind,
): Projection {
  const only = placesIn(query['attributes'], kind)
  return {
    only: only.length === 0 ? undefined : only,
    without: placesIn(query['excludedAttributes'], kind),
  }
}

/** Names that lead to nothing are passed over, as RFC 7644 has it for what is not known. */
function placesIn(given: unknown, kind: ResourceKind): Place[] {
  if (typeof given !== 'string') return []
  return given
    .split(',', namesMax)
    .map((path) => placeOf(kind, path.trim()))
    .filter((place) => place !== undefined)
    .filter((place) => place !== ignored)
}

/** Whether an attribute of the core would be in the answer, so that it has to be read. */
export function shows({ only, without }: Projection, name: string): boolean {
  const isNamed = ({ attribute }: Place) => attribute.name === name
  if (only !== undefined) return only.some(isNamed)
  return !without.some((place) => isNamed(place) && place.sub === undefined)
}

export function project(resource: Resource, { only, without }: Projection): Resource {
  if (only !== undefined) {
    const kept = Object.fromEntries(
      Object.entries(resource).filter(([key]) => always.has(key)),
    )
    return Object.assign(kept, ...mergedBy(only, resource))
  }
  let left = resource
  for (const place of without) {
    if (!always.has(place.attribute.name)) left = dropped(left, place)
  }
  return left
}

/** The parts of a resource at the places, those of one attribute together. */
function mergedBy(places: readonly Place[], resource: Resource): Resource[] {
  const groups = Map.groupBy(places, ({ extension, attribute }) =>
    extension === undefined ? attribute.name : extension,
  )
  return [...groups].map(([key, ofOne]) => {
    const held = resource[key]
    if (held === undefined) return {}
    const isExtension = ofOne.some(({ extension }) => extension !== undefined)
    if (!isExtension) return { [key]: partsOf(held, ofOne) }
    const inner = isObject(held) ? held : {}
    const inside = ofOne.map(withoutExtension)
    return { [key]: Object.assign({}, ...mergedBy(inside, inner)) }
  })
}

function withoutExtension({ attribute, sub }: Place): Place {
  return { attribute, ...(sub && { sub }) }
}

function partsOf(held: unknown, places: readonly Place[]): unknown {
  const names = places.map(({ sub }) => sub?.name)
  if (names.includes(undefined)) return held
  const pick = (value: unknown) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([key]) => names.includes(key)))
      : value
  return Array.isArray(held) ? held.map(pick) : pick(held)
}

function dropped(resource: Resource, { extension, attribute, sub }: Place): Resource {
  if (extension !== undefined) {
    const held = resource[extension]
    const inside = withoutExtension({ attribute, ...(sub && { sub }) })
    return isObject(held) ? { ...resource, [extension]: dropped(held, inside) } : resource
  }
  const { [attribute.name]: held, ...rest } = resource
  if (sub === undefined || held === undefined) return rest
  const cut = (value: unknown) => {
    if (!isObject(value)) return value
    const { [sub.name]: _, ...left } = value
    return left
  }
  return { ...rest, [attribute.name]: Array.isArray(held) ? held.map(cut) : cut(held) }
}
