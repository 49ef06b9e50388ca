import { selectInvitation } from '#/features/joining/welcome-links/public.ts'
import { selectProvenDomain } from '#/features/people/organizations/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Services } from '#/platform/services.ts'

import { selectAccountOfEmail, selectNowMs } from './sign-up-queries.ts'
import { signInPath } from './sign-in-links.ts'

const minutes = 15
const purpose = 'sign-up link'

export const signUpPath = `${signInPath}/open`

/** Whether somebody may open an account by an address that they have proven, and that has none. */
export async function maySignUp(
  db: Queryable,
  { SIGN_UP: mode }: Pick<Config, 'SIGN_UP'>,
  email: string,
): Promise<boolean> {
  if (mode === 'off') return false
  if ((await db.first(selectAccountOfEmail, { email })) !== undefined) return false
  if (mode === 'on') return true
  if ((await db.first(selectInvitation, { email })) !== undefined) return true
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return (
    mode === 'domains' && (await db.first(selectProvenDomain, { domain })) !== undefined
  )
}

interface Opening {
  readonly email: string
  /** The browser that the link works in. */
  readonly flowHash: string
}

type Sealing = Pick<Services, 'sealer'>

/**
 * The path where the owner of an address opens an account, in the browser that asked. Nothing is
 * stored: the link is over once the address has an account, or after a quarter of an hour.
 */
export async function createSignUpPath(
  db: Queryable,
  { sealer }: Sealing,
  { email, flowHash }: Opening,
): Promise<string> {
  const until = (await nowMs(db)) + minutes * 60_000
  const link = sealer.seal(JSON.stringify([email, flowHash, until]), purpose)
  return `${signUpPath}?${new URLSearchParams({ link }).toString()}`
}

/** The address that a link opens an account for; undefined where it works no more, or not here. */
export async function readSignUpLink(
  db: Queryable,
  { sealer, config }: Sealing & Pick<Services, 'config'>,
  { link, flowHash }: { readonly link: unknown; readonly flowHash: string | undefined },
): Promise<string | undefined> {
  const [email, itsFlow, until] = contentOf(sealer, link)
  if (typeof email !== 'string' || typeof until !== 'number') return undefined
  if (flowHash === undefined || itsFlow !== flowHash) return undefined
  if ((await nowMs(db)) > until) return undefined
  return (await maySignUp(db, config, email)) ? email : undefined
}

function contentOf(sealer: Sealing['sealer'], link: unknown): readonly unknown[] {
  if (typeof link !== 'string') return []
  try {
    const content: unknown = JSON.parse(sealer.unseal(link, purpose).toString())
    return Array.isArray(content) ? content : []
  } catch {
    return []
  }
}

async function nowMs(db: Queryable): Promise<number> {
  return (await db.first(selectNowMs, {}))?.now_ms ?? Number.NaN
}
