import type { ContentChange } from '@lectern/contract/content-changes.ts'

import { newId } from '#/platform/ids/new-id.ts'

import { invalidChange } from './content-edit-errors.ts'

/** A change that names entries by id, both those of the head and those that the request makes. */
export interface NamedChange {
  readonly index: number
  readonly change: ContentChange
  /** The ids of the entries that the change makes, in order; empty when it makes none. */
  readonly made: readonly string[]
}

export type ChangeOf<Name extends ContentChange['operation']> = Extract<
  ContentChange,
  { operation: Name }
>

export interface NamedChanges {
  readonly changes: readonly NamedChange[]
  readonly made: ReadonlySet<string>
}

const making = new Set<ContentChange['operation']>([
  'insert_page',
  'insert_group',
  'insert_link',
  'insert_computed',
  'insert_reusable_content',
])

/**
 * The changes with ids in place of refs. Ids are given before anything is read, so that all can be
 * prepared before the lock is taken.
 */
export function nameChanges(
  changes: readonly ContentChange[],
  indexes: readonly number[] = [...changes.keys()],
): NamedChanges {
  const idOfRef = new Map<string, string>()
  const made = new Set<string>()
  const named = changes.map((change, place): NamedChange => {
    const index = indexes[place] ?? place
    const resolved = withIds(change, (name) => idOfRef.get(name) ?? name)
    const ids = refsMadeBy(change).map((ref) => {
      const id = newId()
      made.add(id)
      if (ref === undefined) return id
      if (idOfRef.has(ref)) throw invalidChange(index, `uses the ref "${ref}" again`)
      idOfRef.set(ref, id)
      return id
    })
    return { index, change: resolved, made: ids }
  })
  return { changes: named, made }
}

function refsMadeBy(change: ContentChange): readonly (string | undefined)[] {
  if (change.operation === 'insert_files') return change.files.map(({ ref }) => ref)
  if (!making.has(change.operation)) return []
  return ['ref' in change ? change.ref : undefined]
}

/** The change with every name of a page, file or reusable content looked up. */
function withIds(change: ContentChange, idOf: (name: string) => string): ContentChange {
  return {
    ...change,
    ...('page' in change && { page: idOf(change.page) }),
    ...('file' in change && { file: idOf(change.file) }),
    ...('reusableContent' in change && { reusableContent: idOf(change.reusableContent) }),
    ...('into' in change &&
      typeof change.into === 'string' && { into: idOf(change.into) }),
  }
}
