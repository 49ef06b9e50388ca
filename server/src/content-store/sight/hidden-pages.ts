import type { ReaderContext } from '#/platform/http/context.ts'

import { seenBy, type Visitor, visitorOf } from './seen-by.ts'
import { selectPagesForSight, selectSpacesWithConditions } from './sight-queries.ts'

type Reading = Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

interface HiddenPage {
  readonly spaceId: string
  readonly pageId: string
}

/** The most pages that are told; who leaves them out looks at what is left once more. */
const hiddenMax = 50_000

/**
 * The pages of the main content of spaces that conditions hide from the reader. What is told may be
 * a revision behind.
 */
export async function hiddenAmong(
  context: Reading,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<readonly HiddenPage[]> {
  const visitor = await visitorOf(context)
  if (visitor === undefined || spaceIds.length === 0) return []
  const asked = { organizationId, spaceIds }
  const hidden: HiddenPage[] = []
  for (const { space_id, head_number } of await context.db.many(
    selectSpacesWithConditions,
    asked,
  )) {
    const space = { organizationId, spaceId: space_id }
    const ids = await hiddenIn(context, visitor, space, head_number)
    for (const pageId of ids) hidden.push({ spaceId: space_id, pageId })
    if (hidden.length >= hiddenMax) return hidden.slice(0, hiddenMax)
  }
  return hidden
}

/** The ids of the hidden pages of a space, which are looked for once for a revision and an audience. */
async function hiddenIn(
  context: Reading,
  visitor: Visitor,
  space: OfSpace,
  headNumber: number,
): Promise<readonly string[]> {
  const { db, texts } = context
  const key = `hidden ${space.spaceId} ${headNumber} ${visitor.audience}`
  const known = texts.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this key below
  if (known !== undefined) return JSON.parse(known) as string[]
  const rows = await db.many(selectPagesForSight, space)
  const seen = await seenBy(context, visitor, rows)
  const ids = rows.map(({ entry_id: id }) => id).filter((id) => !seen.has(id))
  texts.set(key, JSON.stringify(ids))
  return ids
}
