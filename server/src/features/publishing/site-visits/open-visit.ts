import { hashOfSecret } from '#/access/secret-form.ts'
import { findSession, noteUseOfSession } from '#/access/session.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Services } from '#/platform/services.ts'

import { type MemberClaims, standingOf } from './member-standing.ts'
import { selectVisit } from './visit-queries.ts'
import { visitSecret } from './visit-secrets.ts'

/** A member who reads a site, as they are now. */
export interface OpenVisit {
  readonly id: string
  readonly hash: string
  readonly sessionHash: string
  readonly member: MemberClaims
}

type Opening = Pick<Services, 'db' | 'config'>

/**
 * The visit of a member, unless it has ended: with the session that it came of, the membership, the
 * leave of the organization's door or the site. Nothing of it is remembered.
 */
export async function findOpenVisit(
  { db, config }: Opening,
  of: OfSite,
  hash: string,
): Promise<OpenVisit | undefined> {
  const row = await db.first(selectVisit, { hash })
  const isHere = row?.organization_id === of.organizationId && row.site_id === of.siteId
  if (!isHere) return undefined
  const { id, session_hash: sessionHash } = row
  const caller = await findSession(db, sessionHash, config)
  if (caller?.userId !== row.account_id) return undefined
  const standing = await standingOf(db, of, caller)
  if (standing.kind !== 'reader') return undefined
  return { id, hash, sessionHash, member: standing.member }
}

/** The same by the secret in a cookie. To read is to use the session that it came of. */
export async function useVisit(
  services: Opening & Pick<Services, 'texts'>,
  of: OfSite,
  secret: string,
): Promise<OpenVisit | undefined> {
  if (!visitSecret.isWellFormed(secret)) return undefined
  const visit = await findOpenVisit(services, of, hashOfSecret(secret))
  if (visit !== undefined) noteUse(services, visit)
  return visit
}

const minuteMs = 60_000

function noteUse(
  { db, texts }: Pick<Services, 'db' | 'texts'>,
  { sessionHash }: OpenVisit,
): void {
  const key = `session in use ${sessionHash} ${Math.floor(performance.now() / minuteMs)}`
  if (texts.get(key) !== undefined) return
  texts.set(key, '')
  // Nobody waits for it, and losing one only makes the last use a little older.
  noteUseOfSession(db, sessionHash).catch(() => undefined)
}
