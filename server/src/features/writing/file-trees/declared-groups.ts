import { type EntryState, sourceSpecs } from '#/content-store/entries/public.ts'

import type { ImportedEntry } from './unpack-task.ts'

type Head = ReadonlyMap<string, EntryState>

/**
 * The root of the computed pages that a folder declares, where the head has them: the folder says
 * where they stand, and nothing of what is on them.
 */
export function groupOf(
  { id, kind, attributes: { computed } }: ImportedEntry,
  head: Head,
): EntryState | undefined {
  const root = kind === 'computed' ? head.get(id) : undefined
  const [spec] = sourceSpecs(computed)
  const [own] = sourceSpecs(root?.attributes['computedSource'])
  return spec !== undefined && spec === own ? root : undefined
}

/** The state of an imported entry; that of a declared group is the root that the head has. */
export function asDeclared(
  entry: ImportedEntry,
  state: EntryState,
  head: Head,
): EntryState {
  const root = groupOf(entry, head)
  const { parentId, position } = state
  return root === undefined ? state : { ...root, parentId, position }
}

/** Whether an entry is a computed page of one of the groups. */
export function isInGroup(
  { attributes: { planned } }: EntryState,
  groups: ReadonlySet<string>,
): boolean {
  if (typeof planned !== 'object' || planned === null || !('root' in planned)) {
    return false
  }
  const root = planned['root']
  return typeof root === 'string' && groups.has(root)
}
