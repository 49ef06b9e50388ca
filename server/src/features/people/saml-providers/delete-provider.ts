import { authorize, requireVersion } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'

import { endDeleted } from './end-what-it-let-in.ts'
import { noteProviders, refuseIfNeeded } from './note-providers.ts'
import { samlProviderDeleted } from './saml-provider-events.ts'
import { samlProviderPolicy } from './saml-provider-policy.ts'
import { deleteProvider } from './saml-provider-queries.ts'
import { findProviderToChange, known } from './saml-provider-resolve.ts'
import { isActiveProvider } from './saml-provider-view.ts'
import { changeServiceKeys } from './service-keys.ts'

export const deleteOrganizationSAMLProvider = operation(
  'deleteOrganizationSAMLProvider',
  async ({ params }, context) =>
    change(context, async (tx) => {
      const found = await findProviderToChange(tx, context, params)
      authorize(
        samlProviderPolicy.change(found.actor),
        'remove this identity provider',
        'the admin role',
      )
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      const row = known(found, params)
      requireVersion(context, row.version, 'identity provider')

      if (isActiveProvider(row)) await refuseIfNeeded(tx, params)
      await tx.run(deleteProvider, params)
      const keys = { isWanted: false, isNew: false, keysSealed: row.keys_sealed }
      await changeServiceKeys(tx, context, { ...params, ...keys })
      await homeWrites.remove(tx, row.id)
      await noteProviders(tx, params)
      await endDeleted(tx, context, params)
      samlProviderDeleted(tx, context, { ...params, label: row.label })
      return undefined
    }),
)
