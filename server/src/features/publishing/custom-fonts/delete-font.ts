import { requireVersion } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { customFontDeleted } from './custom-font-events.ts'
import { sweepFontFile } from './custom-font-jobs.ts'
import { deleteFont, detachAllFontFiles } from './custom-font-queries.ts'
import {
  authorizeEdit,
  lockFontWithFaces,
  touchSitesWithFont,
} from './custom-font-resolve.ts'

/** Deletes a font; sites that use it show their default font from then on. */
export const deleteCustomFont = operation(
  'deleteCustomFont',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const { organizationId } = params
      await authorizeEdit(tx, context, organizationId)
      const font = await lockFontWithFaces(tx, params)
      requireVersion(context, font.version, 'font')

      for (const { id: fileId } of await tx.many(detachAllFontFiles, params)) {
        enqueue(tx, sweepFontFile, { organizationId, fileId })
      }
      await tx.run(deleteFont, params)
      await touchSitesWithFont(tx, params)
      customFontDeleted(tx, context, { ...params, fontFamily: font.family })
      return undefined
    }),
)
