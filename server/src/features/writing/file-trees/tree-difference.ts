import { canonical } from '@lectern/content/compare/values.ts'
import type { ImportRun } from '@lectern/contract/imports.ts'

import { type EntryState, isPageKind } from '#/content-store/entries/public.ts'
import type { EntryToStore, GoneEntry, OldName } from '#/content-store/write/public.ts'

type Counted = NonNullable<ImportRun['result']>['pages']

export interface StoredResult {
  readonly revision: string
  readonly pages: Counted
  readonly groups: Counted
  /** Links and computed pages, which hold no text. */
  readonly links: Counted
  readonly files: Counted
  readonly reusableContents: Counted
  readonly changedPages: readonly string[]
  /** The groups among them; rows of earlier builds do not tell. */
  readonly changedGroups?: readonly string[]
  /** Where pages of a website were, by their ids. */
  readonly sources?: Readonly<Record<string, string>>
}

type CountedKind = 'pages' | 'groups' | 'links' | 'files' | 'reusableContents'

export interface Difference {
  readonly entries: readonly EntryToStore[]
  /** The entries that equal those of the main branch: a change request stores none of them. */
  readonly dropped: readonly string[]
  readonly gone: readonly GoneEntry[]
  readonly oldNames: readonly OldName[]
  readonly counts: Readonly<Record<CountedKind, Counted>>
  /** The first of the pages that are new or different. */
  readonly changedPages: readonly string[]
  readonly changedGroups: readonly string[]
}

const changedPagesMax = 1000

type StoredEntry = EntryState & { readonly createdAt: string }

interface Where {
  readonly isMain: boolean
  /** The versions on the main branch of the entries that the branch changed. */
  readonly hidden: ReadonlyMap<string, StoredEntry>
}

/**
 * The versions to write so that a branch becomes equal to the import. Where only links of a text
 * lead elsewhere, the main branch gets a new version; a change request stores none.
 */
export function differenceOf(
  before: ReadonlyMap<string, StoredEntry>,
  after: ReadonlyMap<string, EntryState>,
  { isMain, hidden }: Where,
): Difference {
  const counts = {
    pages: zero(),
    groups: zero(),
    links: zero(),
    files: zero(),
    reusableContents: zero(),
  }
  const entries: EntryToStore[] = []
  const dropped: string[] = []
  const oldNames: OldName[] = []
  const changedPages: string[] = []
  for (const entry of after.values()) {
    const old = before.get(entry.id)
    const isUnchanged = old !== undefined && isSame(old, entry, isMain)
    count(counts, entry, isUnchanged ? 'unchanged' : changeOf(old))
    if (isUnchanged) continue
    if (isPageKind(entry.kind)) changedPages.push(entry.id)
    oldNames.push(...oldName(old, entry))
    const main = hidden.get(entry.id)
    if (main !== undefined && isSame(main, entry, isMain)) {
      dropped.push(entry.id)
      continue
    }
    entries.push({
      ...entry,
      isNew: old === undefined,
      ...(old && { createdAt: old.createdAt }),
    })
  }
  const gone = [...before.values()].filter(({ id }) => !after.has(id))
  for (const entry of gone) count(counts, entry, 'removed')
  const firstPages = changedPages.slice(0, changedPagesMax)
  return {
    entries,
    dropped,
    gone,
    oldNames,
    counts,
    changedPages: firstPages,
    changedGroups: firstPages.filter((id) => after.get(id)?.kind === 'group'),
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
  counts: Readonly<Record<CountedKind, Counting>>,
  { kind }: EntryState,
  as: keyof Counted,
): void {
  if (kind === 'group') counts.groups[as] += 1
  else if (kind === 'document') counts.pages[as] += 1
  else if (isPageKind(kind)) counts.links[as] += 1
  else if (kind === 'file') counts.files[as] += 1
  else if (kind === 'reusable-content') counts.reusableContents[as] += 1
}

function isSame(old: EntryState, now: EntryState, withLinks: boolean): boolean {
  const after = old.attributes['origin'] === undefined ? withoutOrigin(now) : now
  return said(old) === said(after) && (!withLinks || ledBy(old) === ledBy(after))
}

/** Drops origin and path, which are no change of an entry that was found by its exported file. */
function withoutOrigin(entry: EntryState): EntryState {
  const { origin: _origin, path: _path, ...attributes } = entry.attributes
  return { ...entry, attributes }
}

function said({ attributes, ...rest }: EntryState): string {
  return JSON.stringify([
    rest.kind,
    rest.parentId,
    rest.position,
    rest.slug,
    rest.title,
    rest.head,
    rest.documentId,
    canonical(attributes),
  ])
}

function ledBy({ links, targets }: EntryState): string {
  return JSON.stringify([
    targets ?? [],
    links?.map(({ ref, status }) => [canonical({ ...ref }), status]) ?? [],
  ])
}

function oldName(old: EntryState | undefined, now: EntryState): readonly OldName[] {
  if (old === undefined || old.slug === null) return []
  if (old.slug === now.slug && old.parentId === now.parentId) return []
  return [{ parentId: old.parentId, slug: old.slug, entryId: old.id }]
}
