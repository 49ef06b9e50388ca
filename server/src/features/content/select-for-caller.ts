import { atHome, type ContentActor, contentActorFrom } from '#/access/content-access.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { type Versioned, versioned } from '#/platform/http/outcome.ts'

import { type EntryKind, isPageKind } from './entry-state.ts'
import {
  type HeadColumns,
  type OfSpace,
  type RevisionColumns,
  selectHead,
} from './select-space.ts'

export interface FoundInSpace<Row> {
  readonly organizationId: string
  readonly actor: ContentActor
  /** The first row, which says of the space what every row says. */
  readonly first: Row
  readonly rows: readonly Row[]
}

/** What a statement finds in a space for the caller, or the refusal of a space that is not there. */
export async function readInSpace<Row extends HeadColumns>(
  context: Context,
  spaceId: string,
  read: (of: OfSpace) => Promise<readonly Row[]>,
): Promise<FoundInSpace<Row>> {
  const callerId = context.caller.userId
  return atHome(context, 'space', spaceId, async (organizationId) => {
    const rows = await read({ organizationId, callerId, spaceId })
    const first = rows.find(saysWhoAsks)
    const actor = contentActorFrom(first, context, organizationId)
    if (first === undefined || actor === undefined) return undefined
    return { organizationId, actor, first, rows }
  })
}

/** Long results say it in one row only. */
function saysWhoAsks({ content_base }: { content_base: string | null }): boolean {
  return content_base !== null
}

/** What a read says besides its body. */
interface Seen<Body> {
  readonly found: FoundInSpace<HeadColumns>
  readonly view: Versioned<Body>['view']
}

/**
 * A read of the head. `asked` is all of the request that the answer depends on: whoever has the
 * answer to the same question from the same head needs no body, so none is read.
 */
export async function versionedAtHead<Body>(
  context: Context,
  spaceId: string,
  asked: readonly unknown[],
  read: () => Promise<Seen<Body>>,
): Promise<Versioned<Body>> {
  const version = (
    { actor, first }: FoundInSpace<HeadColumns>,
    view: Versioned<Body>['view'],
  ) => versioned(first.head_number, [actor.role, first.file_epoch, ...asked], view)
  if (context.isRevalidation) {
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectHead, of),
    )
    return version(found, async () => (await read()).view())
  }
  const { found, view } = await read()
  return version(found, view)
}

/** The columns of a revision that is there; refuses one that is not. */
export function revisionOf(
  row: RevisionColumns,
  revisionId: string,
): { readonly [Column in keyof RevisionColumns]: NonNullable<RevisionColumns[Column]> } {
  const { revision_number, revision_type, revision_parents, revision_created_at } = row
  if (
    revision_number === null ||
    revision_type === null ||
    revision_parents === null ||
    revision_created_at === null
  ) {
    throw notFound('revision', revisionId)
  }
  return { revision_number, revision_type, revision_parents, revision_created_at }
}

/** Whether the row has an entry: an outer join gives all its columns or none. */
export function hasEntry<Row extends { readonly entry_id: string | null }>(
  row: Row,
): row is Row & WithEntry<Row> {
  return row.entry_id !== null
}

interface MaybeEntry {
  readonly entry_id: string | null
  readonly kind: string | null
}

/** Whether the row has an entry of the kind that was looked for. */
export function hasKind<Row extends MaybeEntry>(
  row: Row,
  kind: EntryKind,
): row is Row & WithEntry<Row> {
  return row.kind === kind
}

export function hasPage<Row extends MaybeEntry>(row: Row): row is Row & WithEntry<Row> {
  return row.kind !== null && isPageKind(row.kind)
}

type EntryKey =
  | 'entry_id'
  | 'from_number'
  | 'kind'
  | 'parent_id'
  | 'position'
  | 'title'
  | 'created_at'
  | 'updated_at'

type WithEntry<Row> = {
  readonly [Column in keyof Row]: Column extends EntryKey
    ? NonNullable<Row[Column]>
    : Row[Column]
}
