import {
  type ContentActor,
  contentActorFrom,
  inSpaceOf,
} from '#/access/content-access.ts'
import {
  type HeadColumns,
  type InPlace,
  type OfRevision,
  type OfSpace,
  type PlaceShape,
  type RevisionColumns,
  selectHead,
  selectLongReplaced,
  selectPlace,
} from '#/content-store/branches/public.ts'
import { type EntryKind, isPageKind } from '#/content-store/entries/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { type Versioned, versioned } from '#/platform/http/outcome.ts'

export interface FoundInSpace<Row> {
  readonly organizationId: string
  readonly actor: ContentActor
  /** The first row, whose columns about the space hold for every row. */
  readonly first: Row
  readonly rows: readonly Row[]
}

/** The rows that a statement finds in a space for the caller; refuses a missing space. */
export async function readInSpace<Row extends HeadColumns>(
  context: Pick<ReaderContext, 'homes' | 'caller'>,
  spaceId: string,
  read: (of: OfSpace) => Promise<readonly Row[]>,
): Promise<FoundInSpace<Row>> {
  return inSpaceOf(context, spaceId, async (asked) => {
    const { organizationId } = asked
    const rows = await read({ ...asked, spaceId })
    const first = rows.find(saysWhoAsks)
    const actor = contentActorFrom(first, context, organizationId)
    if (first === undefined || actor === undefined) return undefined
    return { organizationId, actor, first, rows }
  })
}

/** Whether the row has the columns about the caller; long results have them in one row only. */
function saysWhoAsks({ content_base }: { content_base: string | null }): boolean {
  return content_base !== null
}

/** The result of a read besides its body. */
interface Seen<Body> {
  readonly found: FoundInSpace<HeadColumns>
  readonly view: Versioned<Body>['view']
}

interface Question {
  /** Every part of the request that the answer depends on. */
  readonly asked: readonly unknown[]
  /** Whether the answer has download URLs of files, which are made for one token. */
  readonly hasFileUrls?: boolean
}

/**
 * A read of the head. A caller that has the answer to the same question from the same head needs no
 * body, so none is read.
 */
export async function versionedAtHead<Body>(
  context: ReaderContext,
  spaceId: string,
  { asked, hasFileUrls = false }: Question,
  read: () => Promise<Seen<Body>>,
): Promise<Versioned<Body>> {
  const audience = await audienceOf(context)
  const fileMark = hasFileUrls ? context.caller.fileMark : undefined
  const version = (
    { actor, first }: FoundInSpace<HeadColumns>,
    view: Versioned<Body>['view'],
  ) => {
    const seenAs = [actor.role, first.file_epoch, fileMark, audience, ...asked]
    return versioned(first.head_number, seenAs, view)
  }
  if (context.isRevalidation) {
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectHead, of),
    )
    return version(found, async () => (await read()).view())
  }
  const { found, view } = await read()
  return version(found, view)
}

/** Content besides the head of the main branch: a revision of any branch, or a change request. */
export type ContentPlace = { readonly spaceId: string } & (
  | { readonly revisionId: string }
  | { readonly changeRequestId: string }
)

/** The revision that a request reads. */
export interface FoundRevision extends OfRevision {
  readonly id: string
  readonly type: string
  readonly parents: string[]
  readonly createdAt: string
  /** The number of the requested change request, whose head this revision is. */
  readonly changeRequestNumber: number | null
}

export interface FoundInPlace<Row> extends FoundInSpace<Row> {
  readonly revision: FoundRevision
}

/** The rows that a statement finds in a place for the caller; refuses a missing place. */
export async function readInPlace<Row extends HeadColumns & RevisionColumns>(
  context: Pick<ReaderContext, 'homes' | 'caller' | 'db'>,
  place: ContentPlace,
  read: (shape: PlaceShape, of: InPlace) => Promise<readonly Row[]>,
): Promise<FoundInPlace<Row>> {
  const isRevision = 'revisionId' in place
  const { spaceId } = place
  const id = isRevision ? place.revisionId : place.changeRequestId
  for (const shape of shapesOf(isRevision)) {
    const found = await readInSpace(context, spaceId, async (of) =>
      read({ place: shape }, { ...of, revisionId: id, changeRequestId: id }),
    )
    const of = { organizationId: found.organizationId, spaceId }
    const revision = revisionOf(found.first, of)
    if (revision !== undefined && (await isShown(context, revision, found.first))) {
      return { ...found, revision }
    }
  }
  throw notFound(isRevision ? 'revision' : 'change request', id)
}

