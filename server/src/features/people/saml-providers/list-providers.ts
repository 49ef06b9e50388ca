import { authorize } from '#/access/actor.ts'
import { listed } from '#/access/list-for-caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { versioned } from '#/platform/http/outcome.ts'
import { readPage } from '#/platform/http/paging.ts'

import { samlProviderPolicy } from './saml-provider-policy.ts'
import { selectProviders } from './saml-provider-queries.ts'
import { findProvider, known } from './saml-provider-resolve.ts'
import { viewProvider } from './saml-provider-view.ts'

export const listSAMLProvidersInOrganizationById = operation(
  'listSAMLProvidersInOrganizationById',
  async (request, context) => {
    const { organizationId } = request.params
    const page = readPage(context, request)
    const shape = { after: page.after !== undefined, rowsMax: page.rowsMax }
    const found = await context.db.many(selectProviders(shape), {
      organizationId,
      callerId: context.caller.userId,
      afterId: page.afterText(0),
    })
    const { actor, rows, ...counted } = listed(found, 'id', context, organizationId)
    authorize(samlProviderPolicy.view(actor), 'list identity providers', 'the admin role')

    return page.finish(rows, {
      ...counted,
      keyOf: (row) => [row.id],
      view: (row) => viewProvider(row, actor, context),
    })
  },
)

export const getOrganizationSAMLProviderById = operation(
  'getOrganizationSAMLProviderById',
  async ({ params }, context) => {
    const found = await findProvider(context.db, context, params)
    const { actor } = found
    authorize(
      samlProviderPolicy.view(actor),
      'see this identity provider',
      'the admin role',
    )

    const row = known(found, params)
    const team = [row.team_version, row.team_members, row.team_spaces]
    // Teams go without a change of the provider.
    const followed = row.group_teams.map((one) => `${one.group}\n${one.team}`)
    const seenAs = [actor.role, row.actor_team_role, row.team_id, ...team, ...followed]
    return versioned(row.version, seenAs, () => viewProvider(row, actor, context))
  },
)
