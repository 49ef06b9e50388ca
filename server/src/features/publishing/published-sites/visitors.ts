import { hashToken } from '#/access/api-token.ts'
import type { FindVisitor } from '#/access/authenticate.ts'
import { mintContentToken } from '#/access/content-token.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { weightOf } from '#/platform/caches/weight-of.ts'
import { rateLimited } from '#/platform/errors/api-error.ts'
import type { Sight, SiteVisitor } from '#/platform/http/caller.ts'
import type { Services } from '#/platform/services.ts'

import { canonical } from './audience.ts'
import { type Grounds, isOpenTo, sightOf } from './grounds.ts'
import { insertToken, selectEpoch, selectToken } from './published-queries.ts'
import { siteModel } from './site-model.ts'

type Visited = Pick<Services, 'db' | 'texts' | 'sealer' | 'config'>

/** Finds the visitor with a content token. What they may see is checked when they read. */
export function createFindVisitor(services: Visited): FindVisitor {
  return async (hash) => {
    const row = await services.db.first(selectToken, { hash })
    if (row === undefined) return undefined
    const { organization_id: organizationId, site_id: siteId } = row
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by issueToken
    const grounds = row.grounds as Grounds
    const visitor = visitorOf(services, { organizationId, siteId }, grounds)
    // Without grounds a visitor reads what everybody may, and gets the URLs that everybody gets.
    return Object.keys(grounds).length === 0
      ? visitor
      : { ...visitor, fileMark: `v${hash}` }
  }
}

/** A visitor who reads a site on the given grounds. */
function visitorOf(services: Visited, of: OfSite, grounds: Grounds): SiteVisitor {
  let seen: Promise<Sight | undefined> | undefined
  return {
    ...of,
    tokenId: `site ${of.siteId}`,
    bytes: weightOf(grounds),
    look(fresh) {
      if (fresh === 'fresh' || seen === undefined) {
        seen = look(services, of, grounds)
        // A failure is not cached: the next call looks again.
        seen.catch(() => {
          seen = undefined
        })
      }
      return seen
    },
  }
}

async function look(
  services: Visited,
  of: OfSite,
  grounds: Grounds,
): Promise<Sight | undefined> {
  const row = await services.db.first(selectEpoch, of)
  if (row === undefined) return undefined
  const model = await siteModel(services, of, row.epoch)
  if (model === undefined) return undefined
  const isOpen = await isOpenTo(services, of, model, grounds)
  return isOpen ? sightOf(model, grounds) : undefined
}

const hourMs = 3_600_000
/** The hours from the beginning of the present one after which a token ends at the latest. */
const hoursMax = 2
/** The ends of tokens that rest on visitors' own are rounded down to these, so that many are equal. */
const stepSeconds = 300

/** The token for reading a space of the site; each process inserts its row on first use. */
export async function issueToken(
  { db, signer, texts, clock }: Pick<Services, 'db' | 'signer' | 'texts' | 'clock'>,
  of: OfSite,
  { endsAt: visitorEndsAt, ...grounds }: Grounds,
  { spaceId, audience }: { readonly spaceId: string; readonly audience: string },
): Promise<string> {
  const nowMs = clock.now().getTime()
  const hour = Math.floor(nowMs / hourMs)
  const endsAt = tokenEnd(nowMs, visitorEndsAt)
  const stored = canonical(grounds)
  const token = mintContentToken(signer, [
    of.organizationId,
    of.siteId,
    spaceId,
    audience,
    stored,
    String(hour),
    ...(endsAt === undefined ? [] : [String(endsAt)]),
  ])
  const hash = hashToken(token)
  const key = `site token ${hash}`
  if (texts.get(key) === undefined) {
    if (grounds.claims?.['unsigned'] !== undefined) countUnsigned(texts, of, nowMs)
    await db.transaction(async (tx) =>
      tx.run(insertToken, { ...of, hash, grounds: stored, endsAt: endsAt ?? null }),
    )
    texts.set(key, '')
  }
  return token
}

/** The tokens for unsigned claims that one process adds for a site in an hour. */
const unsignedTokensMax = 5000

/** Bounds the rows that anybody can add to by saying something new of themselves. */
function countUnsigned(texts: Services['texts'], of: OfSite, nowMs: number): void {
  const key = `unsigned tokens ${of.siteId} ${Math.floor(nowMs / hourMs)}`
  const count = Number(texts.get(key) ?? 0) + 1
  if (count > unsignedTokensMax) {
    throw rateLimited(Math.ceil((hourMs - (nowMs % hourMs)) / 1000))
  }
  texts.set(key, String(count))
}

/**
 * The second at which a token ends because the visitor's own does; undefined where it ends before
 * that anyway, as for all visitors of the hour.
 */
function tokenEnd(nowMs: number, visitorEndsAt: number | undefined): number | undefined {
  const latest = ((Math.floor(nowMs / hourMs) + hoursMax) * hourMs) / 1000
  if (visitorEndsAt === undefined || visitorEndsAt >= latest) return undefined
  // A token close to its end keeps it exactly: rounded, it could have passed.
  const isClose = visitorEndsAt - nowMs / 1000 < 2 * stepSeconds
  return isClose ? visitorEndsAt : visitorEndsAt - (visitorEndsAt % stepSeconds)
}
