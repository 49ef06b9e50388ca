import type { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { SamlGroups } from '@lectern/contract/single-sign-on.ts'

import type { Transaction } from '#/platform/database/transaction.ts'
import type { Services } from '#/platform/services.ts'
import { findAtHome } from '#/platform/tenancy/homes.ts'

import { certificatesIn } from './certificates.ts'
import { groupsIn } from './provider-settings.ts'
import {
  selectActiveProviders,
  selectProviderToUse,
  selectTitle,
  shareOrganization,
} from './saml-provider-queries.ts'
import { viewLogin } from './saml-provider-view.ts'
import { serviceKeys } from './service-keys.ts'
import { type ServiceUrls, serviceUrls } from './service-urls.ts'

type Finding = Pick<Services, 'config' | 'db' | 'homes'>

/** An active provider, with what a sign-in needs of it. */
export interface UsableProvider {
  readonly id: string
  readonly organizationId: string
  readonly organizationTitle: string
  readonly entityId: string
  readonly certificates: readonly X509Certificate[]
  readonly ssoUrl: string
  readonly defaultRole: string | null
  readonly defaultTeamId: string | null
  readonly groups: SamlGroups | null
  readonly keysSealed: string | null
  readonly service: ServiceUrls
}

/** A provider that people can sign in with, found by its id alone. */
export async function findUsableProvider(
  services: Finding,
  id: string,
): Promise<UsableProvider | undefined> {
  const found = await findAnywhere(services, id)
  return found && usableFrom(services, { ...found, id })
}

/** The provider as it is until the end of the transaction, and so are the members. */
export async function holdProvider(
  tx: Transaction,
  services: Pick<Services, 'config'>,
  { id, organizationId }: Pick<UsableProvider, 'id' | 'organizationId'>,
): Promise<UsableProvider | undefined> {
  // The lock and the read are sent together; the read sees what the lock protects.
  const [, row] = await Promise.all([
    tx.first(shareOrganization, { organizationId }),
    tx.first(selectProviderToUse, { organizationId, samlProviderId: id }),
  ])
  return row && usableFrom(services, { organizationId, row, id })
}

/** Whether answers are judged alike: the provider is called and signs the same, and so are groups read. */
export function isTrustedAlike(one: UsableProvider, other: UsableProvider): boolean {
  const known = ({ entityId, certificates, groups }: UsableProvider) => ({
    entityId,
    certificates: certificates.map(({ fingerprint256 }) => fingerprint256),
    groups,
  })
  return isDeepStrictEqual(known(one), known(other))
}

type FoundProvider = NonNullable<Awaited<ReturnType<typeof findAnywhere>>> & {
  readonly id: string
}

function usableFrom(
  { config }: Pick<Services, 'config'>,
  { id, organizationId, row }: FoundProvider,
): UsableProvider | undefined {
  const { entity_id: entityId, certificate, sso_url: ssoUrl } = row
  if (entityId === null || certificate === null || ssoUrl === null) return undefined
  return {
    id,
    organizationId,
    organizationTitle: row.organization_title,
    entityId,
    certificates: certificatesIn(certificate) ?? [],
    ssoUrl,
    defaultRole: row.default_role,
    defaultTeamId: row.default_team_id,
    groups: groupsIn(row),
    keysSealed: row.keys_sealed,
    service: serviceUrls(config, id),
  }
}

/** The private keys that assertions of a provider may be encrypted for, as PEM. */
export function openingKeys(
  using: Pick<Services, 'sealer'>,
  { id: samlProviderId, organizationId, keysSealed }: UsableProvider,
): readonly string[] {
  const keys = serviceKeys(using, { organizationId, samlProviderId, keysSealed })
  return keys.map(({ privateKey }) => privateKey)
}

export interface ProviderService extends ServiceUrls {
  readonly encryptionCertificate: string | undefined
}

/** What a provider has to be told, also while it is not active. */
export async function findProviderService(
  services: Finding & Pick<Services, 'sealer'>,
  samlProviderId: string,
): Promise<ProviderService | undefined> {
  const found = await findAnywhere(services, samlProviderId)
  if (found === undefined) return undefined
  const { organizationId, row } = found
  const of = { organizationId, samlProviderId, keysSealed: row.keys_sealed }
  const [key] = serviceKeys(services, of)
  const urls = serviceUrls(services.config, samlProviderId)
  return { ...urls, encryptionCertificate: key?.certificate }
}

/** Where people can sign in to an organization; one without such a place is like none. */
export async function listActiveProviders(
  { db, config }: Pick<Services, 'db' | 'config'>,
  of: { readonly organizationId: string },
) {
  const [organization, rows] = await Promise.all([
    db.first(selectTitle, of),
    db.many(selectActiveProviders, of),
  ])
  const logins = rows.map((row) => viewLogin(row, config))
  return { title: organization?.title ?? '', logins }
}

async function findAnywhere({ db, homes }: Finding, samlProviderId: string) {
  return findAtHome(homes, 'saml-provider', samlProviderId, async (organizationId) => {
    const row = await db.first(selectProviderToUse, { organizationId, samlProviderId })
    return row && { organizationId, row }
  })
}
