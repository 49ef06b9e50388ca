import type { ContentRef } from '@lectern/content/document/references.ts'

import type { EntryState } from './entry-state.ts'

/**
 * The files and reusable contents that an entry shows, by id, with the conditions under which
 * readers see each: it is shown where all conditions of one list hold, and always without a list.
 */
export type Uses = Readonly<Record<string, readonly (readonly string[])[]>>

/** What an entry shows of other entries, for readers who may read nothing else. */
export function usesOf({
  links,
  attributes,
}: Pick<EntryState, 'links' | 'attributes'>): Uses {
  const uses = new Map<string, (readonly string[])[]>()
  const add = (id: string | undefined, conditions: readonly string[]) => {
    if (id === undefined) return
    const known = uses.get(id)
    const isAlways = conditions.length === 0 || known?.length === 0
    uses.set(id, isAlways ? [] : [...(known ?? []), conditions])
  }
  for (const { ref, target = ref, status, conditions = [] } of links ?? []) {
    if (status !== 'broken') add(usedId(target), conditions)
  }
  for (const ref of coverRefs(attributes['cover'])) add(usedId(ref), [])
  return Object.fromEntries(uses)
}

function usedId(ref: ContentRef): string | undefined {
  if (ref.kind === 'file') return ref.file
  // A reusable content of another space is read there, by those who may.
  const isHere = ref.kind === 'reusable-content' && ref.space === undefined
  return isHere ? ref.reusableContent : undefined
}

function coverRefs(cover: unknown): readonly ContentRef[] {
  if (typeof cover !== 'object' || cover === null || Array.isArray(cover)) return []
  return Object.values(cover).filter(
    (part): part is ContentRef =>
      typeof part === 'object' && part !== null && 'kind' in part,
  )
}
