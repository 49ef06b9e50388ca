import { purgeExpiredMailInvites } from '#/features/joining/invites/public.ts'
import {
  deleteExpiredLinks,
  selectExpiredLinks,
} from '#/features/joining/welcome-links/public.ts'
import { job } from '#/platform/jobs/job.ts'

const batchMax = 1000

/** Deletes expired links, together with their invites and addresses. */
export const sweepWelcomeLinks = job<object>(
  'welcome.sweep-links',
  { schedule: '23 * * * *' },
  async (_payload, { db }) => {
    const expired = await db.many(selectExpiredLinks, { rowsMax: batchMax })
    const perOrganization = Map.groupBy(expired, (link) => link.organization_id)
    for (const [organizationId, links] of perOrganization) {
      const inviteIds = links.map((link) => link.invite_id).filter((id) => id !== null)
      await db.transaction(async (tx) => {
        if (organizationId !== null) {
          await purgeExpiredMailInvites(tx, organizationId, inviteIds)
        }
        const secretHashes = links.map((link) => link.secret_hash)
        await tx.run(deleteExpiredLinks, { secretHashes })
      })
    }
  },
)
