import { requireVersion } from '#/access/actor.ts'
import { atHome } from '#/access/content-access.ts'
import {
  type BranchToWrite,
  findToWrite,
  lockToWrite,
} from '#/features/change-requests/public.ts'
import {
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from '#/features/content-edits/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { loadTemplate } from './load-template.ts'
import { writeTemplate } from './write-template.ts'

export const applyTemplateToSpace = operation(
  'applyTemplateToSpace',
  async ({ params: { spaceId }, body: { id, changeRequestId } }, context) => {
    const content = await atHome(context, 'space', spaceId, async (organizationId) =>
      findContent(context.db, context, organizationId, spaceId),
    )
    const found =
      changeRequestId === undefined
        ? undefined
        : await findToWrite(context.db, context, { ...content.branch, changeRequestId })
    const template = await loadTemplate(context, id)
    if (template === undefined) throw notFound('template', id)
    if (found === undefined) requireEditable(context, content)
    else requireHead(context, found)

    return change(context, async (tx) => {
      const lock = async (): Promise<ContentToEdit> =>
        found === undefined
          ? lockContent(tx, context, content.branch)
          : requireHead(context, await lockToWrite(tx, context, found.of))
      const { branch, head } = await lock()
      const { revisionId } = await writeTemplate(tx, context, { branch, head, template })
      const revisions = `${context.config.PUBLIC_URL}/v1/spaces/${spaceId}/revisions`
      return new Created(undefined, `${revisions}/${revisionId}`)
    })
  },
)

/** The content of a change request, unless the caller means an older one. */
function requireHead(context: Context, { content }: BranchToWrite): ContentToEdit {
  requireVersion(context, content.head.number, 'content of the change request')
  return content
}
