import type { ImportRun } from '@lectern/contract/imports.ts'

import type { StoredResult } from '#/features/writing/file-trees/public.ts'
import type { Config } from '#/platform/config/config.ts'

import type { ImportRow } from './import-queries.ts'

const none = { created: 0, updated: 0, removed: 0, unchanged: 0 }

/** Rows of earlier builds count groups and links as pages. */
type Stored = Omit<StoredResult, 'groups' | 'links'> &
  Partial<Pick<StoredResult, 'groups' | 'links'>>

export function viewImportRun(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  organizationId: string,
  row: ImportRow,
): ImportRun {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this feature only
  const result = row.result as Stored | null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this feature only
  const problems = row.problems as ImportRun['problems']
  return {
    object: 'import-run',
    id: row.id,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check constraint holds the column to these
    status: row.status as ImportRun['status'],
    createdAt: row.created_at,
    ...(row.started_at !== null && { startedAt: row.started_at }),
    ...(row.completed_at !== null && { completedAt: row.completed_at }),
    space: row.space_id,
    ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
    progress: { done: row.done, total: row.total },
    ...(result !== null && {
      result: {
        revision: result.revision,
        pages: result.pages,
        groups: result.groups ?? none,
        links: result.links ?? none,
        files: result.files,
        reusableContents: result.reusableContents,
      },
      pages: viewPages(row, result),
    }),
    problems,
    ...(row.failure !== null && { failure: row.failure, reason: row.failure }),
    source: viewSource(row),
    target: {
      space: row.space_id,
      ...(row.change_request_id !== null && { changeRequest: row.change_request_id }),
      ...(row.page_id !== null && { page: row.page_id }),
    },
    createdBy: row.created_by,
    urls: { location: `${PUBLIC_URL}/v1/org/${organizationId}/imports/${row.id}` },
  }
}

function viewSource({ source_url: url, upload_keys: files }: ImportRow) {
  return url === null
    ? { type: 'file' as const, files: [...files] }
    : { type: 'website' as const, url }
}

function viewPages(
  { status }: ImportRow,
  { changedPages, changedGroups = [], sources = {} }: Stored,
): NonNullable<ImportRun['pages']> {
  const groups = new Set(changedGroups)
  return changedPages.map((id) => {
    const sourceURL = sources[id]
    return {
      id,
      type: groups.has(id) ? 'folder' : 'page',
      status: status === 'completed' ? 'complete' : 'pending',
      ...(sourceURL !== undefined && { sourceURL }),
    }
  })
}
