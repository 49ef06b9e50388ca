import { emailFrom } from '#/features/joining/sign-in/public.ts'
import { displayNameFrom } from '#/features/joining/welcome/public.ts'
import {
  type Identity,
  identityProviderOf,
  vouchesFor,
} from '#/features/people/sign-in-methods/public.ts'
import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'

import { ProviderRefusal } from './provider-refusal.ts'

/** Who a provider says that somebody is. */
export interface VouchedIdentity extends Identity {
  /** What the person recognises it by. */
  readonly knownAs: string
  readonly displayName: string
  /** An address that the provider proves; null for any other. */
  readonly provenEmail: string | null
  /** Whether the provider says that it asked for two proofs. */
  readonly hasTwoFactors: boolean
  /** When the person has proved it to the provider; null where that does not say. */
  readonly provenAt: string | null
}

export type Claims = Readonly<Record<string, unknown>>

const subjectCharactersMax = 256

/**
 * Reads a person out of the claims of an ID token that was verified. What is signed by nobody may add a
 * name, and an address with all that is said of it; how somebody has signed in is for the token alone.
 */
export function identityFromClaims(
  provider: SignInProvider,
  claims: Claims,
  further: Claims = {},
): VouchedIdentity {
  const { iss, sub, amr, auth_time: provenSeconds } = claims
  const addressed = claims['email'] === undefined ? further : claims
  const email = emailFrom(addressed['email'])
  return identityOf(provider, {
    issuer: typeof iss === 'string' ? iss : '',
    subject: typeof sub === 'string' ? sub : '',
    names: [
      claims['name'] ?? further['name'],
      claims['preferred_username'] ?? further['preferred_username'],
      email,
    ],
    email,
    isProven: isProven(provider, addressed, email),
    hasTwoFactors: Array.isArray(amr) && amr.includes('mfa'),
    provenAt: timeOf(provenSeconds),
  })
}

/** Google proves its own addresses, and those of domains that are its customers' own. */
function isProven(
  { kind, trustsEmail }: SignInProvider,
  { email_verified: isVerified, hd: domain }: Claims,
  email: string | undefined,
): boolean {
  if (!trustsEmail || isVerified !== true || email === undefined) return false
  if (kind !== 'google') return true
  return email.endsWith('@gmail.com') || (typeof domain === 'string' && domain !== '')
}

interface Said {
  readonly issuer: string
  readonly subject: string
  /** What the person may be called, the best first. */
  readonly names: readonly unknown[]
  readonly email: string | undefined
  readonly isProven: boolean
  readonly hasTwoFactors: boolean
  readonly provenAt: string | null
}

export function identityOf(from: SignInProvider, said: Said): VouchedIdentity {
  const { issuer, subject, email, hasTwoFactors, provenAt } = said
  const isName = subject.length > 0 && subject.length <= subjectCharactersMax
  if (!isName || /\p{Cc}/u.test(subject) || issuer.length > 500) {
    throw new ProviderRefusal('answer', 'subject')
  }
  const provider = identityProviderOf(from.kind, issuer)
  // What counts for no way in later must be none now.
  if (!vouchesFor(from, { provider })) throw new ProviderRefusal('answer', 'issuer')
  const names = said.names.map(nameFrom).filter((name) => name !== undefined)
  return {
    provider,
    subject,
    knownAs: email ?? names[0] ?? subject.slice(0, 254),
    displayName: names[0]?.replace(/@.*$/s, '') ?? 'Member',
    provenEmail: said.isProven && email !== undefined ? email : null,
    hasTwoFactors,
    provenAt,
  }
}

const secondsMax = 253_402_300_799 // the last of the year 9999

function timeOf(seconds: unknown): string | null {
  const isTime = typeof seconds === 'number' && seconds >= 0 && seconds <= secondsMax
  return isTime ? new Date(seconds * 1000).toISOString() : null
}

function nameFrom(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.isWellFormed()) return undefined
  return displayNameFrom(Array.from(given.slice(0, 1000)).slice(0, 64).join(''))
}
