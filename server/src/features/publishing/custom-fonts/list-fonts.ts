import { actorIn, authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'
import { readPage } from '#/platform/http/paging.ts'

import { customFontPolicy } from './custom-font-policy.ts'
import { selectFonts } from './custom-font-queries.ts'
import { findFont } from './custom-font-resolve.ts'
import { viewFont } from './custom-font-view.ts'

const needed = 'a role in the organization'

export const listCustomFonts = operation('listCustomFonts', async (request, context) => {
  const { organizationId } = request.params
  const page = readPage(context, request)
  const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
  const found = await context.db.many(selectFonts(shape), {
    organizationId,
    callerId: context.caller.userId,
    afterId: page.afterText(0),
  })
  const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)
  authorize(customFontPolicy.view(actor), 'list fonts', needed)

  return page.finish(rows, {
    ...counted,
    keyOf: (font) => [font.id],
    view: (font) => viewFont(context, actor, font),
  })
})

export const getCustomFont = operation('getCustomFont', async ({ params }, context) => {
  const actor = await actorIn(context.db, context, params.organizationId)
  authorize(customFontPolicy.view(actor), 'see this font', needed)
  const font = await findFont(context.db, params)
  return versioned(font.version, [actor.role], () => viewFont(context, actor, font))
})
