import { dropSpaceGrants } from '#/content-store/nodes/public.ts'
import { spaceEmptied } from '#/features/writing/files/public.ts'
import { takeFromSites } from '#/features/writing/publications/public.ts'
import { sweepVocabularySoon } from '#/features/writing/search/public.ts'
import type { Database } from '#/platform/database/database.ts'
import { goOn, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'
import { homeWrites } from '#/platform/tenancy/homes.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { deleteSpaceRows, purgedTables } from './purge-queries.ts'
import { type OfSpace, spacePurged } from './space-events.ts'
import {
  deleteSpaceNode,
  lockExpiredSpace,
  selectExpiredSpaces,
} from './trash-queries.ts'

const spacesMax = 100
const rowsMax = 5_000

/** Deletes for good the spaces that nobody can restore any more. */
export const purgeSpaces = job<object>(
  'spaces.purge',
  { schedule: '41 * * * *', timeoutSeconds: 3_000 },
  async (_payload, services, stopping) => {
    for await (const organizationId of walkOrganizations(services.db, stopping)) {
      await purgeOrganization(services, organizationId, stopping)
    }
  },
)

async function purgeOrganization(
  services: Services,
  organizationId: string,
  stopping: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const of = { organizationId, rowsMax: spacesMax }
    const expired = await services.db.many(selectExpiredSpaces, of)
    for (const { id: spaceId } of expired) {
      await purgeSpace(services, { organizationId, spaceId }, stopping)
    }
    if (expired.length < spacesMax) return
  }
}

/**
 * Deletes a space for good. Its row goes last: while it exists, an interrupted purge is taken up
 * again.
 */
async function purgeSpace(
  { db, storage }: Services,
  space: OfSpace,
  stopping: AbortSignal | undefined,
): Promise<void> {
  goOn(stopping)
  await storage.deleteAll(`spaces/${space.spaceId}`)
  await db.transaction(async (tx) => spaceEmptied(tx, space))
  for (const table of purgedTables) await emptyTable(db, { table, space, stopping })
  await db.transaction(async (tx) => {
    const { organizationId, spaceId } = space
    const of = { organizationId, nodeId: spaceId }
    if ((await tx.first(lockExpiredSpace, of)) === undefined) return
    await dropSpaceGrants(tx, { organizationId, spaceIds: [spaceId] })
    await takeFromSites(tx, { organizationId, spaceIds: [spaceId] })
    await Promise.all([tx.run(deleteSpaceNode, of), homeWrites.remove(tx, spaceId)])
    spacePurged(tx, space)
    sweepVocabularySoon(tx, space)
  })
}

interface ToEmpty {
  readonly table: (typeof purgedTables)[number]
  readonly space: OfSpace
  readonly stopping: AbortSignal | undefined
}

/**
 * Deletes the rows of a space in a table, in transactions of bounded size, however large the space
 * was.
 */
async function emptyTable(
  db: Database,
  { table, space, stopping }: ToEmpty,
): Promise<void> {
  const batch = deleteSpaceRows({ table, rowsMax })
  for (;;) {
    goOn(stopping)
    const removed = await db.transaction(async (tx) => tx.count(batch, space))
    if (removed < rowsMax) return
  }
}
