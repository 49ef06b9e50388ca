import { ignored, type Place, placeOf } from './attribute-places.ts'
import { type Filter, parseElementFilter } from './filter.ts'
import type { ResourceKind } from './resource-schemas.ts'
import { invalidPath } from './scim-errors.ts'

/** What an operation changes: an attribute, some elements of a list, or a part of these. */
export interface Target extends Place {
  /** The elements of the list that are meant. */
  readonly filter: Filter | undefined
}

/** Reads `name.familyName`, `emails[type eq "work"].value` and the like. */
export function parsePatchPath(
  path: string,
  kind: ResourceKind,
): Target | typeof ignored {
  const open = path.indexOf('[')
  if (open === -1) {
    const place = placeOf(kind, path)
    if (place === undefined) throw invalidPath(path)
    return place === ignored ? ignored : { ...place, filter: undefined }
  }
  const close = path.lastIndexOf(']')
  const rest = path.slice(close + 1)
  const place = placeOf(kind, path.slice(0, open))
  if (place === ignored) return ignored
  const isList = place?.attribute.multiValued === true && place.sub === undefined
  if (!isList || close < open || (rest !== '' && !rest.startsWith('.'))) {
    throw invalidPath(path)
  }
  const filter = parseElementFilter(path.slice(open + 1, close), place.attribute)
  return { ...withPart(place, rest.slice(1), path), filter }
}

function withPart(place: Place, name: string, path: string): Place {
  if (name === '') return place
  const lower = name.toLowerCase()
  const sub = place.attribute.subAttributes?.find(
    (attribute) => attribute.name.toLowerCase() === lower,
  )
  if (sub === undefined) throw invalidPath(path)
  return { ...place, sub }
}