/** The shapes to try in turn: most revisions are of the main branch, the cheaper statement. */
function shapesOf(isRevision: boolean): readonly PlaceShape['place'][] {
  return isRevision ? ['main', 'branch'] : ['change-request']
}

/**
 * Whether the caller may see the revision. Visitors see the head, for some minutes a
 * replaced one, since a page is read in more than one request, and what they preview.
 */
async function isShown(
  { caller, db }: Pick<ReaderContext, 'caller' | 'db'>,
  { organizationId, spaceId, branchId, id, number }: FoundRevision,
  { head_revision_id }: HeadColumns,
): Promise<boolean> {
  if (!isVisitor(caller) || id === head_revision_id) return true
  const preview = (await caller.look())?.preview
  if (preview?.revisionId === id) return true
  if (branchId !== spaceId && preview?.branchId !== branchId) return false
  const after = { organizationId, spaceId, branchId, number }
  return (await db.first(selectLongReplaced, after)) === undefined
}

/** The audience of a visitor, which decides on answers; empty for users, whose role decides. */
export async function audienceOf({
  caller,
}: Pick<ReaderContext, 'caller'>): Promise<string> {
  return isVisitor(caller) ? `visitor ${(await caller.look())?.audience ?? ''}` : ''
}

/** The revision in a row, or undefined without one: its columns are null together. */
export function revisionOf(
  row: RevisionColumns,
  of: { readonly organizationId: string; readonly spaceId: string },
): FoundRevision | undefined {
  const {
    revision_id: id,
    revision_branch_id: branchId,
    revision_number: number,
    revision_main_number: mainNumber,
    revision_type: type,
    revision_parents: parents,
    revision_created_at: createdAt,
    change_request_number: changeRequestNumber,
  } = row
  const isThere =
    id !== null && branchId !== null && number !== null && mainNumber !== null
  if (!isThere || type === null || parents === null || createdAt === null) {
    return undefined
  }
  const point = { branchId, number, mainNumber }
  return { ...of, ...point, id, type, parents, createdAt, changeRequestNumber }
}

interface SeenInPlace<Body> {
  readonly found: FoundInPlace<HeadColumns>
  readonly view: Versioned<Body>['view']
}

/** A versioned read in a place, like `versionedAtHead` for the head. */
export async function versionedInPlace<Body>(
  context: ReaderContext,
  place: ContentPlace,
  {
    asked,
    hasFileUrls = false,
    isSameForRevision = false,
    also = nothingElse,
  }: Question & {
    /** What else the answer depends on. */
    readonly also?: (revision: FoundRevision) => Promise<readonly unknown[]>
    /** Whether the answer stays the same as long as the revision is the same. */
    readonly isSameForRevision?: boolean
  },
  read: () => Promise<SeenInPlace<Body>>,
): Promise<Versioned<Body>> {
  const isImmutable = isSameForRevision && 'revisionId' in place
  const audience = await audienceOf(context)
  const fileMark = hasFileUrls ? context.caller.fileMark : undefined
  const version = async (
    { actor, first, revision }: FoundInPlace<HeadColumns>,
    view: Versioned<Body>['view'],
  ) => {
    const seenBy = [actor.role, first.file_epoch, fileMark, audience]
    const seenAs = [...seenBy, revision.id, ...asked, ...(await also(revision))]
    return versioned(revision.number, seenAs, view, { isImmutable })
  }
  if (context.isRevalidation) {
    const found = await readInPlace(context, place, async (shape, of) =>
      context.db.many(selectPlace(shape), of),
    )
    return version(found, async () => (await read()).view())
  }
  const { found, view } = await read()
  return version(found, view)
}

const nothingElse = async () => Promise.resolve([])

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

/** Whether the row has an entry of the requested kind. */
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
