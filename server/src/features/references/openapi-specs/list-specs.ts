import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'
import { readPage } from '#/platform/http/paging.ts'

import { openApiSpecPolicy } from './openapi-spec-policy.ts'
import { selectSpecs } from './openapi-spec-queries.ts'
import { authorizeView, findSpec } from './openapi-spec-resolve.ts'
import { viewSpec } from './openapi-spec-view.ts'

export const listOpenAPISpecs = operation(
  'listOpenAPISpecs',
  async (request, context) => {
    const { organizationId } = request.params
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectSpecs(shape), {
      organizationId,
      callerId: context.caller.userId,
      afterId: page.afterText(0),
    })
    const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)
    const needed = 'a role in the organization'
    authorize(openApiSpecPolicy.view(actor), 'list OpenAPI specifications', needed)

    return page.finish(rows, {
      ...counted,
      keyOf: (spec) => [spec.id],
      view: (spec) => viewSpec(context, actor, spec),
    })
  },
)

export const getOpenAPISpecBySlug = operation(
  'getOpenAPISpecBySlug',
  async ({ params }, context) => {
    const actor = await authorizeView(context, params.organizationId)
    const spec = await findSpec(context.db, params)
    // Reading it again moves what is said of it, not the version that changes of people move.
    const shown = [spec.state, spec.updated_at, spec.last_version, spec.error_code]
    return versioned(spec.version, [actor.role, ...shown], () =>
      viewSpec(context, actor, spec),
    )
  },
)
