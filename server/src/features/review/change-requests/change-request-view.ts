import type { TreeConflict } from '@lectern/content/merge/tree-conflict.ts'
import type { ChangeRequest, ContentConflict } from '@lectern/contract/change-requests.ts'
import type { JsonDocument } from '@lectern/contract/documents.ts'

import { projectionJson, readBodies } from '#/content-store/documents/public.ts'
import { spaceAppUrl } from '#/content-store/nodes/public.ts'
import { viewUser } from '#/features/people/users/public.ts'
import type { Context } from '#/platform/http/context.ts'
import type { DoneFor } from '#/platform/threads/threads.ts'

import type { ChangeRequestRow, PreviewedRow } from './change-request-queries.ts'

/** The descriptions as documents, by the id of the change request; they are stored as Markdown. */
export async function describe(
  { threads }: Pick<Context, 'threads'>,
  doneFor: DoneFor,
  rows: readonly Pick<ChangeRequestRow, 'id' | 'description'>[],
): Promise<ReadonlyMap<string, JsonDocument>> {
  const described = rows.flatMap(({ id, description }) =>
    description === null ? [] : [{ id, description }],
  )
  if (described.length === 0) return new Map()
  const bodies = await threads.run(
    doneFor,
    readBodies,
    described.map(({ description }) => description),
  )
  return new Map(
    described.flatMap(({ id }, index) => {
      const body = bodies[index]
      if (body === undefined) return []
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a projection is the JSON of a document
      return [[id, JSON.parse(projectionJson(body.projection)) as JsonDocument] as const]
    }),
  )
}

/** A change request without its merge state, which depends on the rest of it. */
export function viewWithoutMerge(
  { config }: Pick<Context, 'config'>,
  row: Omit<ChangeRequestRow, 'version' | 'head_number'>,
  description: JsonDocument | undefined,
): Omit<ChangeRequest, 'merge'> {
  const { space_id: space, id } = row
  const isMerged = row.status === 'merged'
  return {
    object: 'change-request',
    id,
    number: row.number,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has no other
    status: row.status as ChangeRequest['status'],
    subject: row.subject,
    ...(description && { description }),
    createdBy: viewUser(row, { config }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    space,
    revision: row.head_revision_id,
    revisionInitial: row.initial_revision_id,
    ...(row.ancestor_revision_id !== null && {
      revisionMergedAncestor: row.ancestor_revision_id,
    }),
    ...(row.merged_revision_id !== null && { revisionMerged: row.merged_revision_id }),
    comments: row.comments,
    outdated: !isMerged && row.main_number !== row.main_head_number,
    ...(row.cluster_id !== null && { conversationsIssuesCluster: row.cluster_id }),
    urls: {
      app: `${spaceAppUrl(config, space)}/~/changes/${row.number}`,
      location: `${config.PUBLIC_URL}/v1/spaces/${space}/change-requests/${id}`,
    },
  }
}

/** A placeholder author for readers of a site: the contract requires an author. */
const anyone = { user_id: 'hidden', display_name: '', photo_url: null, email: null }

/**
 * A change request for readers of a site: its subject and revision, and values for all other
 * required fields.
 */
export function viewPreviewed(
  { config }: Pick<Context, 'config'>,
  row: PreviewedRow,
): ChangeRequest {
  const unseen = {
    description: null,
    ancestor_revision_id: null,
    merged_revision_id: null,
    cluster_id: null,
    comments: 0,
  }
  const view = viewWithoutMerge({ config }, { ...row, ...unseen, ...anyone }, undefined)
  return { ...view, merge: { allowed: false, unmet: [] } }
}

export function viewConflict(
  conflict: TreeConflict,
  kindOf: (id: string) => string | undefined,
): ContentConflict {
  const { entry, block, ...rest } = conflict
  const { id, kind, title, path, others, field, base, ours, theirs } = rest
  return {
    id,
    kind,
    ...(entry !== undefined && { [nounOf(kindOf(entry))]: entry }),
    ...(title !== undefined && { title }),
    ...(path !== undefined && { path }),
    ...(others && { others: [...others] }),
    ...(field !== undefined && { field }),
    ...(block && { blocks: [...block.blocks] }),
    ...(base !== undefined && { base }),
    ...(ours !== undefined && { ours }),
    ...(theirs !== undefined && { theirs }),
  }
}

function nounOf(kind: string | undefined): 'page' | 'file' | 'reusableContent' {
  if (kind === 'file') return 'file'
  return kind === 'reusable-content' ? 'reusableContent' : 'page'
}
