import { contentActorFrom, type ContentActor } from '#/access/content-access.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { type ImportRow, selectImportForCaller } from './import-queries.ts'

/** The import and the caller's access to its space; refuses callers who may not see both. */
export async function resolveImport(
  db: Queryable,
  context: Pick<Context, 'caller'>,
  {
    organizationId,
    importRunId,
  }: Readonly<{ organizationId: string; importRunId: string }>,
): Promise<{ actor: ContentActor; run: ImportRow }> {
  const callerId = context.caller.userId
  const run = await db.first(selectImportForCaller, {
    organizationId,
    importRunId,
    callerId,
  })
  const actor = contentActorFrom(run, context, organizationId)
  if (run === undefined || actor === undefined) throw notFound('import', importRunId)
  return { actor, run }
}
