import type { Revision, RevisionSummary } from '@lectern/contract/content.ts'

import type { OfSpace, VersionRow } from '#/content-store/branches/public.ts'
import type {
  FollowedSpecification,
  RevisionListRow,
} from '#/content-store/history/public.ts'
import {
  type FoundRevision,
  hasEntry,
  revisionOf,
  type TreeRow,
} from '#/content-store/read/public.ts'
import { viewUser } from '#/features/people/users/public.ts'
import {
  changesAppUrl,
  changesLocation,
  systemUserId,
} from '#/features/writing/computed-pages/public.ts'
import { viewFile } from '#/features/writing/files/public.ts'
import {
  type ComputedQuery,
  declaredScene,
  isDeclaredGroup,
  type PageScene,
  pageScene,
  viewReusableContent,
  viewTree,
} from '#/features/writing/pages/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

type Viewing = Pick<ReaderContext, 'config' | 'signer'>

/** Shows the head of a space, whose pages have the addresses of the space itself. */
export function viewHead(
  context: Viewing & Pick<ReaderContext, 'caller'>,
  of: { readonly organizationId: string; readonly spaceId: string },
  rows: readonly TreeRow[],
  // oxlint-disable-next-line max-params -- who sees, of what, its rows, and how they are shown
  query: ComputedQuery = {},
): Revision {
  const [first] = rows
  const revision = first && revisionOf(first, of)
  if (revision === undefined) throw new Error('The head of a space has no revision')
  const scene = declaredScene(pageScene(context, of.spaceId), query)
  return viewRevision(context, { revision, scene, rows })
}

/** The whole of a revision, whose pages are seen in `scene`. */
export function viewRevision(
  context: Viewing & Pick<ReaderContext, 'caller'>,
  {
    revision: { spaceId, branchId, id, type, parents, createdAt },
    scene,
    rows,
  }: {
    readonly revision: FoundRevision
    readonly scene: PageScene
    readonly rows: readonly TreeRow[]
  },
): Revision {
  const fileEpoch = rows[0]?.file_epoch ?? 0
  const entries = rows.filter(hasEntry)
  const ofKind = (kind: string) => entries.filter((row) => row.kind === kind)
  const [variables] = ofKind('variables')
  return {
    object: 'revision',
    id,
    type: hasExpanded(entries, scene) ? 'computed' : asRevisionType(type),
    // Former revisions are not for the visitors of a site, which may never have shown them.
    parents: isVisitor(context.caller) ? [] : parents,
    pages: viewTree(rows, scene),
    files: ofKind('file')
      .toSorted(byTitle)
      .map((row) => viewFile(row, context, { spaceId, branchId, fileEpoch })),
    reusableContents: ofKind('reusable-content')
      .toSorted(byTitle)
      .map(viewReusableContent),
    tags: [],
    ...(variables !== undefined && { variables: variablesOf(variables) }),
    createdAt,
    urls: { app: pageScene(context, spaceId, id).appUrl },
  }
}

/** Whether computed pages are shown in place of the source that they are declared by. */
function hasExpanded(entries: readonly VersionRow[], scene: PageScene): boolean {
  return (
    scene.isDeclared !== true &&
    entries.some((row) => isDeclaredGroup(row, { ...scene, isDeclared: true }))
  )
}

export function viewRevisionSummary(
  row: RevisionListRow & { readonly id: string },
  context: Viewing,
  { organizationId, spaceId }: Omit<OfSpace, 'callerId'>,
): RevisionSummary {
  return {
    object: 'revision-summary',
    id: row.id,
    number: row.number,
    type: asRevisionType(row.type),
    parents: row.parents,
    createdAt: row.created_at,
    createdBy: viewUser(
      {
        user_id: row.created_by,
        display_name: row.display_name ?? nameOfSystem(row.created_by),
        photo_url: row.photo_url,
        email: null,
      },
      context,
    ),
    changed: row.changed,
    ...(row.followed && { openapi: viewFollowed(row.followed, context, organizationId) }),
    urls: {
      app: pageScene(context, spaceId, row.id).appUrl,
      location: `${context.config.PUBLIC_URL}/v1/spaces/${spaceId}/revisions/${row.id}`,
    },
  }
}

function viewFollowed(
  { spec, from, to }: FollowedSpecification,
  context: Viewing,
  organizationId: string,
): NonNullable<RevisionSummary['openapi']> {
  const place = { organizationId, slug: spec, from, to }
  const urls = {
    app: changesAppUrl(context, place),
    location: changesLocation(context, place),
  }
  return { spec, from, to, urls }
}

/** Nobody in particular made a revision in which pages followed their specification. */
function nameOfSystem(userId: string): string {
  return userId === systemUserId ? 'OpenAPI' : ''
}

/** The variables of a space: names to text. */
export function variablesOf({ attributes }: Pick<VersionRow, 'attributes'>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
  return attributes as Record<string, string>
}

/** Orders by the code units of the title, then by age. */
function byTitle(one: VersionRow, other: VersionRow): number {
  if (one.title !== other.title) return one.title < other.title ? -1 : 1
  return one.entry_id < other.entry_id ? -1 : 1
}

function asRevisionType(stored: string): RevisionSummary['type'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
  return stored as RevisionSummary['type']
}
