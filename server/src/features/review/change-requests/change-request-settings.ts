import { writeBody } from '#/content-store/documents/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { differing } from '#/platform/outbox/differing.ts'

import { changeRequestUpdated } from './change-request-events.ts'
import { updateChangeRequestRow } from './change-request-queries.ts'
import type { FoundChangeRequest } from './change-request-resolve.ts'
import { countedStatus } from './count-status.ts'

/** The settings to change; those that are undefined stay. */
export interface SettingsChange {
  readonly status?: string | undefined
  readonly subject?: string | undefined
  /** The description as Markdown. */
  readonly description?: string | undefined
}

type Locked = Pick<FoundChangeRequest, 'row' | 'of'>

/**
 * Writes the settings of a change request. `reopen` continues a merged one, and returns the
 * revision of the main branch that it is then up to date with.
 */
export async function writeSettings(
  tx: Transaction,
  context: Context,
  { row, of }: Locked,
  // oxlint-disable-next-line max-params -- a transaction, who changes, what is there, and what becomes of it
  {
    reopen = async () => row.ancestor_revision_id,
    ...wanted
  }: SettingsChange & { readonly reopen?: (status: string) => Promise<string | null> },
): Promise<void> {
  const before = {
    status: row.status,
    subject: row.subject,
    description: row.description,
  }
  const after = {
    status: wanted.status ?? row.status,
    subject: wanted.subject ?? row.subject,
    description: wanted.description ?? row.description,
  }
  const difference = differing(before, after)
  const { changed } = difference
  if (changed.length === 0) return
  const ancestorRevisionId = await reopen(after.status)
  await Promise.all([
    tx.run(updateChangeRequestRow, {
      ...of,
      ...after,
      ancestorRevisionId,
      mergedRevisionId: row.merged_revision_id,
    }),
    ...countedStatus(tx, of, before.status, after.status),
  ])
  changeRequestUpdated(tx, context, {
    ...of,
    payload: { changed, status: after.status },
    details: difference,
  })
}

/** The Markdown of a description, which is sent as a document and stored like every text. */
export async function descriptionOf(
  { threads, caller }: Pick<Context, 'threads' | 'caller'>,
  document: object | undefined,
): Promise<string | undefined> {
  if (document === undefined) return undefined
  const outcome = await threads.run(caller, writeBody, {
    text: { markdown: '' },
    edits: [{ change: 0, kind: 'set', body: { tree: document } }],
    spelling: { file: '', paths: {} },
  })
  if ('problem' in outcome) {
    const { problem } = outcome
    const what =
      problem.kind === 'invalid-document'
        ? `${problem.problem.path || 'root'} ${problem.problem.message}`
        : 'is more than 1 MB of Markdown'
    throw invalidRequest(`body.description ${what}.`, [
      { path: 'body.description', message: what },
    ])
  }
  return outcome.body?.markdown ?? ''
}
