import { elementsAt, isObject, type Resource, valuesAt } from './attribute-places.ts'
import type { Comparison, Filter, Operator } from './filter.ts'

/** Whether a resource, or an element of a list, fits a filter. */
export function matches(resource: Resource, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(resource, part))
    case 'or':
      return filter.parts.some((part) => matches(resource, part))
    case 'not':
      return !matches(resource, filter.part)
    case 'some':
      return elementsAt(resource, filter.place).some(
        (element) => isObject(element) && matches(element, filter.filter),
      )
    case 'absent':
      return false
    default:
      return compares(resource, filter)
  }
}

function compares(resource: Resource, comparison: Comparison): boolean {
  const { place, operator, value } = comparison
  if (operator === 'pr') return elementsAt(resource, place).length > 0
  const isExact = (place.sub ?? place.attribute).caseExact
  const fold = (one: unknown) =>
    typeof one === 'string' && !isExact ? one.toLowerCase() : one
  const wanted = fold(asKept(comparison, value))
  const values = valuesAt(resource, place).map(fold)
  if (operator === 'ne') return values.every((one) => one !== wanted)
  return values.some((one) => holds[operator](one, wanted))
}

/** Some directories write truth values as texts. */
function asKept({ place }: Comparison, value: Comparison['value']): Comparison['value'] {
  const { type } = place.sub ?? place.attribute
  if (type !== 'boolean' || typeof value !== 'string') return value
  return /^true$/i.test(value)
}

type Holds = (one: unknown, wanted: unknown) => boolean

const holds: Readonly<Record<Exclude<Operator, 'pr' | 'ne'>, Holds>> = {
  eq: (one, wanted) => one === wanted,
  co: inTexts((one, wanted) => one.includes(wanted)),
  sw: inTexts((one, wanted) => one.startsWith(wanted)),
  ew: inTexts((one, wanted) => one.endsWith(wanted)),
  gt: inTexts((one, wanted) => one > wanted),
  ge: inTexts((one, wanted) => one >= wanted),
  lt: inTexts((one, wanted) => one < wanted),
  le: inTexts((one, wanted) => one <= wanted),
}

function inTexts(holdsFor: (one: string, wanted: string) => boolean): Holds {
  return (one, wanted) =>
    typeof one === 'string' && typeof wanted === 'string' && holdsFor(one, wanted)
}
