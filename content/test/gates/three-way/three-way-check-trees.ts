import { canonical, isRecord, sameEntry } from '#/compare/values.ts'
import type { TreeResolution } from '#/merge/conflict.ts'
import type { MergedTree, MergeTreesOptions } from '#/merge/merge-trees.ts'
import type { TreeConflict } from '#/merge/tree-conflict.ts'
import type { ContentTree, Entry, JsonValue } from '#/tree/entries.ts'
import { slugOf } from '#/tree/tree.ts'

export type MergeTrees = (
  base: ContentTree,
  ours: ContentTree,
  theirs: ContentTree,
  options?: MergeTreesOptions,
) => MergedTree

export interface TreeTriple {
  readonly base: ContentTree
  readonly ours: ContentTree
  readonly theirs: ContentTree
}

/** Everything that must hold for the merge of three trees; a sentence for each that does not. */
export function checkTrees(triple: TreeTriple, merge: MergeTrees): readonly string[] {
  const { base, ours, theirs } = triple
  const result = merge(base, ours, theirs)
  return [
    ...checkFacts(triple, result),
    ...checkShape(result),
    ...checkSwapped(triple, result, merge),
    ...checkSparse(triple, result, merge),
    ...checkAgain(triple, result, merge),
    ...checkDecided(triple, merge),
    ...(isSame(merge(base, base, theirs), theirs)
      ? []
      : ['an unchanged side changes the tree']),
    ...(isSame(merge(base, ours, base), ours)
      ? []
      : ['an unchanged side changes the tree']),
  ]
}

/** Every single thing that a tree says, by name. */
function factsOf({ entries, variables }: ContentTree): ReadonlyMap<string, string> {
  const facts = new Map<string, string>()
  const add = (name: string, value: JsonValue | undefined) => {
    if (value !== undefined) facts.set(name, canonical(value))
  }
  const addInner = (name: string, values: Readonly<Record<string, JsonValue>>) => {
    for (const [key, value] of Object.entries(values)) add(`${name}.${key}`, value)
  }
  for (const { id, kind, parent, position, attributes, body } of entries.values()) {
    add(`${id} exists`, true)
    add(`${id} place`, [parent, position])
    add(`${id} body`, body)
    const { name, ...bytes } = attributes
    if (kind === 'file') {
      add(`${id} name`, name)
      add(`${id} bytes`, bytes)
      continue
    }
    for (const [field, value] of Object.entries(attributes)) {
      if (!isRecord(value)) add(`${id} ${field}`, value)
      else addInner(`${id} ${field}`, value)
    }
  }
  for (const [name, value] of Object.entries(variables)) add(` ${name}`, value)
  return facts
}

function checkFacts(
  { base, ours, theirs }: TreeTriple,
  { tree, conflicts }: MergedTree,
): readonly string[] {
  const facts = {
    base: factsOf(base),
    ours: factsOf(ours),
    theirs: factsOf(theirs),
    merged: factsOf(tree),
  }
  const told = subjectsOf(conflicts)
  const names = new Set(Object.values(facts).flatMap((each) => [...each.keys()]))
  return [...names].flatMap((name) => {
    const [before, one] = [facts.base.get(name), facts.ours.get(name)]
    const other = facts.theirs.get(name)
    const isClash = one !== other && one !== before && other !== before
    const wanted = one === before ? other : one
    // How bodies that both changed are merged is checked by themselves.
    const isFine = isClash ? name.endsWith(' body') : facts.merged.get(name) === wanted
    const subject = name.startsWith(' ')
      ? name.slice(1)
      : name.slice(0, name.indexOf(' '))
    if (isFine || told.has(subject)) return []
    return [`${isClash ? 'decided silently' : 'lost or from nowhere'}: ${name}`]
  })
}

function subjectsOf(conflicts: readonly TreeConflict[]): ReadonlySet<string> {
  return new Set(
    conflicts.flatMap(({ entry, others, field }) => [
      ...(entry === undefined ? [field ?? ''] : [entry]),
      ...(others ?? []),
    ]),
  )
}

/** A merge is a tree: every parent is there, nothing stands in itself, slugs are alone. */
function checkShape({ tree, complete }: MergedTree): readonly string[] {
  const problems: string[] = []
  const slugs = new Set<string>()
  for (const entry of tree.entries.values()) {
    problems.push(...checkAncestors(entry, tree))
    const slug = slugOf(entry)
    if (slug === undefined || !complete) continue
    const address = `${entry.parent ?? ''}/${slug}`
    if (slugs.has(address)) problems.push(`address taken twice: ${address}`)
    slugs.add(address)
  }
  return problems
}

function checkAncestors(entry: Entry, { entries }: ContentTree): readonly string[] {
  const passed = new Set<string>()
  for (let at = entry; at.parent !== null;) {
    if (passed.has(at.id)) return [`stands in itself: ${at.id}`]
    passed.add(at.id)
    const parent = entries.get(at.parent)
    if (parent === undefined) return [`parent is missing: ${at.id}`]
    at = parent
  }
  return []
}

