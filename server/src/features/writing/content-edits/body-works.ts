import type { AttributeChanges } from '@lectern/content/page/set-attributes.ts'

import type { BodyEdit, BodyWork } from '#/content-store/documents/public.ts'
import type { EntryRow } from '#/content-store/entries/public.ts'

import { editsOfEntry } from './body-edits.ts'
import { spellingFor } from './body-spelling.ts'
import type { LoadedState } from './load-state.ts'
import type { NamedChange } from './named-changes.ts'
import { headChangesOf } from './page-metadata.ts'

/** The work on the text and head of one entry, and the versions that it starts from. */
export interface EntryWork {
  readonly work: BodyWork
  /** The text that the edits begin from; absent when they replace it whatever it is. */
  readonly documentId?: string | null
  readonly head?: string | null
}

/** The work on texts and heads, by entry: everything that takes a thread of its own. */
export function worksOf(
  changes: readonly NamedChange[],
  state: LoadedState,
): ReadonlyMap<string, EntryWork> {
  const works = new Map<string, EntryWork>()
  for (const [id, own] of byEntry(changes)) {
    const work = workOn(id, own, state)
    if (work !== undefined) works.set(id, work)
  }
  return works
}

function workOn(
  id: string,
  own: readonly NamedChange[],
  state: LoadedState,
): EntryWork | undefined {
  const row = state.entries.get(id)
  const edits = editsOfEntry(id, own, state)
  const head = headOf(own, row, state)
  if (edits.length === 0 && head === undefined) return undefined
  const isFile = own.some(({ change }) => isWholeFile(change))
  const isFree = edits.length === 0 || standsAlone(edits, own)
  const {
    markdown,
    links,
    document_id: documentId,
    head: oldHead,
  } = { ...nothing, ...row }
  return {
    work: {
      text: { markdown: markdown ?? '', links },
      edits,
      spelling: spellingFor(id, own, state),
      ...(head && { head }),
      ...(isFile && { isFile }),
    },
    ...(!isFree && { documentId }),
    ...(head && !isFile && { head: oldHead }),
  }
}

const nothing = { markdown: null, links: null, document_id: null, head: null }

/** Whether the outcome is the same for any present text. A current base may not stay current. */
function standsAlone([first]: readonly BodyEdit[], own: readonly NamedChange[]): boolean {
  const hasBase = own.some(({ change }) => 'base' in change && change.base !== undefined)
  return !hasBase && first?.kind === 'set' && 'markdown' in first.body
}

function byEntry(changes: readonly NamedChange[]): Map<string, NamedChange[]> {
  const groups = new Map<string, NamedChange[]>()
  for (const each of changes) {
    const id = entryOf(each)
    if (id === undefined) continue
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [each])
    else group.push(each)
  }
  return groups
}

function entryOf({ change, made }: NamedChange): string | undefined {
  if ('page' in change) return change.page
  if ('reusableContent' in change) return change.reusableContent
  const hasText =
    change.operation === 'insert_page' || change.operation === 'insert_reusable_content'
  return hasText ? made[0] : undefined
}

/**
 * Whether a change has Markdown that is read as a whole file with its own title: that of a new page
 * without a title.
 */
function isWholeFile(change: NamedChange['change']): boolean {
  return (
    change.operation === 'insert_page' &&
    change.title === undefined &&
    (change.document === undefined || 'markdown' in change.document)
  )
}

function headOf(
  own: readonly NamedChange[],
  row: EntryRow | undefined,
  state: LoadedState,
): BodyWork['head'] {
  const isInclude = row?.kind === 'reusable-content' || own.some(isNewInclude)
  if (row !== undefined && row.kind !== 'document' && !isInclude) return undefined
  let bytes = row?.head ?? ''
  let changes: AttributeChanges | undefined
  for (const named of own) {
    const old = revertedHead(named, state)
    if (old !== undefined) {
      bytes = old
      changes = undefined
    }
    const more = headChangesOf(named.change)
    if (more !== undefined) changes = { ...changes, ...more }
  }
  return changes && { bytes, changes, isInclude }
}

/** The head that a page goes back to. */
function revertedHead(
  { index, change }: NamedChange,
  state: LoadedState,
): string | undefined {
  const isWhole = change.operation === 'revert_page' && change.block === undefined
  return isWhole ? (state.oldVersions.get(index)?.head ?? undefined) : undefined
}

function isNewInclude({ change }: NamedChange): boolean {
  return change.operation === 'insert_reusable_content'
}
