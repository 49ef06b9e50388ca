import type { Transaction } from '#/platform/database/transaction.ts'
import { goOn, job } from '#/platform/jobs/job.ts'
import { emit } from '#/platform/outbox/outbox.ts'
import type { Services } from '#/platform/services.ts'

import { checkDns } from './check-dns.ts'
import {
  type HostnameRow,
  lockNamedSite,
  selectUnchecked,
  touchClaim,
  updateRecheck,
} from './hostname-queries.ts'
import { hostnameOfOrganization } from './hostname-resolve.ts'
import { lockOwnClaim, nameOrganization, writeStatus } from './write-status.ts'

/** The days after which a live name whose records are missing is taken off its site. */
const lapseDays = 7

const batchMax = 200
const checksAtOnce = 10

/**
 * Checks live names again, each once a day, so that a domain that went to somebody else does not
 * lead here for ever. The time of its own last check spreads the names over the day.
 */
export const recheckHostnames = job<object>(
  'custom-hostnames.recheck',
  { schedule: '*/10 * * * *', timeoutSeconds: 540, concurrencyMax: 1 },
  async (_payload, services, stopping) => {
    goOn(stopping)
    const claims = await services.db.many(selectUnchecked, { rowsMax: batchMax })
    for (let at = 0; at < claims.length; at += checksAtOnce) {
      goOn(stopping)
      const some = claims.slice(at, at + checksAtOnce)
      await Promise.all(some.map(async (claim) => recheck(services, claim)))
    }
  },
)

type Checked = Awaited<ReturnType<typeof checkDns>>

async function recheck(services: Services, claim: HostnameRow): Promise<void> {
  const { hostname, organization_id: organizationId, challenge } = claim
  const { db, config, log } = services
  const organizationHostname = await hostnameOfOrganization(db, organizationId)
  const wanted = { hostname, challenge, organizationHostname, isLive: true }
  const status = await checkDns(config, wanted)
  const isLapsed = await db.transaction(async (tx) => write(tx, claim, status))
  if (isLapsed) log.warn({ organizationId, hostname }, 'custom host name lapsed')
}

/** Writes the result; true when the name stops being live with it. */
async function write(
  tx: Transaction,
  { hostname, organization_id: organizationId, site_id: siteId, challenge }: HostnameRow,
  status: Checked,
): Promise<boolean> {
  const of = { hostname, organizationId }
  if (siteId !== null) await tx.first(lockNamedSite, { organizationId, siteId })
  const { own } = await lockOwnClaim(tx, of)
  // The name was detached, or checked by somebody, while name servers were asked.
  if (own?.challenge !== challenge || own.live_since === null) return false
  if (status === 'internal_error') {
    // A name server that is silent is no proof of anything.
    await tx.run(touchClaim, of)
    return false
  }
  const isFailing = status !== 'live'
  const result = await tx.first(updateRecheck, { ...of, status, isFailing, lapseDays })
  if (result?.is_lapsed !== true) {
    if (siteId === null) await nameOrganization(tx, organizationId)
    return false
  }
  const { status: found } = await writeStatus(tx, own, status)
  const payload = { hostname, siteId, status: found, isLive: false }
  const subject = `custom-hostname:${hostname}`
  emit(tx, { organizationId, type: 'custom_hostname_checked', subject, payload })
  return true
}
