import type { ContentRef } from '@lectern/contract/content-refs.ts'
import type { ContentLocation } from '@lectern/contract/links.ts'

import { shapeOf } from '#/content-store/branches/public.ts'
import { selectLocated, selectSpaceHeads } from '#/content-store/links/public.ts'
import {
  resolveOrganization,
  viewOrganization,
} from '#/features/people/organizations/public.ts'
import { selectUsersOfOrganization, viewUser } from '#/features/people/users/public.ts'
import { viewCollections } from '#/features/writing/collections/public.ts'
import { viewSpaces } from '#/features/writing/spaces/public.ts'
import type { Context } from '#/platform/http/context.ts'

import type { LinkedContent } from './linked-content.ts'
import { viewLocation } from './location-view.ts'

export interface EntryName {
  readonly spaceId: string
  readonly entryId: string
}

/** The entries and targets to show; the caller may not be allowed to see all of them. */
interface ToShow {
  readonly entries: readonly EntryName[]
  readonly targets?: readonly ContentRef[]
}

/**
 * The views of entries and targets; undefined if these do not exist or are hidden from the caller.
 */
interface Locations {
  readonly viewEntry: (name: EntryName) => ContentLocation | undefined
  readonly viewTarget: (ref: ContentRef) => ContentLocation | undefined
}

/** Reads the data for locations, in statements that are sent together. */
export async function readLocations(
  context: Context,
  place: LinkedContent,
  { entries, targets = [] }: ToShow,
): Promise<Locations> {
  const { branch, changeRequest } = place
  const targeted = targets.map((ref) => entryIn(ref, branch.spaceId))
  const names = distinct([...entries, ...targeted.filter((name) => name !== undefined)])
  const spaceIds = new Set([
    ...names.map(({ spaceId }) => spaceId),
    ...idsOf(targets, 'space'),
  ])
  const read = await readAll(context, place, { names, spaceIds: [...spaceIds], targets })
  const viewEntry: Locations['viewEntry'] = (name) => {
    const row = read.rows.get(keyOf(name))
    const space = read.spaces.get(name.spaceId)
    const head = read.heads.get(name.spaceId)
    if (row === undefined || space === undefined || head === undefined) return undefined
    const { organization } = read
    const isOwn = name.spaceId === branch.spaceId && changeRequest !== undefined
    const version = isOwn ? { changeRequest } : {}
    return viewLocation(context, row, { organization, space, head, ...version })
  }
  return {
    viewEntry,
    viewTarget: (ref) => viewTarget(ref, branch.spaceId, { ...read, viewEntry }),
  }
}

type Read = Awaited<ReturnType<typeof readAll>>

async function readAll(
  context: Context,
  { branch }: LinkedContent,
  of: {
    names: readonly EntryName[]
    spaceIds: readonly string[]
    targets: readonly ContentRef[]
  },
) {
  const { db } = context
  const { organizationId, spaceId: ownId, branchId, mainNumber } = branch
  const branchOf = (spaceId: string) => (spaceId === ownId ? branchId : spaceId)
  const userIds = idsOf(of.targets, 'user')
  const [organization, spaces, collections, users, heads, rows] = await Promise.all([
    resolveOrganization(db, context, organizationId),
    viewSpaces(context, organizationId, of.spaceIds),
    viewCollections(context, organizationId, idsOf(of.targets, 'collection')),
    userIds.length === 0
      ? []
      : db.many(selectUsersOfOrganization, { organizationId, userIds }),
    db.many(selectSpaceHeads, {
      organizationId,
      spaceIds: of.spaceIds,
      branchIds: of.spaceIds.map(branchOf),
    }),
    of.names.length === 0
      ? []
      : db.many(selectLocated(shapeOf(branch)), {
          organizationId,
          spaceIds: of.names.map(({ spaceId }) => spaceId),
          branchIds: of.names.map(({ spaceId }) => branchOf(spaceId)),
          mainNumbers: of.names.map(({ spaceId }) =>
            spaceId === ownId ? mainNumber : null,
          ),
          entryIds: of.names.map(({ entryId }) => entryId),
        }),
  ])
  return {
    organization: viewOrganization(organization, context),
    spaces,
    collections,
    users: new Map(users.map((row) => [row.user_id, viewUser(row, context)])),
    heads: new Map(heads.map((row) => [row.space_id, row])),
    rows: new Map(
      rows.map((row) => [keyOf({ spaceId: row.space_id, entryId: row.entry_id }), row]),
    ),
  }
}

function viewTarget(
  ref: ContentRef,
  ownId: string,
  {
    organization,
    spaces,
    collections,
    users,
    viewEntry,
  }: Read & Pick<Locations, 'viewEntry'>,
): ContentLocation | undefined {
  switch (ref.kind) {
    case 'url':
      return { kind: 'url', url: ref.url }
    case 'user': {
      const user = users.get(ref.user)
      return user && { kind: 'user', user }
    }
    case 'collection': {
      const collection = collections.get(ref.collection)
      return collection && { kind: 'collection', organization, collection }
    }
    case 'space': {
      const space = spaces.get(ref.space)
      return space && { kind: 'space', organization, space }
    }
    default: {
      const name = entryIn(ref, ownId)
      const location = name && viewEntry(name)
      if (ref.kind !== 'anchor' || location?.kind !== 'page') return location
      return { ...location, internalLocation: { type: 'anchor', anchor: ref.anchor } }
    }
  }
}

/** The entry that a reference names. */
function entryIn(ref: ContentRef, ownId: string): EntryName | undefined {
  const spaceId = 'space' in ref ? (ref.space ?? ownId) : ownId
  switch (ref.kind) {
    case 'page':
      return { spaceId, entryId: ref.page }
    case 'anchor':
      return ref.page === undefined ? undefined : { spaceId, entryId: ref.page }
    case 'file':
      return { spaceId, entryId: ref.file }
    case 'reusable-content':
      return { spaceId, entryId: ref.reusableContent }
    default:
      return undefined
  }
}

function idsOf(
  refs: readonly ContentRef[],
  kind: 'user' | 'collection' | 'space',
): readonly string[] {
  const ids = refs.flatMap((ref) => {
    if (ref.kind !== kind) return []
    const value = new Map<string, unknown>(Object.entries(ref)).get(kind)
    return typeof value === 'string' ? [value] : []
  })
  return [...new Set(ids)]
}

function distinct(names: readonly EntryName[]): readonly EntryName[] {
  return [...new Map(names.map((name) => [keyOf(name), name])).values()]
}

function keyOf({ spaceId, entryId }: EntryName): string {
  return `${spaceId} ${entryId}`
}
