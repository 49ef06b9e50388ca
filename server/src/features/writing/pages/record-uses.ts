import {
  readBodies,
  selectWithoutUses,
  updateUses,
  type WithoutUsesRow,
} from '#/content-store/documents/public.ts'
import { usesOf } from '#/content-store/entries/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import { goOn, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

/** The most versions at once: their texts may have a megabyte each. */
const rowsMax = 20

/**
 * Records what entries show of others where an older release wrote them. Until then visitors see
 * their text, and no file or reusable content through them.
 */
export const recordUses = job<object>(
  'content.record-uses',
  { schedule: '11 * * * *', timeoutSeconds: 3_000 },
  async (_payload, services, stopping) => {
    for await (const organizationId of walkOrganizations(services.db, stopping)) {
      let found = rowsMax
      while (found === rowsMax) {
        goOn(stopping)
        found = await recordSome(services, organizationId)
      }
    }
  },
)

async function recordSome(
  { db, threads }: Pick<Services, 'db' | 'threads'>,
  organizationId: string,
): Promise<number> {
  const rows = await db.many(selectWithoutUses, { organizationId, rowsMax })
  if (rows.length === 0) return 0
  const texts = rows.map(({ markdown }) => markdown ?? '')
  const bodies = await threads.run({ organizationId }, readBodies, texts)
  await db.transaction(async (tx) => {
    await Promise.all(
      rows.map(async (row, index) => {
        const links = withConditions(row, bodies[index]?.conditions ?? [])
        const { attributes } = row
        return tx.run(updateUses, {
          organizationId,
          spaceId: row.space_id,
          branchId: row.branch_id,
          entryId: row.entry_id,
          fromNumber: row.from_number,
          links: storableJson(links),
          uses: storableJson(usesOf({ links, attributes })),
        })
      }),
    )
  })
  return rows.length
}

function withConditions(
  { links }: WithoutUsesRow,
  conditions: readonly (readonly string[])[],
) {
  return (
    links?.map((link, index) => {
      const around = conditions[index] ?? []
      return around.length === 0 ? link : { ...link, conditions: around }
    }) ?? null
  )
}
