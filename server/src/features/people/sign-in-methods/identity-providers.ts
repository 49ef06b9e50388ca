import { hash } from 'node:crypto'

import type { selectIdentities } from '#/features/people/identities/public.ts'
import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'

type IdentityRow = NonNullable<(typeof selectIdentities)['row']>

/** Somebody whom a provider of the installation vouches for. */
export interface Identity {
  /** The provider by its issuer, whatever the settings call it. */
  readonly provider: string
  /** What it calls the person, always the same. */
  readonly subject: string
}

/** How an issuer is written with the identities that it vouches for. */
export function identityProviderOf(kind: SignInProvider['kind'], issuer: string): string {
  return `${kind === 'github' ? 'github' : 'oidc'}:${issuer}`
}

const ofMicrosoft = /^https:\/\/login\.microsoftonline\.com\//i
const isTenant =
  /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/i

/** Whether an identity is one of a provider, whose issuer may stand for many tenants. */
export function vouchesFor(
  { kind, issuer }: SignInProvider,
  { provider }: Pick<Identity, 'provider'>,
): boolean {
  if (spelling(provider) === spelling(identityProviderOf(kind, issuer))) return true
  if (!ofMicrosoft.test(issuer) || isTenant.test(issuer)) return false
  return provider.startsWith('oidc:') && isTenant.test(issuerIn(provider))
}

/** One spelling of what discovery takes for the same issuer: of its host, its port, a bare slash. */
function spelling(provider: string): string {
  const issuer = issuerIn(provider)
  const spelt = URL.canParse(issuer) ? new URL(issuer).href : issuer
  return `${provider.slice(0, -issuer.length)}${spelt}`
}

function issuerIn(provider: string): string {
  return provider.slice(provider.indexOf(':') + 1)
}

export interface ListedIdentity extends IdentityRow {
  readonly id: string
  /** What people know the provider by; the host of one that is not in the settings. */
  readonly label: string
  /** Whether no provider of the settings vouches for it, so that it signs in nobody. */
  readonly isOff: boolean
}

/** The identities among rows that are of no organization, whether their provider is set or not. */
export function listIdentities(
  providers: readonly SignInProvider[],
  rows: readonly IdentityRow[],
): ListedIdentity[] {
  return rows
    .filter(({ organization_id: organizationId }) => organizationId === null)
    .map((row) => {
      const found = providers.find((provider) => vouchesFor(provider, row))
      const label = found?.label ?? hostOf(row)
      return { ...row, id: idOf(row), label, isOff: found === undefined }
    })
}

function hostOf({ provider }: IdentityRow): string {
  const issuer = issuerIn(provider)
  return URL.canParse(issuer) ? new URL(issuer).host : issuer
}

/** Names an identity in lists; it tells nobody what the provider calls the person. */
function idOf({ provider, subject }: Identity): string {
  return `identity-${hash('sha256', `${provider}\n${subject}`, 'hex').slice(0, 32)}`
}
