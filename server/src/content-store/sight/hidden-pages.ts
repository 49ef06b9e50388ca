import { hash } from 'node:crypto'

import type { ReaderContext } from '#/platform/http/context.ts'

import { seenBy, type Visitor, visitorOf } from './seen-by.ts'
import {
  selectConditions,
  selectPagesForSight,
  selectSpacesWithConditions,
} from './sight-queries.ts'

type Reading = Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

export interface HiddenPage {
  readonly spaceId: string
  readonly pageId: string
}

/** The most pages that are told; who leaves them out looks at what is left once more. */
const hiddenMax = 50_000
/** How long each of the reads may take. */
const msMax = 1_000

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
  const spaces = await context.db.within(msMax, selectSpacesWithConditions, asked)
  const hidden: HiddenPage[] = []
  for (const { space_id: spaceId, head_number: head } of spaces) {
    const ids = await hiddenIn(context, visitor, { organizationId, spaceId }, head)
    for (const pageId of ids) hidden.push({ spaceId, pageId })
    if (hidden.length >= hiddenMax) return hidden.slice(0, hiddenMax)
  }
  return hidden
}

/**
 * The ids of the hidden pages of a space. They are looked for once for a revision and for all
 * visitors for whom the same conditions hold, of whom there may be as many as they like.
 */
async function hiddenIn(
  context: Reading,
  visitor: Visitor,
  space: OfSpace,
  headNumber: number,
): Promise<readonly string[]> {
  const { db } = context
  const at = `${space.spaceId} ${headNumber}`
  const conditions = await once(context, `conditions ${at}`, async () => {
    const rows = await db.within(msMax, selectConditions, space)
    return rows.map(({ condition }) => condition)
  })
  const pages = conditions.map((condition, index) => ({
    entry_id: String(index),
    kind: 'document',
    parent_id: '',
    attributes: { condition },
  }))
  const holding = [...(await seenBy(context, visitor, pages))].toSorted()
  if (holding.length === conditions.length) return []
  const digest = hash('sha256', holding.join(' '), 'base64url')
  return once(context, `hidden ${at} ${digest}`, async () => {
    const rows = await db.within(msMax, selectPagesForSight, space)
    const seen = await seenBy(context, visitor, rows)
    return rows.map(({ entry_id: id }) => id).filter((id) => !seen.has(id))
  })
}

/** What is being read, by key, so that many who ask at once read it once. */
const underWay = new WeakMap<Reading['texts'], Map<string, Promise<readonly string[]>>>()

/** A list that is kept under a key, or read and kept. */
async function once(
  { texts }: Pick<Reading, 'texts'>,
  key: string,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const known = texts.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this key below
  if (known !== undefined) return JSON.parse(known) as string[]
  const own = underWay.get(texts) ?? new Map<string, Promise<readonly string[]>>()
  underWay.set(texts, own)
  const reading = own.get(key) ?? read().finally(() => own.delete(key))
  own.set(key, reading)
  const list = await reading
  texts.set(key, JSON.stringify(list))
  return list
}
