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
      pages: result.changedPages.map((id) => {
        const sourceURL = result.sources?.[id]
        return sourceURL === undefined ? { id } : { id, sourceURL }
      }),
    }),
    problems,
    ...(row.failure !== null && { failure: row.failure }),
    urls: { location: `${PUBLIC_URL}/v1/org/${organizationId}/imports/${row.id}` },
  }
}
