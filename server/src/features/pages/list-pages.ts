import {
  readInSpace,
  revisionOf,
  selectTree,
  selectTreeInRevision,
  versionedAtHead,
} from '#/features/content/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { viewTree } from './page-tree.ts'
import { pageScene } from './page-view.ts'

export const listPages = operation('listPages', async ({ params }, context) => {
  const { spaceId } = params
  return versionedAtHead(context, spaceId, ['pages'], async () => {
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTree({ only: 'pages' }), of),
    )
    const view = () => ({ pages: viewTree(found.rows, pageScene(context, spaceId)) })
    return { found, view }
  })
})

export const listPagesInRevisionById = operation(
  'listPagesInRevisionById',
  async ({ params: { spaceId, revisionId }, query }, context) => {
    const { actor, first, rows } = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTreeInRevision({ only: 'pages' }), { ...of, revisionId }),
    )
    const { revision_number } = revisionOf(first, revisionId)
    const scene = pageScene(context, spaceId, revisionId)
    return versioned(
      revision_number,
      [actor.role],
      () => ({ pages: viewTree(rows, scene) }),
      { isImmutable: query.metadata === false },
    )
  },
)