function checkSwapped(
  { base, ours, theirs }: TreeTriple,
  result: MergedTree,
  merge: MergeTrees,
): readonly string[] {
  const swapped = merge(base, theirs, ours)
  const problems: string[] = []
  if (!isSame(swapped, result.tree, false)) {
    problems.push('swapping the sides gives another tree')
  }
  if (describe(swapped.conflicts, true) !== describe(result.conflicts, false)) {
    problems.push('swapping the sides gives other conflicts')
  }
  return problems
}

function describe(conflicts: readonly TreeConflict[], isSwapped: boolean): string {
  return conflicts
    .map(({ kind, entry, others, field, block, base, ours, theirs }) => {
      const sides = isSwapped ? [theirs, ours] : [ours, theirs]
      const place = block === undefined ? null : [block.place.start, block.place.end]
      const named = [
        kind,
        entry ?? null,
        [...(others ?? [])],
        field ?? null,
        place,
        base ?? null,
      ]
      return canonical([...named, ...sides.map((side) => side ?? null)])
    })
    .toSorted()
    .join('\n')
}

/** Only the entries that differ, with the others looked up, merge to the same. */
function checkSparse(
  { base, ours, theirs }: TreeTriple,
  result: MergedTree,
  merge: MergeTrees,
): readonly string[] {
  const isChanged = (id: string) => {
    const [was, mine, its] = [base, ours, theirs].map(({ entries }) => entries.get(id))
    return !sameEntry(was, mine) || !sameEntry(was, its)
  }
  const sparse = ({ entries, variables }: ContentTree): ContentTree => ({
    entries: new Map([...entries].filter(([id]) => isChanged(id))),
    variables,
  })
  const merged = merge(sparse(base), sparse(ours), sparse(theirs), {
    around: {
      entry: (id) => base.entries.get(id),
      children: (parent) =>
        [...base.entries.values()].filter((entry) => entry.parent === parent),
    },
  })
  const problems: string[] = []
  if (!isSame(merged, sparse(result.tree), false)) {
    problems.push('a sparse merge gives another tree')
  }
  if (describe(merged.conflicts, false) !== describe(result.conflicts, false)) {
    problems.push('a sparse merge gives other conflicts')
  }
  return problems
}

function checkAgain(
  { base, ours, theirs }: TreeTriple,
  { tree, complete }: MergedTree,
  merge: MergeTrees,
): readonly string[] {
  if (!complete) return []
  const isStable =
    isSame(merge(base, tree, theirs), tree) && isSame(merge(base, ours, tree), tree)
  return isStable ? [] : ['merging the merge again changes it']
}

/** Deciding every conflict for one side ends, and gives that side everything it changed. */
function checkDecided(triple: TreeTriple, merge: MergeTrees): readonly string[] {
  const { base, ours, theirs } = triple
  if (merge(base, ours, theirs).complete) return []
  return (['ours', 'theirs'] as const).flatMap((choose) => {
    const result = decide(triple, choose, merge)
    const [was, said, merged] = [
      factsOf(base),
      factsOf(triple[choose]),
      factsOf(result.tree),
    ]
    // Whichever of two pages keeps an address, the other gets a new one; bodies may hold both sides.
    const names = [...new Set([...was.keys(), ...said.keys()])].filter(
      (name) => was.get(name) !== said.get(name) && !/ (?:slug|body)$/.test(name),
    )
    return [
      ...(result.complete ? [] : [`deciding for ${choose} leaves conflicts`]),
      ...checkShape(result).map((problem) => `deciding for ${choose}: ${problem}`),
      ...names
        .filter((name) => merged.get(name) !== said.get(name))
        .map((name) => `deciding for ${choose} loses its change: ${name}`),
    ]
  })
}

/** A decision may bring up another question, so it takes a few rounds. */
function decide(
  { base, ours, theirs }: TreeTriple,
  choose: 'ours' | 'theirs',
  merge: MergeTrees,
): MergedTree {
  const resolutions = new Map<string, TreeResolution>()
  let result = merge(base, ours, theirs, { resolutions })
  for (let round = 0; round < 3 && !result.complete; round += 1) {
    for (const { id } of result.conflicts) resolutions.set(id, { choose })
    result = merge(base, ours, theirs, { resolutions })
  }
  return result
}

function isSame(
  { tree, complete }: MergedTree,
  other: ContentTree,
  mustBeComplete = true,
): boolean {
  return (
    (complete || !mustBeComplete) &&
    tree.entries.size === other.entries.size &&
    canonical(tree.variables) === canonical(other.variables) &&
    [...tree.entries].every(([id, entry]) => sameEntry(entry, other.entries.get(id)))
  )
}
