import type { ContentRef } from '@lectern/content/document/references.ts'

import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import { anchorHashes, type DocumentToStore } from '#/content-store/documents/public.ts'
import {
  differs,
  type EntryRow,
  type EntryState,
  isPageKind,
  oldNameOf,
  selectEntries,
  sorted,
  stateOfRow,
} from '#/content-store/entries/public.ts'
import {
  type DraftOfTargets,
  fileOfPage,
  idsIn,
  pathOfNamed,
  type RefsToResolve,
  resolveLinks,
} from '#/content-store/links/public.ts'
import {
  plannedIn,
  shownDigests,
  withShown,
} from '#/features/writing/computed-pages/public.ts'
import type { EntryToStore, GoneEntry, OldName } from '#/content-store/write/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

import { addressIn, type Draft } from './draft.ts'
import type { Prepared } from './prepare-bodies.ts'

/** The rows that a draft writes, with their links resolved. */
export interface FinishedDraft {
  readonly documents: readonly DocumentToStore[]
  readonly entries: readonly EntryToStore[]
  readonly gone: readonly GoneEntry[]
  readonly oldNames: readonly OldName[]
  readonly isRenaming: boolean
}

interface Finishing {
  readonly branch: OfBranch
  readonly prepared: ReadonlyMap<string, Prepared>
  readonly appUrls: readonly string[]
}

/**
 * Finishes a draft: finds the entries that differ from the head, resolves their links, and collects
 * the names that are lost.
 */
export async function finishDraft(
  tx: Transaction,
  draft: Draft,
  { branch, prepared, appUrls }: Finishing,
): Promise<FinishedDraft> {
  const before = await withShifted(tx, draft, branch)
  await noteShown(tx, draft, { branch, prepared, before })
  const differing = [...draft.now.values()].filter((now) =>
    differs(now, before.get(now.id)),
  )
  // An entry that the same request made and deleted was never in the head.
  const gone = [...draft.gone.values()].filter(({ id }) => draft.known.has(id))
  const targets = targetsOf(differing, draft, before)
  const written = differing.filter((now) => hasNewRefs(now, before.get(now.id)))
  const bodies = written.map((now) => refsToResolve(now, draft, prepared))
  const resolved = await resolveLinks(tx, branch, bodies, { draft: targets, appUrls })
  const entries = differing.map((now): EntryToStore => {
    const old = before.get(now.id)
    const links = resolved.get(now.id)
    const createdAt = old?.created_at ?? draft.createdAt.get(now.id)
    const keepsTime = old !== undefined && onlyMoved(now, old)
    return {
      ...now,
      ...(links
        ? { links: links.links, targets: withCover(links.targets, now) }
        : old !== undefined && {
            linkedNumber: old.linked_number,
            targets: withCover(keptTargets(now), now),
          }),
      isNew: old === undefined,
      ...(createdAt !== undefined && { createdAt }),
      ...(keepsTime && { updatedAt: old.updated_at }),
    }
  })
  return {
    documents: documentsOf(prepared, entries),
    entries,
    gone,
    oldNames: entries.flatMap((now) => oldNameOf(now, before.get(now.id))),
    isRenaming: entries.some((now) => hasOtherPath(now, before.get(now.id))),
  }
}

/** Notes what new texts show of OpenAPI specifications, so that later changes of it are noticed. */
async function noteShown(
  tx: Transaction,
  draft: Draft,
  {
    branch,
    prepared,
    before,
  }: Omit<Finishing, 'appUrls'> & { readonly before: ReadonlyMap<string, EntryRow> },
): Promise<void> {
  const written = [...draft.now.values()].flatMap((now) => {
    const body = prepared.get(now.id)?.outcome.body
    const isNew = body !== undefined && hasNewRefs(now, before.get(now.id))
    return isNew && plannedIn(now.attributes) === undefined ? [[now, body] as const] : []
  })
  const texts = written.map(([now, { parts }]) => [now.id, parts] as const)
  const shown = await shownDigests(tx, branch, texts)
  for (const [now] of written) {
    const attributes = withShown(now.attributes, shown.get(now.id))
    draft.now.set(now.id, { ...now, attributes })
  }
}

/** Reads the pages that only made room, which the draft has not read yet. */
async function withShifted(
  tx: Transaction,
  draft: Draft,
  branch: OfBranch,
): Promise<ReadonlyMap<string, EntryRow>> {
  const ids = [...draft.shifted.keys()].filter((id) => !draft.gone.has(id))
  if (ids.length === 0) return draft.before
  const rows = await tx.many(selectEntries(shapeOf(branch)), {
    ...branch,
    ids,
    withText: [],
  })
  for (const row of rows) {
    const position = draft.shifted.get(row.id)
    if (position !== undefined) draft.now.set(row.id, { ...stateOfRow(row), position })
  }
  return new Map([...draft.before, ...rows.map((row) => [row.id, row] as const)])
}

