import { isDeepStrictEqual } from 'node:util'

import { ignored, isObject, placeOf, type Resource } from './attribute-places.ts'
import type { Filter } from './filter.ts'
import { matches } from './filter-match.ts'
import type { PatchOperation } from './patch-operations.ts'
import { parsePatchPath, type Target } from './patch-path.ts'
import { readAttribute, readResource } from './read-resource.ts'
import type { Attribute, ResourceKind } from './resource-schemas.ts'
import { cannotBeChanged, invalidValue, noTarget } from './scim-errors.ts'

type Operation = Pick<PatchOperation, 'op' | 'value'>

/** A resource after the operations of a PATCH, in their order. */
export function patchResource(
  resource: Resource,
  operations: readonly PatchOperation[],
  kind: ResourceKind,
): Resource {
  let patched = resource
  for (const operation of operations) patched = patchOnce(patched, operation, kind)
  return readResource(patched, kind)
}

function patchOnce(
  resource: Resource,
  { op, path, value }: PatchOperation,
  kind: ResourceKind,
): Resource {
  if (path === undefined) return patchByValue(resource, { op, value }, kind)
  const { extension } = kind
  if (extension !== undefined && path.toLowerCase() === extension.id.toLowerCase()) {
    return patchExtension(resource, { op, value }, kind)
  }
  const target = parsePatchPath(path, kind)
  if (target === ignored) return resource
  const { attribute, sub } = target
  if ((sub ?? attribute).mutability === 'readOnly') throw cannotBeChanged(path)
  return changeAt(resource, target, { op, value })
}

/** A value without a path names attributes, also by paths of theirs, as directories send it. */
function patchByValue(
  resource: Resource,
  { op, value }: Operation,
  kind: ResourceKind,
): Resource {
  if (op === 'remove') throw noTarget('An operation that removes needs a "path".')
  if (!isObject(value)) {
    throw invalidValue('An operation without a "path" needs an object as its "value".')
  }
  let patched = resource
  for (const [path, part] of Object.entries(value)) {
    if (isToKeep(path, kind)) {
      patched = patchOnce(patched, { op, path, value: part }, kind)
    }
  }
  return patched
}

/** What a resource as a whole names besides, such as its id, is left as it is. */
function isToKeep(path: string, kind: ResourceKind): boolean {
  if (path.toLowerCase() === 'schemas') return false
  const place = path.includes('[') ? undefined : placeOf(kind, path)
  if (place === undefined || place === ignored) return place !== ignored
  return (place.sub ?? place.attribute).mutability !== 'readOnly'
}

function patchExtension(
  resource: Resource,
  { op, value }: Operation,
  kind: ResourceKind,
): Resource {
  const urn = kind.extension?.id ?? ''
  if (op === 'remove') return { ...resource, [urn]: undefined }
  if (!isObject(value)) throw invalidValue(`"${urn}" must be an object.`)
  let patched = resource
  for (const [name, part] of Object.entries(value)) {
    const path = `${urn}:${name}`
    if (isToKeep(path, kind)) {
      patched = patchOnce(patched, { op, path, value: part }, kind)
    }
  }
  return patched
}

/** The resource with another value of the attribute, in the object of its schema. */
function changeAt(resource: Resource, target: Target, operation: Operation): Resource {
  const { extension, attribute } = target
  if (extension === undefined) {
    const value = changed(resource[attribute.name], target, operation)
    return { ...resource, [attribute.name]: value }
  }
  const held = resource[extension]
  const inner = isObject(held) ? held : {}
  const value = changed(inner[attribute.name], target, operation)
  return { ...resource, [extension]: { ...inner, [attribute.name]: value } }
}

function changed(before: unknown, target: Target, operation: Operation): unknown {
  const { attribute, sub } = target
  if (attribute.multiValued) return changedList(before, target, operation)
  if (sub !== undefined) {
    return { ...(isObject(before) && before), [sub.name]: valueFor(sub, operation) }
  }
  const value = valueFor(attribute, operation)
  // Parts that are not named stay.
  return isObject(before) && isObject(value) ? { ...before, ...value } : value
}

function valueFor(attribute: Attribute, { op, value }: Operation): unknown {
  return op === 'remove' ? undefined : readAttribute(attribute, value)
}

function changedList(before: unknown, target: Target, operation: Operation): unknown {
  const elements = Array.isArray(before) ? before.filter(isObject) : []
  const { filter, sub } = target
  if (filter !== undefined || sub !== undefined) {
    return onePrimary(changedElements(elements, target, operation))
  }
  const given = readAttribute(target.attribute, operation.value)
  const named = Array.isArray(given) ? given.filter(isObject) : []
  switch (operation.op) {
    case 'replace':
      return onePrimary(named)
    case 'add': {
      const added = named.filter((one) => !isAmong(one, elements))
      return onePrimary([...elements, ...added])
    }
    default:
      return named.length === 0 ? [] : elements.filter((one) => !isNamed(one, named))
  }
}

function isAmong(one: Resource, elements: readonly Resource[]): boolean {
  return elements.some((element) => isDeepStrictEqual(element, one))
}

function isNamed(one: Resource, named: readonly Resource[]): boolean {
  return named.some(({ value }) => value === one['value'])
}

function changedElements(
  elements: readonly Resource[],
  { attribute, sub, filter }: Target,
  operation: Operation,
): Resource[] {
  const isMeant = (element: Resource) => filter === undefined || matches(element, filter)
  if (operation.op === 'remove' && sub === undefined) {
    return elements.filter((element) => !isMeant(element))
  }
  const single = { ...attribute, multiValued: false }
  const value = valueFor(sub ?? single, operation)
  const given = sub === undefined ? value : { [sub.name]: value }
  const change = isObject(given) ? given : {}
  if (elements.some(isMeant)) {
    return elements.map((element) =>
      isMeant(element) ? { ...element, ...change } : element,
    )
  }
  if (operation.op === 'remove') return [...elements]
  // Directories set the address of a type that is not there yet in this way.
  return [...elements, { ...impliedBy(filter), ...change }]
}

/** The values that an element must have to fit: those of `type eq "work"`. */
function impliedBy(filter: Filter | undefined): Resource {
  if (filter === undefined) return {}
  if (filter.kind === 'compare' && filter.operator === 'eq') {
    return { [filter.place.attribute.name]: filter.value }
  }
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map(impliedBy))
  throw noTarget('No value of the list fits the filter of the path.')
}

/** The last value that is said to be the primary one is the only one. */
function onePrimary(elements: readonly Resource[]): readonly Resource[] {
  const last = elements.findLastIndex(({ primary }) => primary === true)
  return elements.map((element, index) =>
    element['primary'] === true && index !== last
      ? { ...element, primary: false }
      : element,
  )
}
