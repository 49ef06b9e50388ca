import { mainBranch } from '#/content-store/branches/public.ts'
import { createNode, openParent } from '#/content-store/nodes/public.ts'
import { beginContent } from '#/content-store/write/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import {
  loadTemplate,
  refuseUnknownPlaces,
  type Template,
  writeTemplate,
} from '#/features/writing/templates/public.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation, type Request } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { spaceContentUpdated } from './space-content-events.ts'
import { invalidField } from './space-errors.ts'
import { spaceCreated } from './space-events.ts'
import { insertSpace, insertSpaceCounter } from './space-queries.ts'
import { readSpace } from './space-resolve.ts'
import { spaceUrl, viewSpace } from './space-view.ts'

export const createSpace = operation(
  'createSpace',
  async ({ params: { organizationId }, body = {} }, context) => {
    refuseSeveralBeginnings(body)
    const template = await templateOf(context, body)
    return change(context, async (tx) => {
      const { title = 'Untitled', parent = null, emoji, language, editMode } = body
      const place = await openParent(tx, context, { organizationId, parentId: parent })
      if (template === 'unknown') throw notFound('template', body.template?.id ?? '')
      if (body.template !== undefined) {
        refuseUnknownPlaces(body.template, 'body.template')
      }

      const spaceId = newId()
      const createdBy = context.caller.userId
      const node = { organizationId, id: spaceId, kind: 'space' as const, title, place }
      const of = { organizationId, nodeId: spaceId }
      const settings = {
        emoji: emoji ?? null,
        language: language ?? null,
        editMode: editMode ?? 'live',
      }
      const created = [
        createNode(tx, { ...node, createdBy }),
        tx.run(insertSpace, { ...of, ...settings }),
        tx.run(insertSpaceCounter, of),
      ]
      const space = { organizationId, spaceId }
      const empty = body.empty === true || template !== undefined
      const begun = Promise.all([
        beginContent(tx, { ...space, createdBy, empty }),
        ...created,
      ])
      spaceCreated(tx, context, { ...space, title, parent })
      indexSpaceSoon(tx, space)
      if (template !== undefined) {
        const [head] = await begun
        const branch = mainBranch(organizationId, spaceId)
        const revision = await writeTemplate(tx, context, { branch, head, template })
        spaceContentUpdated(tx, context, { ...space, ...revision })
      }
      const [found] = await Promise.all([readSpace(tx, context, space), begun])

      return new Created(
        viewSpace(written(found), context),
        spaceUrl(spaceId, context.config),
      )
    })
  },
)

type Body = NonNullable<Request<'createSpace'>['body']>

function refuseSeveralBeginnings({ template, computedSource, empty }: Body): void {
  if (computedSource !== undefined) {
    throw invalidField(
      'computedSource',
      'is not available: content cannot be computed from a source here; leave it out',
    )
  }
  if (template !== undefined && empty !== undefined) {
    throw invalidField('empty', 'cannot be set together with body.template; send one')
  }
}

/**
 * The template of a new space; undefined for none or a blank one. An unknown one is refused after a
 * missing permission.
 */
async function templateOf(
  context: Context,
  { template }: Body,
): Promise<Template | 'unknown' | undefined> {
  if (template === undefined || template.id === 'blank') return undefined
  return (await loadTemplate(context, context.caller, template.id)) ?? 'unknown'
}
