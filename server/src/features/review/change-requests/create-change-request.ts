import { authorize } from '#/access/actor.ts'
import { atHome } from '#/access/content-access.ts'
import { lockBranch } from '#/content-store/branches/public.ts'
import { beginBranch } from '#/content-store/write/public.ts'
import { findContent } from '#/features/writing/content-edits/public.ts'
import { spacePolicy } from '#/features/writing/spaces/public.ts'
import {
  loadTemplate,
  refuseUnknownPlaces,
  writeTemplate,
} from '#/features/writing/templates/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { changeRequestCreated } from './change-request-events.ts'
import { insertChangeRequest } from './change-request-queries.ts'
import { readLockedToView } from './change-request-resolve.ts'
import { contentWritten } from './content-written.ts'
import { viewFound } from './view-change-requests.ts'

export const createChangeRequest = operation(
  'createChangeRequest',
  async ({ params: { spaceId }, body = {} }, context) => {
    const { subject = '', conversationsIssuesCluster: cluster = null } = body
    const { branch } = await atHome(context, 'space', spaceId, async (organizationId) =>
      findContent(context.db, context, organizationId, spaceId),
    )
    const { organizationId } = branch
    const template =
      body.template && (await loadTemplate(context, branch, body.template.id))
    return change(context, async (tx) => {
      const changeRequestId = newId()
      const of = { organizationId, spaceId, changeRequestId }
      // A space that is being transferred to another organization takes no new branch.
      const [, content] = await Promise.all([
        tx.first(lockBranch, branch),
        findContent(tx, context, organizationId, spaceId),
      ])
      if (content === undefined) throw notFound('space', spaceId)
      const { actor, head } = content
      authorize(spacePolicy.edit(actor), 'create change requests', 'the edit role')
      if (body.template !== undefined) {
        if (template === undefined) throw notFound('template', body.template.id)
        refuseUnknownPlaces(body.template, 'body.template')
      }
      const createdBy = context.caller.userId
      const main = { number: head.number, revisionId: head.revisionId }
      const initialRevisionId = head.revisionId
      const own = { organizationId, spaceId, branchId: changeRequestId }
      const [{ revisionId }] = await Promise.all([
        beginBranch(tx, { ...own, main, createdBy }),
        tx.run(insertChangeRequest, {
          ...of,
          subject,
          cluster,
          createdBy,
          initialRevisionId,
        }),
      ])
      changeRequestCreated(tx, context, { ...of, payload: { subject } })
      if (template !== undefined) {
        const revision = await writeTemplate(tx, context, {
          branch: { ...own, mainNumber: main.number },
          head: { number: 1, revisionId },
          template,
        })
        await contentWritten(tx, context, of, revision)
      }
      const made = await readLockedToView(tx, context, of)
      const view = await viewFound(tx, context, made)
      return new Created(view, view.urls.location)
    })
  },
)
