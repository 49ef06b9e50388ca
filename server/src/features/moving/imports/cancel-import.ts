import { authorize } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { importCancelled } from './import-events.ts'
import { importPolicy } from './import-policy.ts'
import { cancelImport } from './import-queries.ts'
import { resolveImport } from './import-resolve.ts'
import { viewImportRun } from './import-view.ts'

export const cancelImportRun = operation('cancelImportRun', async ({ params }, context) =>
  change(context, async (tx) => {
    const { actor, run } = await resolveImport(tx, context, params)
    authorize(importPolicy.run(actor), 'cancel this import', 'the edit role on its space')

    const cancelled = await tx.first(cancelImport, params)
    if (cancelled !== undefined) {
      importCancelled(tx, context, { ...params, spaceId: run.space_id })
    }
    const view = viewImportRun(context.config, params.organizationId, cancelled ?? run)
    return new Created(view, view.urls.location)
  }),
)
