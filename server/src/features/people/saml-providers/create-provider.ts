import { actorIn, authorize } from '#/access/actor.ts'
import { requireFreshSignIn } from '#/access/session.ts'
import { lockMemberships } from '#/features/people/members/public.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'

import { noteProviders } from './note-providers.ts'
import { addSettings, requireTeams, settingsAfter } from './provider-settings.ts'
import { tooManySamlProviders } from './saml-provider-errors.ts'
import { samlProviderCreated } from './saml-provider-events.ts'
import { samlProviderPolicy } from './saml-provider-policy.ts'
import { countProviders } from './saml-provider-queries.ts'
import { findProvider, known } from './saml-provider-resolve.ts'
import { providerUrl, viewProvider } from './saml-provider-view.ts'
import { changeServiceKeys } from './service-keys.ts'

const providersMax = 20

export const createOrganizationSAMLProvider = operation(
  'createOrganizationSAMLProvider',
  async ({ params: { organizationId }, body }, context) =>
    change(context, async (tx) => {
      const callerId = context.caller.userId
      const [, actor, counted] = await Promise.all([
        tx.first(lockMemberships, { organizationId, callerId }),
        actorIn(tx, context, organizationId),
        tx.first(countProviders, { organizationId }),
      ])
      authorize(
        samlProviderPolicy.change(actor),
        'add identity providers',
        'the admin role',
      )
      await requireFreshSignIn(tx, context, { tokens: 'allowed' })
      if (written(counted).count >= providersMax) throw tooManySamlProviders(providersMax)

      const of = { organizationId, samlProviderId: newId() }
      const settings = settingsAfter({ label: body.label }, body)
      await requireTeams(tx, organizationId, settings)
      await addSettings(tx, of, settings)
      const keys = { isWanted: settings.encryption, isNew: false, keysSealed: null }
      await changeServiceKeys(tx, context, { ...of, ...keys })
      const id = of.samlProviderId
      await homeWrites.add(tx, { id, kind: 'saml-provider', organizationId })
      await noteProviders(tx, of)
      samlProviderCreated(tx, context, { ...of, label: body.label })

      const created = known(await findProvider(tx, context, of), of)
      return new Created(
        viewProvider(created, actor, context),
        providerUrl(context.config, organizationId, id),
      )
    }),
)
