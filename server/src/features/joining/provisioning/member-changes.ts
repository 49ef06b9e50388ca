import { ignored, isObject, type Resource } from './attribute-places.ts'
import type { Filter } from './filter.ts'
import type { PatchOperation } from './patch-operations.ts'
import { parsePatchPath } from './patch-path.ts'
import { readAttribute, valueNamed } from './read-resource.ts'
import { groupKind } from './resource-schemas.ts'
import { invalidPath, invalidValue } from './scim-errors.ts'

const membersMax = 1_000
const members = groupKind.core.attributes.find(({ name }) => name === 'members')

/** What a request does to who is in a group, whatever order it says it in. */
export interface MemberChanges {
  /** Who is in the group from then on; undefined where others stay. */
  readonly all: ReadonlySet<string> | undefined
  readonly add: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
}

/** The ids of users in a list of members. */
export function idsIn(value: unknown): string[] {
  const isNone = value === undefined || value === null
  const given: readonly unknown[] = isNone ? [] : [value].flat()
  const read = members && readAttribute(members, given)
  const listed = Array.isArray(read) ? read.filter(isObject) : []
  if (listed.length < given.length) throw noMember()
  return listed.map(({ value: id, type }) => {
    const isGroup = typeof type === 'string' && type.toLowerCase() === 'group'
    if (typeof id !== 'string' || isGroup) throw noMember()
    return id
  })
}

function noMember() {
  return invalidValue(
    'A member needs the id of a user as its "value"; groups have no groups in them.',
  )
}

export interface GroupPatch {
  readonly members: MemberChanges
  /** The operations on all other attributes. */
  readonly others: readonly PatchOperation[]
}

/** Takes the operations of a PATCH apart: those on members never need all members. */
export function readGroupPatch(operations: readonly PatchOperation[]): GroupPatch {
  const others: PatchOperation[] = []
  const onMembers: PatchOperation[] = []
  for (const operation of operations) {
    const { path, value } = operation
    if (path !== undefined) {
      if (isOnMembers(path)) onMembers.push(operation)
      else others.push(operation)
    } else if (isObject(value) && valueNamed(value, 'members') !== undefined) {
      const listed = valueNamed(value, 'members')
      onMembers.push({ ...operation, path: 'members', value: listed })
      others.push({ ...operation, value: withoutMembers(value) })
    } else others.push(operation)
  }
  return { members: changesOf(onMembers), others }
}

function isOnMembers(path: string): boolean {
  const [name = ''] = path.split(/[.[]/, 1)
  const bare = path.toLowerCase().startsWith(`${groupKind.core.id.toLowerCase()}:`)
    ? path.slice(groupKind.core.id.length + 1)
    : name
  return bare.split(/[.[]/, 1).join('').toLowerCase() === 'members'
}

function withoutMembers(value: Resource): Resource {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => key.toLowerCase() !== 'members'),
  )
}

function changesOf(operations: readonly PatchOperation[]): MemberChanges {
  let all: Set<string> | undefined
  const add = new Set<string>()
  const remove = new Set<string>()
  for (const operation of operations) {
    const { op } = operation
    const ids = idsOf(operation)
    if (op === 'replace' || ids === 'all') {
      all = new Set(ids === 'all' ? [] : ids)
      add.clear()
      remove.clear()
      continue
    }
    const [from, to] = op === 'add' ? [remove, add] : [add, remove]
    for (const id of ids) {
      from.delete(id)
      to.add(id)
      if (op === 'add') all?.add(id)
      else all?.delete(id)
    }
  }
  refuseMany((all?.size ?? 0) + add.size + remove.size)
  return { all, add, remove }
}

export function refuseMany(count: number): void {
  if (count > membersMax) {
    throw invalidValue(
      `A request names at most ${membersMax} members. Send the others in further ones.`,
    )
  }
}

/** The users that an operation is about. */
function idsOf({ op, path = '', value }: PatchOperation): string[] | 'all' {
  const target = parsePatchPath(path, groupKind)
  if (target === ignored) return []
  const { filter, sub } = target
  if (sub !== undefined) throw invalidPath(path)
  if (filter !== undefined) {
    if (op !== 'remove') throw invalidPath(path)
    return idsInFilter(filter, path)
  }
  const ids = idsIn(value)
  return op === 'remove' && ids.length === 0 ? 'all' : ids
}

/** The ids of `value eq "…"`, or of several of these joined by `or`. */
function idsInFilter(filter: Filter, path: string): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap((part) => idsInFilter(part, path))
  const isById =
    filter.kind === 'compare' &&
    filter.operator === 'eq' &&
    filter.place.attribute.name === 'value'
  if (!isById || typeof filter.value !== 'string') throw invalidPath(path)
  return [filter.value]
}
