import { operation } from '#/platform/http/operation.ts'

import { resolveImport } from './import-resolve.ts'
import { viewImportRun } from './import-view.ts'

export const getImportRun = operation('getImportRun', async ({ params }, context) => {
  const { run } = await resolveImport(context.db, context, params)
  return viewImportRun(context.config, params.organizationId, run)
})
