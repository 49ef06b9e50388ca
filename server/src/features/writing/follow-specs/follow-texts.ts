import {
  readBodies,
  selectTextsById,
  type ShownPart,
} from '#/content-store/documents/public.ts'
import {
  declaredIn,
  groupSourceIn,
  plannedIn,
  shownDigests,
  shownIn,
  withShown,
} from '#/features/writing/computed-pages/public.ts'
import type { Draft } from '#/features/writing/content-edits/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Threads } from '#/platform/threads/threads.ts'

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

interface FollowedTexts {
  /** The entries that show the specification. */
  readonly ids: readonly string[]
  /** The slug of the specification in lower case. */
  readonly slugKey: string
  /** The parts that texts show, as far as they were read; takes those of others. */
  readonly partsOf: Map<string, readonly ShownPart[]>
}

/** Notes what the blocks in texts of people show now; a text of which nothing changed stays. */
export async function followTexts(
  { db, threads }: { readonly db: Queryable; readonly threads: Threads },
  of: OfSpace,
  draft: Draft,
  // oxlint-disable-next-line max-params -- what reads, where, the revision in the making, and its texts
  { ids, slugKey, partsOf }: FollowedTexts,
): Promise<void> {
  const texts = ids.flatMap((id) => {
    const entry = draft.now.get(id)
    const isMade = entry !== undefined && plannedIn(entry.attributes) !== undefined
    const documentId = entry?.documentId ?? null
    return entry === undefined || isMade || documentId === null
      ? []
      : [{ entry, documentId }]
  })
  await readParts({ db, threads }, of, partsOf, texts)
  const named = texts.map(
    ({ entry, documentId }) => [entry.id, partsOf.get(documentId) ?? []] as const,
  )
  const shown = await shownDigests(db, of, named)
  for (const { entry } of texts) {
    const digest = shown.get(entry.id)?.[slugKey]
    const before = shownIn(entry.attributes)
    if (digest === undefined || before[slugKey] === digest) continue
    const attributes = withShown(entry.attributes, { ...before, [slugKey]: digest })
    draft.now.set(entry.id, { ...entry, attributes })
  }
}

/** The most texts that are read at once. */
const textsAtOnce = 20

async function readParts(
  { db, threads }: { readonly db: Queryable; readonly threads: Threads },
  { organizationId, spaceId }: OfSpace,
  partsOf: Map<string, readonly ShownPart[]>,
  // oxlint-disable-next-line max-params -- what reads, where, what is known, and what is asked
  texts: readonly { readonly documentId: string }[],
): Promise<void> {
  const all = [...new Set(texts.map(({ documentId }) => documentId))]
  const missing = all.filter((id) => !partsOf.has(id))
  for (let from = 0; from < missing.length; from += textsAtOnce) {
    const ids = missing.slice(from, from + textsAtOnce)
    const rows = await db.many(selectTextsById, { organizationId, spaceId, ids })
    const markdowns = rows.map(({ markdown }) => markdown)
    const bodies = await threads.run({ organizationId }, readBodies, markdowns)
    for (const [index, { id }] of rows.entries()) {
      partsOf.set(id, bodies[index]?.parts ?? [])
    }
  }
}

/** The roots of the groups that are made of a specification. */
export function rootsIn(draft: Draft, slugKey: string): readonly string[] {
  return [...draft.now.values()].flatMap(({ id, attributes }) =>
    groupSourceIn(attributes)?.spec.toLowerCase() === slugKey ? [id] : [],
  )
}

/** The groups that are declared to be made of it, and have no pages yet. */
export function declaredGroups(draft: Draft, slugKey: string) {
  return [...draft.now.values()].flatMap((entry) => {
    const source = declaredIn(entry)
    return source?.spec.toLowerCase() === slugKey
      ? [{ id: entry.id, models: source.models }]
      : []
  })
}