function onlyMoved(now: EntryState, row: EntryRow): boolean {
  return !differs({ ...now, position: row.position }, row)
}

/**
 * Whether the links of an entry are resolved anew: its text is new, or it is a link that leads
 * elsewhere.
 */
function hasNewRefs(now: EntryState, row: EntryRow | undefined): boolean {
  if (now.kind === 'link') {
    return sorted(now.attributes['target']) !== sorted(row?.attributes['target'])
  }
  if (now.documentId === null) return false
  return now.documentId !== row?.document_id
}

function refsToResolve(
  now: EntryState,
  draft: Draft,
  prepared: ReadonlyMap<string, Prepared>,
): RefsToResolve {
  const isPage = isPageKind(now.kind)
  const file = isPage
    ? fileOfPage(addressIn(draft, now.id), now.attributes)
    : pathOfNamed({ kind: now.kind, title: now.title, path: pathIn(now) })
  if (now.kind === 'link') {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract gives links no other target
    const refs = [now.attributes['target'] as unknown as ContentRef]
    return { id: now.id, isPage: false, file, refs, conditions: [], anchors: new Set() }
  }
  const body = prepared.get(now.id)?.outcome.body
  if (body === undefined) throw new Error('A text was not prepared')
  const { refs, conditions } = body
  return { id: now.id, isPage, file, refs, conditions, anchors: new Set(body.anchors) }
}

function pathIn({ attributes }: EntryState): string | null {
  const { path } = attributes
  return typeof path === 'string' ? path : null
}

/** Whether pages refer to a file or a reusable content by another path than before. */
function hasOtherPath(now: EntryState, row: EntryRow | undefined): boolean {
  if (row === undefined || (now.kind !== 'file' && now.kind !== 'reusable-content')) {
    return false
  }
  const before = stateOfRow(row)
  return (
    pathOfNamed({ ...now, path: pathIn(now) }) !==
    pathOfNamed({ ...before, path: pathIn(before) })
  )
}

function targetsOf(
  differing: readonly EntryState[],
  draft: Draft,
  before: ReadonlyMap<string, EntryRow>,
): DraftOfTargets {
  const pages = differing.filter(({ slug }) => slug !== null)
  const named = differing.filter(
    ({ kind }) => kind === 'file' || kind === 'reusable-content',
  )
  const gone = new Set(draft.gone.keys())
  return {
    pages: {
      ids: pages.map(({ id }) => id),
      parents: pages.map(({ parentId }) => parentId),
      slugs: pages.map(({ slug }) => slug ?? ''),
      touched: [...pages.map(({ id }) => id), ...gone],
    },
    named: named.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      title: entry.title,
      path: pathIn(entry),
    })),
    made: new Set(differing.filter(({ id }) => !before.has(id)).map(({ id }) => id)),
    gone,
  }
}

/** The targets of links that stay as they are; the cover of the page can still change. */
function keptTargets({ links, targets }: EntryState): readonly string[] | null {
  if (links === null) return targets
  return [
    ...new Set(
      links.flatMap(({ ref, status, target = ref }) =>
        status === 'broken' ? [] : idsIn(target),
      ),
    ),
  ].toSorted()
}

/**
 * The targets with the images of the cover: these are no links, but the page needs them all the
 * same.
 */
function withCover(targets: readonly string[] | null, { attributes }: EntryState) {
  const { cover } = attributes
  if (typeof cover !== 'object' || cover === null || Array.isArray(cover)) return targets
  const ids = Object.values(cover).flatMap((part) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only references are objects in a cover
    typeof part === 'object' && part !== null ? idsIn(part as unknown as ContentRef) : [],
  )
  return [...new Set([...(targets ?? []), ...ids])].toSorted()
}

function documentsOf(
  prepared: ReadonlyMap<string, Prepared>,
  entries: readonly EntryToStore[],
): readonly DocumentToStore[] {
  return entries.flatMap(({ id, documentId }) => {
    const body = prepared.get(id)?.outcome.body
    if (body === undefined || body.documentId !== documentId) return []
    const { markdown, projection } = body
    const anchors = anchorHashes(body.anchors)
    return [{ id: documentId, markdown, projection: Buffer.from(projection), anchors }]
  })
}
