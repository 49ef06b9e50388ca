import type { Entry } from '@lectern/content/tree/entries.ts'

import type { OfBranch } from '#/content-store/branches/public.ts'
import {
  anchorHashes,
  type DocumentToStore,
  type TextChange,
} from '#/content-store/documents/public.ts'
import {
  differs,
  type EntryRow,
  type EntryState,
  isPageKind,
  oldNameOf,
} from '#/content-store/entries/public.ts'
import {
  addressOf,
  type DraftOfTargets,
  fileOfPage,
  pathOfNamed,
  resolveLinks,
} from '#/content-store/links/public.ts'
import type { EntryToStore, GoneEntry, OldName } from '#/content-store/write/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { separateCollidingPositions } from './separate-positions.ts'
import type { MergePlan } from './plan-merge.ts'

/** The rows that a merge writes. */
export interface MergeToWrite {
  readonly documents: readonly DocumentToStore[]
  readonly entries: readonly EntryToStore[]
  readonly gone: readonly GoneEntry[]
  readonly oldNames: readonly OldName[]
  /** On a branch: entries that are the same as on the main branch again. */
  readonly dropped: readonly string[]
}

interface Merging {
  readonly branch: OfBranch
  readonly appUrls: readonly string[]
}

/** The changes that the merge makes to the main branch. */
export async function mergeIntoMain(
  db: Queryable,
  plan: MergePlan,
  { branch, appUrls }: Merging,
): Promise<MergeToWrite> {
  const { theirs } = plan.sides
  const differing = [...plan.merged.values()].filter((now) =>
    differs(now, theirs.get(now.id)),
  )
  const changed = await separateCollidingPositions(db, branch, differing, theirs)
  const gone = [...theirs.values()].filter(({ id }) => !plan.merged.has(id)).map(goneOf)
  const entries = await stored(db, plan, { branch, appUrls, changed, gone })
  return {
    documents: documentsOf(plan, entries),
    entries,
    gone,
    oldNames: entries.flatMap((now) => oldNameOf(now, theirs.get(now.id))),
    dropped: [],
  }
}

/** The changes that the merge makes to the branch's own entries. */
export async function mergeIntoBranch(
  db: Queryable,
  plan: MergePlan,
  { branch, appUrls }: Merging,
): Promise<MergeToWrite> {
  const { ours, theirs, own } = plan.sides
  const isAsOnMain = (id: string) => {
    const now = plan.merged.get(id)
    const its = theirs.get(id)
    return now === undefined ? its === undefined : its !== undefined && !differs(now, its)
  }
  const isAsOnBranch = (id: string) => {
    const now = plan.merged.get(id)
    const mine = ours.get(id)
    return own.has(id) && (now === undefined ? mine === undefined : !differs(now, mine))
  }
  const isToWrite = (id: string) => !isAsOnMain(id) && !isAsOnBranch(id)
  const changed = [...plan.merged.values()].filter(({ id }) => isToWrite(id))
  const gone = [...theirs.values()]
    .filter(({ id }) => !plan.merged.has(id) && isToWrite(id))
    .map(goneOf)
  const entries = await stored(db, plan, { branch, appUrls, changed, gone })
  return {
    documents: documentsOf(plan, entries),
    entries,
    gone,
    oldNames: [],
    dropped: [...own].filter(isAsOnMain),
  }
}

function goneOf({ id, kind }: EntryRow): GoneEntry {
  return { id, kind }
}

interface Storing extends Merging {
  readonly changed: readonly EntryState[]
  readonly gone: readonly GoneEntry[]
}

/** The entries to store: links of new texts are resolved, others count as resolved at the fork. */
async function stored(
  db: Queryable,
  plan: MergePlan,
  { branch, appUrls, changed, gone }: Storing,
): Promise<readonly EntryToStore[]> {
  const { ours, theirs } = plan.sides
  const bodies = changed.flatMap((now) => {
    const text = plan.texts.get(now.id)
    if (text === undefined) return []
    const isPage = isPageKind(now.kind)
    const file = fileOf(now, plan)
    const { refs, conditions } = text
    const anchors = new Set(text.anchors)
    return [{ id: now.id, isPage, file, refs, conditions, anchors }]
  })
  const draft = draftOf(plan, gone)
  const resolved = await resolveLinks(db, branch, bodies, { draft, appUrls })
  return changed.map((now) => {
    const before = theirs.get(now.id)
    const createdAt = (before ?? ours.get(now.id))?.created_at
    return {
      ...now,
      ...(resolved.get(now.id) ?? { linkedNumber: plan.heads.main_number }),
      isNew: before === undefined,
      ...(createdAt !== undefined && { createdAt }),
    }
  })
}

function fileOf(now: EntryState, { merged, around }: MergePlan): string {
  if (!isPageKind(now.kind)) {
    return pathOfNamed({ kind: now.kind, title: now.title, path: pathIn(now) })
  }
  const address = addressOf(now.id, (id) => {
    const entry = around.get(id)
    return merged.get(id) ?? (entry && placeOf(entry))
  })
  return fileOfPage(address, now.attributes)
}

function placeOf({ parent, attributes: { slug } }: Entry) {
  return { slug: typeof slug === 'string' ? slug : null, parentId: parent ?? '' }
}

function pathIn({ attributes }: EntryState): string | null {
  const { path } = attributes
  return typeof path === 'string' ? path : null
}

/** The differences between the merged content and the head in which links are looked up. */
function draftOf(
  { merged, sides }: MergePlan,
  gone: readonly GoneEntry[],
): DraftOfTargets {
  const all = [...merged.values()]
  const pages = all.filter(({ slug }) => slug !== null)
  const named = all.filter(({ kind }) => kind === 'file' || kind === 'reusable-content')
  const lost = [...sides.theirs.keys(), ...sides.ours.keys()].filter(
    (id) => !merged.has(id),
  )
  return {
    pages: {
      ids: pages.map(({ id }) => id),
      parents: pages.map(({ parentId }) => parentId),
      slugs: pages.map(({ slug }) => slug ?? ''),
      touched: [...pages.map(({ id }) => id), ...lost],
    },
    named: named.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      title: entry.title,
      path: pathIn(entry),
    })),
    made: new Set(merged.keys()),
    gone: new Set([...lost, ...gone.map(({ id }) => id)]),
  }
}

function documentsOf(
  { texts }: MergePlan,
  entries: readonly EntryToStore[],
): readonly DocumentToStore[] {
  return entries.flatMap(({ id }) => {
    const text = texts.get(id)
    if (text === undefined) return []
    const { documentId, markdown, projection } = text
    const anchors = anchorHashes(text.anchors)
    return [{ id: documentId, markdown, projection: Buffer.from(projection), anchors }]
  })
}

/** The texts of the entries that a merge writes or deletes, before and after. */
export function mergedTexts(
  before: ReadonlyMap<string, EntryRow>,
  {
    entries,
    gone,
  }: {
    entries: readonly Pick<EntryState, 'id' | 'documentId'>[]
    gone: readonly { id: string }[]
  },
): readonly TextChange[] {
  const textOf = (id: string) => {
    const documentId = before.get(id)?.document_id
    return typeof documentId === 'string' ? { documentId } : null
  }
  const written = entries.map(({ id, documentId }) => ({
    entryId: id,
    before: textOf(id),
    after: documentId === null ? null : { documentId },
  }))
  return [
    ...written,
    ...gone.map(({ id }) => ({ entryId: id, before: textOf(id), after: null })),
  ]
}
