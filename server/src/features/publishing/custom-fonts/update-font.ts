import { fontFacesMax } from '@lectern/contract/custom-fonts.ts'

import { requireVersion } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { fontWithoutRegular, tooManyFaces } from './custom-font-errors.ts'
import { customFontUpdated } from './custom-font-events.ts'
import { sweepFontFile } from './custom-font-jobs.ts'
import { detachFontFiles, type FontRow, updateFont } from './custom-font-queries.ts'
import {
  authorizeEdit,
  findFont,
  lockFontWithFaces,
  touchSitesWithFont,
} from './custom-font-resolve.ts'
import { viewFont } from './custom-font-view.ts'
import {
  attachFaces,
  dropFaces,
  type GivenFace,
  requireDistinctWeights,
  storeFaces,
} from './store-faces.ts'

export const updateCustomFont = operation(
  'updateCustomFont',
  async ({ params, body: { fontFamily, fontFaces = [] } }, context) => {
    const { organizationId } = params
    requireDistinctWeights(fontFaces)
    await authorizeEdit(context.db, context, organizationId)
    requireFaces(await findFont(context.db, params), fontFaces)
    const stored = await storeFaces(context, organizationId, fontFaces)
    try {
      return await change(context, async (tx) => {
        const actor = await authorizeEdit(tx, context, organizationId)
        const font = await lockFontWithFaces(tx, params)
        requireVersion(context, font.version, 'font')
        const weights = requireFaces(font, fontFaces)

        const family = fontFamily ?? font.family
        const given = fontFaces.map(({ weight }) => weight)
        const detached = await tx.many(detachFontFiles, { ...params, weights: given })
        for (const { id: fileId } of detached) {
          enqueue(tx, sweepFontFile, { organizationId, fileId })
        }
        await attachFaces(tx, params, stored)
        await tx.run(updateFont, { ...params, family })
        await touchSitesWithFont(tx, params)
        customFontUpdated(tx, context, { ...params, fontFamily: family, weights })
        return viewFont(context, actor, await findFont(tx, params))
      })
    } catch (error) {
      await dropFaces(context, organizationId, stored)
      throw error
    }
  },
)

/** The weights after a change, which must leave a regular face and not too many. */
function requireFaces(font: FontRow, given: readonly GivenFace[]): readonly number[] {
  const weights = new Set(font.faces.map(({ weight }) => weight))
  for (const { weight, storageKey } of given) {
    if (storageKey === null) weights.delete(weight)
    else weights.add(weight)
  }
  if (!weights.has(400)) throw fontWithoutRegular()
  if (weights.size > fontFacesMax) throw tooManyFaces(fontFacesMax)
  return [...weights].toSorted((left, right) => left - right)
}
