import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { prepareCopy, writeCopy } from './copy-space.ts'
import { spaceUrl, viewSpace } from './space-view.ts'

export const duplicateSpace = operation(
  'duplicateSpace',
  async ({ params: { spaceId } }, context) => {
    const copy = await prepareCopy(context, spaceId)

    return change(context, async (tx) => {
      const copied = await writeCopy(tx, context, copy)
      return new Created(
        viewSpace(copied, context),
        spaceUrl(copy.copyId, context.config),
      )
    })
  },
)
