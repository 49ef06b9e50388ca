import type { SamlProvider, SsoProviderLogin } from '@lectern/contract/single-sign-on.ts'
import type { Team } from '@lectern/contract/teams.ts'

import type { Actor } from '#/access/actor.ts'
import { asRole } from '#/access/roles.ts'
import { asTeamRole, viewTeam } from '#/features/people/teams/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'

import { groupsIn } from './provider-settings.ts'
import { hasTeam, type ProviderRow } from './saml-provider-queries.ts'
import { serviceKeys } from './service-keys.ts'
import { serviceUrls } from './service-urls.ts'

type Columns = Pick<ProviderRow, 'entity_id' | 'certificate' | 'sso_url'>

/** Whether everything is set that a sign-in needs. */
export function isActiveProvider({ entity_id, certificate, sso_url }: Columns): boolean {
  return entity_id !== null && certificate !== null && sso_url !== null
}

export function viewProvider(
  row: ProviderRow,
  actor: Actor,
  { config, sealer }: { readonly config: Config; readonly sealer: Sealer },
): SamlProvider {
  const team = viewDefaultTeam(row, actor)
  const groups = groupsIn(row)
  const of = { organizationId: actor.organizationId, samlProviderId: row.id }
  const [key] = serviceKeys({ sealer }, { ...of, keysSealed: row.keys_sealed })
  return {
    object: 'saml-provider',
    id: row.id,
    label: row.label,
    ...(row.sso_url !== null && { ssoURL: row.sso_url }),
    ...(row.entity_id !== null && { entityID: row.entity_id }),
    ...(row.certificate !== null && { certificate: row.certificate }),
    ...(team !== undefined && { defaultTeam: team }),
    defaultRole: asRole(row.default_role),
    ...(groups !== null && { groups }),
    encryption: row.keys_sealed !== null,
    createdAt: row.created_at,
    status: isActiveProvider(row) ? 'active' : 'pending',
    service: {
      ...serviceUrls(config, row.id),
      ...(key !== undefined && { encryptionCertificate: key.certificate }),
    },
    urls: { location: providerUrl(config, actor.organizationId, row.id) },
  }
}

export function viewLogin(
  { id, label }: Pick<ProviderRow, 'id' | 'label'>,
  config: Config,
): SsoProviderLogin {
  return { id, label, startURL: serviceUrls(config, id).startURL }
}

export function providerUrl(
  { PUBLIC_URL }: Config,
  organizationId: string,
  samlProviderId: string,
): string {
  return `${PUBLIC_URL}/v1/orgs/${organizationId}/saml/${samlProviderId}`
}

function viewDefaultTeam(row: ProviderRow, actor: Actor): Team | undefined {
  if (!hasTeam(row)) return undefined
  const team = {
    id: row.team_id,
    title: row.team_title,
    members: row.team_members,
    spaces: row.team_spaces,
    created_at: row.team_created_at,
    version: row.team_version,
  }
  return viewTeam({ actor, team, actorTeamRole: asTeamRole(row.actor_team_role) })
}
