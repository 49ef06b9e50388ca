import { requireVersion } from '#/access/actor.ts'
import { atHome } from '#/access/content-access.ts'
import {
  type BranchToWrite,
  contentWritten,
  findToWrite,
  lockToWrite,
} from '#/features/review/change-requests/public.ts'
import {
  type ContentToEdit,
  findContent,
  lockContent,
  requireEditable,
} from '#/features/writing/content-edits/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { spaceContentUpdated } from '#/features/writing/spaces/public.ts'
import {
  loadTemplate,
  refuseUnknownPlaces,
  writeTemplate,
} from '#/features/writing/templates/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

export const applyTemplateToSpace = operation(
  'applyTemplateToSpace',
  async ({ params: { spaceId }, body: { id, params, changeRequestId } }, context) => {
    const content = await atHome(context, 'space', spaceId, async (organizationId) =>
      findContent(context.db, context, organizationId, spaceId),
    )
    const found =
      changeRequestId === undefined
        ? undefined
        : await findToWrite(context.db, context, { ...content.branch, changeRequestId })
    const template = await loadTemplate(context, content.branch, id)
    if (template === undefined) throw notFound('template', id)
    if (found === undefined) requireEditable(context, content)
    else requireHead(context, found)
    refuseUnknownPlaces({ id, params }, 'body')

    return change(context, async (tx) => {
      const lock = async (): Promise<ContentToEdit> =>
        found === undefined
          ? lockContent(tx, context, content.branch)
          : requireHead(context, await lockToWrite(tx, context, found.of))
      const { branch, head } = await lock()
      const revision = await writeTemplate(tx, context, { branch, head, template })
      if (found === undefined) {
        spaceContentUpdated(tx, context, { ...branch, ...revision })
        indexSpaceSoon(tx, branch)
      } else {
        await contentWritten(tx, context, found.of, revision)
      }
      const revisions = `${context.config.PUBLIC_URL}/v1/spaces/${spaceId}/revisions`
      return new Created(undefined, `${revisions}/${revision.revisionId}`)
    })
  },
)

/** The content of a change request; refuses a request that expects another version. */
function requireHead(context: Context, { content }: BranchToWrite): ContentToEdit {
  requireVersion(context, content.head.number, 'content of the change request')
  return content
}
