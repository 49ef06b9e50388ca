import { canonical } from '@lectern/content/compare/values.ts'

import {
  type EntryState,
  type EntryToStore,
  type GoneEntry,
  isPageKind,
  type OldName,
} from '#/features/content/public.ts'

import type { Counted, StoredResult } from './import-queries.ts'

export interface Difference {
  readonly entries: readonly EntryToStore[]
  readonly gone: readonly GoneEntry[]
  readonly oldNames: readonly OldName[]
  readonly counts: Pick<StoredResult, 'pages' | 'files' | 'reusableContents'>
  /** The first of the pages that are new or different. */
  readonly changedPages: readonly string[]
}

const changedPagesMax = 1000

/** What has to be written so that the space becomes what the import says. */
export function differenceOf(
  before: ReadonlyMap<string, EntryState>,
  after: ReadonlyMap<string, EntryState>,
): Difference {
  const counts = { pages: zero(), files: zero(), reusableContents: zero() }
  const entries: EntryToStore[] = []
  const oldNames: OldName[] = []
  const changedPages: string[] = []
  for (const entry of after.values()) {
    const old = before.get(entry.id)
    const isUnchanged = old !== undefined && isSame(old, entry)
    count(counts, entry, isUnchanged ? 'unchanged' : changeOf(old))
    if (isUnchanged) continue
    if (isPageKind(entry.kind)) changedPages.push(entry.id)
    entries.push({ ...entry, isNew: old === undefined })
    oldNames.push(...oldName(old, entry))
  }
  const gone = [...before.values()].filter(({ id }) => !after.has(id))
  for (const entry of gone) count(counts, entry, 'removed')
  return {
    entries,
    gone,
    oldNames,
    counts,
    changedPages: changedPages.slice(0, changedPagesMax),
  }
}

function changeOf(old: EntryState | undefined): 'created' | 'updated' {
  return old === undefined ? 'created' : 'updated'
}

type Counting = { -readonly [Key in keyof Counted]: Counted[Key] }

function zero(): Counting {
  return { created: 0, updated: 0, removed: 0, unchanged: 0 }
}

function count(
  counts: Readonly<Record<'pages' | 'files' | 'reusableContents', Counting>>,
  { kind }: EntryState,
  as: keyof Counted,
): void {
  if (isPageKind(kind)) counts.pages[as] += 1
  else if (kind === 'file') counts.files[as] += 1
  else if (kind === 'reusable-content') counts.reusableContents[as] += 1
}

function isSame(one: EntryState, other: EntryState): boolean {
  return said(one) === said(other)
}

function said({ links, targets, attributes, ...rest }: EntryState): string {
  return JSON.stringify([
    rest.kind,
    rest.parentId,
    rest.position,
    rest.slug,
    rest.title,
    rest.head,
    rest.documentId,
    canonical(attributes),
    targets ?? [],
    links?.map(({ ref, status }) => [canonical({ ...ref }), status]) ?? [],
  ])
}

function oldName(old: EntryState | undefined, now: EntryState): readonly OldName[] {
  if (old === undefined || old.slug === null) return []
  if (old.slug === now.slug && old.parentId === now.parentId) return []
  return [{ parentId: old.parentId, slug: old.slug, entryId: old.id }]
}
