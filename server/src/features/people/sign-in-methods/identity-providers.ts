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

const isTenant =
  /^https:\/\/login\.microsoftonline\.com\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/v2\.0$/i

/** Whether an identity is one of a provider, whose issuer may stand for many tenants. */
function isOf({ kind, issuer }: SignInProvider, { provider }: Identity): boolean {
  const own = identityProviderOf(kind, issuer)
  if (withoutSlash(provider) === withoutSlash(own)) return true
  if (kind !== 'microsoft' || isTenant.test(issuer)) return false
  return provider.startsWith('oidc:') && isTenant.test(provider.slice('oidc:'.length))
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

export interface UsableIdentity extends IdentityRow {
  readonly id: string
  /** What people know the provider by. */
  readonly label: string
}

/** The identities among rows that a provider of the settings vouches for. */
export function usableIdentities(
  providers: readonly SignInProvider[],
  rows: readonly IdentityRow[],
): UsableIdentity[] {
  return rows.flatMap((row) => {
    const found = providers.find((provider) => isOf(provider, row))
    return found === undefined ? [] : [{ ...row, id: idOf(row), label: found.label }]
  })
}

/** Names an identity in lists; it tells nobody what the provider calls the person. */
function idOf({ provider, subject }: Identity): string {
  return `identity-${hash('sha256', `${provider}\n${subject}`, 'hex').slice(0, 32)}`
}
