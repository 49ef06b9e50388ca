import { lockOrganization } from '#/features/people/organizations/public.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { fontWithoutRegular, tooManyFonts } from './custom-font-errors.ts'
import { customFontCreated } from './custom-font-events.ts'
import { countFonts, insertFont } from './custom-font-queries.ts'
import { authorizeEdit, findFont } from './custom-font-resolve.ts'
import { viewFont } from './custom-font-view.ts'
import {
  attachFaces,
  dropFaces,
  requireDistinctWeights,
  storeFaces,
} from './store-faces.ts'

const fontsMax = 50

export const createCustomFont = operation(
  'createCustomFont',
  async ({ params: { organizationId }, body: { fontFamily, fontFaces } }, context) => {
    requireDistinctWeights(fontFaces)
    await authorizeEdit(context.db, context, organizationId)
    const weights = fontFaces.map(({ weight }) => weight)
    if (!weights.includes(400)) throw fontWithoutRegular()
    const stored = await storeFaces(context, organizationId, fontFaces)
    try {
      return await change(context, async (tx) => {
        const actor = await authorizeEdit(tx, context, organizationId)
        // Two at once would both be the last one.
        await tx.first(lockOrganization, { organizationId })
        const counted = await tx.first(countFonts, { organizationId })
        if ((counted?.count ?? 0) >= fontsMax) throw tooManyFonts(fontsMax)

        const of = { organizationId, fontId: newId() }
        await tx.run(insertFont, { ...of, family: fontFamily })
        await attachFaces(tx, of, stored)
        customFontCreated(tx, context, { ...of, fontFamily, weights })
        return new Created(
          viewFont(context, actor, await findFont(tx, of)),
          `${context.config.PUBLIC_URL}/v1/orgs/${organizationId}/fonts/${of.fontId}`,
        )
      })
    } catch (error) {
      await dropFaces(context, organizationId, stored)
      throw error
    }
  },
)
