import { sql } from 'kysely'

import { selectSpacesForSearch } from '#/content-store/search/public.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Services } from '#/platform/services.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { indexSpaceSoon } from './search-jobs.ts'
import type { OfSpace } from './section-queries.ts'

const spacesPerRead = 1000

/** Sets a recipe that no release has, so that the next job makes the whole index of the space. */
const outdateSearchState = statement<OfSpace>(
  'search.outdate',
  (p) => sql`
    update search_state set recipe = 0
    where organization_id = ${p.organizationId} and space_id = ${p.spaceId}`,
)

/** Requests a new index of one space, or of all spaces; gives their number. */
export async function rebuildSearch(
  services: Pick<Services, 'db' | 'homes'>,
  spaceId?: string,
): Promise<number> {
  const { db, homes } = services
  if (spaceId !== undefined) {
    const home = await homes.find('space', spaceId)
    if (home === undefined) return 0
    await rebuild(services, { organizationId: home.organizationId, spaceId })
    return 1
  }
  let spaces = 0
  for await (const organizationId of walkOrganizations(db)) {
    let afterId = ''
    for (;;) {
      const of = { organizationId, afterId, rowsMax: spacesPerRead }
      const found = await db.many(selectSpacesForSearch, of)
      for (const { id } of found) await rebuild(services, { organizationId, spaceId: id })
      spaces += found.length
      afterId = found.at(-1)?.id ?? ''
      if (found.length < spacesPerRead) break
    }
  }
  return spaces
}

async function rebuild({ db }: Pick<Services, 'db'>, space: OfSpace): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(outdateSearchState, space)
    indexSpaceSoon(tx, space)
  })
}
