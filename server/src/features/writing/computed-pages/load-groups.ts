import {
  type BodyOutcome,
  documentIdOf,
  readBodies,
} from '#/content-store/documents/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Threads } from '#/platform/threads/threads.ts'

import type { GroupSource } from './computed-attributes.ts'
import { makePages } from './plan-work.ts'
import { type PlanRow, selectPlans } from './plan-queries.ts'
import type { PlannedPage } from './planned-pages.ts'

export type MadeBody = NonNullable<BodyOutcome['body']>

/** A page of a plan with the id of its text. */
export interface PageOfGroup extends PlannedPage {
  readonly documentId: string
}

/** The pages that a source gives now. */
export interface Group {
  readonly source: GroupSource
  readonly specId: string
  readonly pages: readonly PageOfGroup[]
  /** How many pages the specification has beyond the bound. */
  readonly more: number
}

interface Loading {
  readonly db: Queryable
  readonly threads: Threads
}

interface OfOrganization {
  readonly organizationId: string
}

/** The groups of pages of sources, in their order; undefined for one of no specification here. */
export async function loadGroups(
  { db, threads }: Loading,
  of: OfOrganization,
  sources: readonly GroupSource[],
): Promise<readonly (Group | undefined)[]> {
  if (sources.length === 0) return []
  const { organizationId } = of
  const slugKeys = [...new Set(sources.map(({ spec }) => spec.toLowerCase()))]
  const rows = await db.many(selectPlans, { organizationId, slugKeys })
  const byKey = new Map(rows.map((row) => [row.slug.toLowerCase(), row]))
  return Promise.all(
    sources.map(async (source) => {
      const row = byKey.get(source.spec.toLowerCase())
      return row && makeGroup(threads, of, source, row)
    }),
  )
}

/** The pages that a source gives of a plan. */
export async function makeGroup(
  threads: Threads,
  of: OfOrganization,
  source: GroupSource,
  // oxlint-disable-next-line max-params -- what works, for whom, and both halves of what it makes
  { id: specId, slug, plan }: PlanRow,
): Promise<Group> {
  const { organizationId } = of
  const toMake = { slug, plan, models: source.models }
  const { pages, more } = await threads.run({ organizationId }, makePages, toMake)
  return {
    source,
    specId,
    more,
    pages: pages.map((page) => ({ ...page, documentId: documentIdOf(page.markdown) })),
  }
}

/** The characters that one task reads. */
const charactersPerTask = 50_000

/** Reads texts of pages, in tasks of a bounded size one after another. */
export async function readPlanned(
  threads: Threads,
  { organizationId }: OfOrganization,
  texts: readonly { readonly documentId: string; readonly markdown: string }[],
): Promise<ReadonlyMap<string, MadeBody>> {
  const distinct = new Map(texts.map((text) => [text.documentId, text]))
  const bodies = new Map<string, MadeBody>()
  for (const batch of batchesOf([...distinct.values()])) {
    const markdowns = batch.map(({ markdown }) => markdown)
    const read = await threads.run({ organizationId }, readBodies, markdowns)
    for (const [index, { documentId, markdown }] of batch.entries()) {
      const body = read[index]
      if (body === undefined) throw new Error('A text was not read')
      bodies.set(documentId, { ...body, documentId, markdown })
    }
  }
  return bodies
}

function batchesOf<Text extends { readonly markdown: string }>(
  texts: readonly Text[],
): Text[][] {
  const batches: Text[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const text of texts) {
    characters += text.markdown.length
    if (characters > charactersPerTask) {
      batches.push([text])
      characters = text.markdown.length
    } else batches.at(-1)?.push(text)
  }
  return batches
}
