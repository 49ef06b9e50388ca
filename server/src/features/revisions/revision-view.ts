import type { Revision, RevisionSummary } from '@lectern/contract/content.ts'

import {
  hasEntry,
  type RevisionColumns,
  type RevisionListRow,
  revisionOf,
  type TreeRow,
  type VersionRow,
} from '#/features/content/public.ts'
import { viewFile } from '#/features/files/public.ts'
import { pageScene, viewReusableContent, viewTree } from '#/features/pages/public.ts'
import { viewUser } from '#/features/users/public.ts'
import type { Context } from '#/platform/http/context.ts'

export interface RevisionHeader {
  readonly spaceId: string
  readonly id: string
  readonly type: string
  readonly parents: string[]
  readonly createdAt: string
  /** Whether it is read as what is there now: its pages are then where the space is. */
  readonly isHead: boolean
}

/** The header of a revision that a statement found. */
export function headerOf(
  row: RevisionColumns,
  of: Pick<RevisionHeader, 'spaceId' | 'id' | 'isHead'>,
): RevisionHeader {
  const { revision_type, revision_parents, revision_created_at } = revisionOf(row, of.id)
  return {
    ...of,
    type: revision_type,
    parents: revision_parents,
    createdAt: revision_created_at,
  }
}

type Viewing = Pick<Context, 'config' | 'signer'>

/** The whole of a revision. */
export function viewRevision(
  context: Viewing,
  { spaceId, id, type, parents, createdAt, isHead }: RevisionHeader,
  rows: readonly TreeRow[],
): Revision {
  const fileEpoch = rows[0]?.file_epoch ?? 0
  const entries = rows.filter(hasEntry)
  const ofKind = (kind: string) => entries.filter((row) => row.kind === kind)
  const [variables] = ofKind('variables')
  return {
    object: 'revision',
    id,
    type: asRevisionType(type),
    parents,
    pages: viewTree(rows, pageScene(context, spaceId, isHead ? undefined : id)),
    files: ofKind('file')
      .toSorted(byTitle)
      .map((row) => viewFile(row, context, { spaceId, fileEpoch })),
    reusableContents: ofKind('reusable-content')
      .toSorted(byTitle)
      .map(viewReusableContent),
    ...(variables !== undefined && { variables: variablesOf(variables) }),
    createdAt,
    urls: { app: pageScene(context, spaceId, id).appUrl },
  }
}

export function viewRevisionSummary(
  row: RevisionListRow & { readonly id: string },
  context: Viewing,
  spaceId: string,
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
        display_name: row.display_name ?? '',
        photo_url: row.photo_url,
        email: null,
      },
      context,
    ),
    changed: row.changed,
    urls: {
      app: pageScene(context, spaceId, row.id).appUrl,
      location: `${context.config.PUBLIC_URL}/v1/spaces/${spaceId}/revisions/${row.id}`,
    },
  }
}

/** The variables of a space: names to text. */
export function variablesOf({ attributes }: Pick<VersionRow, 'attributes'>) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
  return attributes as Record<string, string>
}

/** By code unit, then by age. */
function byTitle(one: VersionRow, other: VersionRow): number {
  if (one.title !== other.title) return one.title < other.title ? -1 : 1
  return one.entry_id < other.entry_id ? -1 : 1
}

function asRevisionType(stored: string): RevisionSummary['type'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
  return stored as RevisionSummary['type']
}
