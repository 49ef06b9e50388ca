import { authorize } from '#/access/actor.ts'
import { contentActorFrom } from '#/access/content-access.ts'
import { spaceLocked } from '#/features/content-edits/public.ts'
import { findUpload, useUpload } from '#/features/files/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { importStarted } from './import-events.ts'
import { runImport } from './import-jobs.ts'
import { importPolicy } from './import-policy.ts'
import { insertImport, selectTarget } from './import-queries.ts'
import { viewImportRun } from './import-view.ts'

export const startImportRun = operation(
  'startImportRun',
  async ({ params: { organizationId }, body: { source, target } }, context) => {
    const keys = [...new Set(source.files)]
    return change(context, async (tx) => {
      const callerId = context.caller.userId
      const spaceId = target.space
      const found = await tx.first(selectTarget, { organizationId, spaceId, callerId })
      const actor = contentActorFrom(found, context, organizationId)
      if (found === undefined || actor === undefined) throw notFound('space', spaceId)
      authorize(importPolicy.run(actor), 'import into this space', 'the edit role on it')
      if (found.edit_mode === 'locked') throw spaceLocked(spaceId)

      const names: string[] = []
      for (const key of keys) {
        const wanted = { organizationId, key, kind: 'import_file' } as const
        const upload = await findUpload(context, wanted)
        names.push(upload.name)
        // Whole, or refused here rather than by a job that nobody waits for.
        ;(await upload.read(1)).destroy()
        await useUpload(tx, { organizationId, key })
      }
      const importRunId = newId()
      const mode = target.mode ?? 'add'
      const run = { organizationId, importRunId, spaceId, mode }
      const inserted = await tx.first(insertImport, {
        ...run,
        keys,
        names,
        createdBy: callerId,
      })
      if (inserted === undefined) throw new Error('The import was not inserted')
      enqueue(tx, runImport, { organizationId, importRunId })
      importStarted(tx, context, run)

      const view = viewImportRun(context.config, organizationId, inserted)
      return new Created(view, view.urls.location)
    })
  },
)
