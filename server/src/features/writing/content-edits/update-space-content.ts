import { atHome } from '#/access/content-access.ts'
import { readHeadRevision } from '#/features/writing/revisions/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { spaceContentUpdated } from '#/features/writing/spaces/public.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { editContent } from './edit-content.ts'
import {
  authorizeEditor,
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from './resolve-content.ts'

export const updateSpaceContent = operation(
  'updateSpaceContent',
  async ({ params: { spaceId }, query, body }, context) => {
    const content = await contentAtHome(context, spaceId)
    requireEditable(context, content)
    const { branch } = content
    return editContent(context, content, {
      changes: body.changes,
      dryRun: query.dryRun ?? false,
      lock: async (tx) => lockContent(tx, context, branch),
      written: (tx, { revisionId, operations }) => {
        spaceContentUpdated(tx, context, {
          ...branch,
          revisionId,
          details: { operations },
        })
        indexSpaceSoon(tx, branch)
        return undefined
      },
      ...(query.return === 'revision' && {
        readWhole: async (tx) => readHeadRevision(tx, context, branch),
      }),
    })
  },
  async ({ params: { spaceId } }, context) =>
    authorizeEditor(await contentAtHome(context, spaceId)),
)

async function contentAtHome(context: Context, spaceId: string): Promise<ContentToEdit> {
  return atHome(context, 'space', spaceId, async (organizationId) =>
    findContent(context.db, context, organizationId, spaceId),
  )
}
