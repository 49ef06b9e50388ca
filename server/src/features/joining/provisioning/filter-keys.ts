import type { Comparison, Filter } from './filter.ts'

/** A value that what is looked for must have, by which an index finds it. */
export interface FilterKey<Name extends string> {
  readonly key: Name
  readonly value: string
}

/**
 * The values of which whatever fits the filter has one at least; undefined where every resource may
 * fit. `names` says which attributes are indexed.
 */
export function keysOf<Name extends string>(
  filter: Filter,
  names: Readonly<Record<string, Name>>,
): readonly FilterKey<Name>[] | undefined {
  switch (filter.kind) {
    case 'compare':
      return keysOfComparison(filter, names)
    case 'some': {
      const value = valueIn(filter.filter)
      const { attribute, extension } = filter.place
      const key = extension === undefined ? names[attribute.name] : undefined
      return value === undefined || key === undefined ? undefined : [{ key, value }]
    }
    case 'and':
      return filter.parts
        .map((part) => keysOf(part, names))
        .find((keys) => keys !== undefined)
    case 'or': {
      const keys = filter.parts.map((part) => keysOf(part, names))
      return keys.includes(undefined) ? undefined : keys.flatMap((some) => some ?? [])
    }
    case 'absent':
      return []
    default:
      return undefined
  }
}

function keysOfComparison<Name extends string>(
  { place: { extension, attribute, sub }, operator, value }: Comparison,
  names: Readonly<Record<string, Name>>,
): readonly FilterKey<Name>[] | undefined {
  const isOfWhole = extension === undefined && (sub === undefined || sub.name === 'value')
  const key = isOfWhole ? names[attribute.name] : undefined
  return key === undefined || operator !== 'eq' || typeof value !== 'string'
    ? undefined
    : [{ key, value }]
}

/** The `value` that an element must have to fit. */
function valueIn(filter: Filter): string | undefined {
  if (filter.kind === 'and') {
    return filter.parts.map(valueIn).find((value) => value !== undefined)
  }
  const isValue =
    filter.kind === 'compare' &&
    filter.operator === 'eq' &&
    filter.place.attribute.name === 'value'
  return isValue && typeof filter.value === 'string' ? filter.value : undefined
}

/** Every value that the filter compares an attribute with; undefined where it asks otherwise. */
export function valuesAsked(filter: Filter, name: string): readonly string[] | undefined {
  switch (filter.kind) {
    case 'not':
      return valuesAsked(filter.part, name)
    case 'and':
    case 'or': {
      const asked = filter.parts.map((part) => valuesAsked(part, name))
      return asked.includes(undefined) ? undefined : asked.flatMap((some) => some ?? [])
    }
    case 'absent':
      return []
    default: {
      if (filter.place.attribute.name !== name) return []
      return keysOf(filter, { [name]: name })?.map(({ value }) => value)
    }
  }
}
