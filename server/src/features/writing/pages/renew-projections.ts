import {
  anchorHashes,
  readBodies,
  selectOldProjections,
  updateProjection,
} from '#/content-store/documents/public.ts'
import { goOn, job } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

/** The most documents at once: their texts may have a megabyte each. */
const rowsMax = 20

/**
 * Stores document JSON anew where an older release stored it in another form, and the anchors of
 * texts stored without. Until then the JSON is made from the Markdown each time somebody reads it,
 * and links to anchors of such a text count as unbroken.
 */
export const renewProjections = job<object>(
  'content.renew-projections',
  { schedule: '19 * * * *', timeoutSeconds: 3_000 },
  async (_payload, services, stopping) => {
    for await (const organizationId of walkOrganizations(services.db, stopping)) {
      let found = rowsMax
      while (found === rowsMax) {
        goOn(stopping)
        found = await renewSome(services, organizationId)
      }
    }
  },
)

async function renewSome(
  { db, threads }: Pick<Services, 'db' | 'threads'>,
  organizationId: string,
): Promise<number> {
  const rows = await db.many(selectOldProjections, { organizationId, rowsMax })
  if (rows.length === 0) return 0
  const texts = rows.map(({ markdown }) => markdown)
  const bodies = await threads.run({ organizationId }, readBodies, texts)
  await db.transaction(async (tx) => {
    await Promise.all(
      rows.map(async ({ space_id: spaceId, id }, index) => {
        const body = bodies[index]
        if (body === undefined) return
        await tx.run(updateProjection, {
          organizationId,
          spaceId,
          id,
          projection: Buffer.from(body.projection),
          anchors: anchorHashes(body.anchors),
        })
      }),
    )
  })
  return rows.length
}
