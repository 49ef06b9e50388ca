import type { Entry } from '#/tree/entries.ts'
import { childrenInOrder, slugOf } from '#/tree/tree.ts'
import type { MergingTree } from './merging-tree.ts'

/** Resolves equal slugs of siblings that the merge created: an address belongs to one page only. */
export function separateSlugs(merging: MergingTree): void {
  const parents = touchedParents(merging)
  if (parents.size === 0) return
  const held = childrenInOrder(merging.entries.values())
  for (const parent of parents) {
    const siblings = [...(held.get(parent) ?? []), ...childrenAround(parent, merging)]
    const bySlug = new Map<string, Entry[]>()
    for (const sibling of siblings) {
      const slug = slugOf(sibling)
      if (slug === undefined) continue
      const same = bySlug.get(slug)
      if (same === undefined) bySlug.set(slug, [sibling])
      else same.push(sibling)
    }
    for (const [slug, same] of bySlug) {
      if (same.length > 1 && !isOfOneSide(slug, same, merging)) {
        separateSlug(slug, same, siblings, merging)
      }
    }
  }
}

/** Parents with a page that is new, moved or has another slug. */
function touchedParents({ entries, versions }: MergingTree): ReadonlySet<string | null> {
  const parents = new Set<string | null>()
  for (const entry of entries.values()) {
    const base = versions.base.entries.get(entry.id)
    const isTouched =
      base === undefined || base.parent !== entry.parent || slugOf(base) !== slugOf(entry)
    if (isTouched && slugOf(entry) !== undefined) parents.add(entry.parent)
  }
  return parents
}

function childrenAround(parent: string | null, merging: MergingTree): readonly Entry[] {
  return [...merging.around.children(parent)].filter(({ id }) => !merging.isHeld(id))
}

/** Whether one side alone already had the slug twice, which is no matter of the merge. */
function isOfOneSide(
  slug: string,
  same: readonly Entry[],
  { inVersion }: MergingTree,
): boolean {
  return (['ours', 'theirs'] as const).some((side) =>
    same.every(({ id, parent }) => {
      const entry = inVersion(side, id)
      return entry !== undefined && entry.parent === parent && slugOf(entry) === slug
    }),
  )
}

// oxlint-disable-next-line max-params -- the slug, who has it, who else is there, and the merge
function separateSlug(
  slug: string,
  same: readonly Entry[],
  siblings: readonly Entry[],
  { asking, entries, inVersion }: MergingTree,
): void {
  const takers = (side: 'ours' | 'theirs') =>
    same
      .filter(({ id, parent }) => {
        const entry = inVersion(side, id)
        return entry !== undefined && entry.parent === parent && slugOf(entry) === slug
      })
      .map(({ id }) => id)
  const [first, ...others] = same.map(({ id }) => id).toSorted()
  const resolution = asking.ask({
    kind: 'slug',
    entry: first,
    others,
    field: 'slug',
    base: slug,
    ours: takers('ours'),
    theirs: takers('theirs'),
  })
  if (resolution === undefined) return
  const side = 'choose' in resolution ? resolution.choose : 'ours'
  const keepers = side === 'base' ? [first] : takers(side)
  const keeper = keepers[0] ?? first
  const taken = new Set(siblings.map(slugOf))
  const wanted = 'choose' in resolution ? undefined : spelled(resolution)
  for (const entry of same) {
    if (entry.id === keeper) continue
    const next =
      wanted !== undefined && !taken.has(wanted) ? wanted : freeSlug(slug, taken)
    taken.add(next)
    entries.set(entry.id, { ...entry, attributes: { ...entry.attributes, slug: next } })
  }
}

function spelled(resolution: { text: string } | { value: unknown }): string | undefined {
  if ('text' in resolution) return resolution.text
  return typeof resolution.value === 'string' ? resolution.value : undefined
}

function freeSlug(slug: string, taken: ReadonlySet<string | undefined>): string {
  let number = 1
  while (taken.has(`${slug}-${number}`)) number += 1
  return `${slug}-${number}`
}
