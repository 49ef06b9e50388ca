import { authorize, requireVersion } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { differing } from '#/platform/outbox/differing.ts'

import { endWithSettings } from './end-what-it-let-in.ts'
import { noteProviders, refuseIfNeeded } from './note-providers.ts'
import {
  replaceSettings,
  requireTeams,
  settingsAfter,
  settingsOf,
} from './provider-settings.ts'
import { samlProviderUpdated } from './saml-provider-events.ts'
import { samlProviderPolicy } from './saml-provider-policy.ts'
import { findProvider, findProviderToChange, known } from './saml-provider-resolve.ts'
import { isActiveProvider, viewProvider } from './saml-provider-view.ts'
import { changeServiceKeys } from './service-keys.ts'

export const updateOrganizationSAMLProvider = operation(
  'updateOrganizationSAMLProvider',
  async ({ params, body }, context) =>
    change(context, async (tx) => {
      const found = await findProviderToChange(tx, context, params)
      const { actor } = found
      authorize(
        samlProviderPolicy.change(actor),
        'change this identity provider',
        'the admin role',
      )
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      const row = known(found, params)
      requireVersion(context, row.version, 'identity provider')

      const before = settingsOf(row)
      const after = settingsAfter(before, body)
      const difference = differing(before, after)
      const isNew = after.encryption && body.newEncryptionKey === true
      if (difference.changed.length === 0 && !isNew) {
        return viewProvider(row, actor, context)
      }
      await requireTeams(tx, params.organizationId, after)
      await replaceSettings(tx, params, after)
      const keys = { isWanted: after.encryption, isNew, keysSealed: row.keys_sealed }
      await changeServiceKeys(tx, context, { ...params, ...keys })
      await endWithSettings(tx, context, { of: params, before, after })
      const changed = known(await findProvider(tx, context, params), params)
      if (isActiveProvider(changed) !== isActiveProvider(row)) {
        if (isActiveProvider(row)) await refuseIfNeeded(tx, params)
        await noteProviders(tx, params)
      }
      const changes = isNew
        ? [...difference.changed, 'newEncryptionKey']
        : difference.changed
      samlProviderUpdated(tx, context, { ...params, ...difference, changed: changes })
      return viewProvider(changed, actor, context)
    }),
)
