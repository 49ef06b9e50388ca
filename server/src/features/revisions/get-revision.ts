import {
  readInSpace,
  revisionOf,
  selectTree,
  selectTreeInRevision,
  versionedAtHead,
} from '#/features/content/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'

import { headerOf, viewRevision } from './revision-view.ts'

const everything = { only: 'everything' } as const

export const getCurrentRevision = operation(
  'getCurrentRevision',
  async ({ params: { spaceId } }, context) =>
    versionedAtHead(context, spaceId, ['revision'], async () => {
      const found = await readInSpace(context, spaceId, async (of) =>
        context.db.many(selectTree(everything), of),
      )
      const { first, rows } = found
      const id = first.head_revision_id
      const header = headerOf(first, { spaceId, id, isHead: true })
      const view = () => viewRevision(context, header, rows)
      return { found, view }
    }),
)

export const getRevisionById = operation(
  'getRevisionById',
  async ({ params: { spaceId, revisionId } }, context) => {
    const { actor, first, rows } = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTreeInRevision(everything), { ...of, revisionId }),
    )
    const { revision_number } = revisionOf(first, revisionId)
    const header = headerOf(first, { spaceId, id: revisionId, isHead: false })
    return versioned(revision_number, [actor.role, first.file_epoch], () =>
      viewRevision(context, header, rows),
    )
  },
)
