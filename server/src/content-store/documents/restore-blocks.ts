import { relate, type Relation } from '@lectern/content/compare/relate.ts'
import type { BlockEdit } from '@lectern/content/edit/edit-blocks.ts'
import { blockKeys } from '@lectern/content/read/keys.ts'
import type { Reading, SourceBlock } from '@lectern/content/read/reading.ts'

/** The edits that restore blocks to an old version; new blocks give way to the old text, if any. */
export function restoringEdits(
  now: Reading,
  then: Reading,
  blocks: readonly string[],
): readonly BlockEdit[] {
  const relations = relate(now, then)
  const places = new Map([...blockKeys(then)].map(([place, key]) => [key, place]))
  const placeOf = (relation: Relation | undefined) =>
    relation && 'key' in relation ? places.get(relation.key) : undefined
  const keys = [...blockKeys(now)].filter(([place]) => now.blocks.includes(place))
  const oldPlaces = keys.map(([, key]) => placeOf(relations.get(key)))
  return blocks.map((block): BlockEdit => {
    const place = placeOf(relations.get(block))
    const index = keys.findIndex(([, key]) => key === block)
    const markdown =
      place === undefined
        ? replacedAt(then, oldPlaces, index)
        : sliceOf(then.source, place)
    // The edit itself refuses an unknown key.
    return markdown === undefined
      ? { kind: 'delete', block }
      : { kind: 'update', block, markdown }
  })
}

/** The old Markdown between the neighbours of a block without a counterpart in the old version. */
function replacedAt(
  then: Reading,
  oldPlaces: readonly (SourceBlock | undefined)[],
  index: number,
): string | undefined {
  if (index < 0) return undefined
  const known = (place: SourceBlock | undefined) =>
    place === undefined ? -1 : then.blocks.indexOf(place)
  const before =
    oldPlaces
      .slice(0, index)
      .map(known)
      .findLast((each) => each >= 0) ?? -1
  const after = oldPlaces
    .slice(index + 1)
    .map(known)
    .find((each) => each >= 0)
  const between = then.blocks
    .slice(before + 1, after ?? then.blocks.length)
    .filter((place) => !oldPlaces.includes(place))
  const [first] = between
  const last = between.at(-1)
  return first && last && then.source.slice(first.start, last.end)
}

/** The Markdown of a block as if it stood at the top level. */
function sliceOf(source: string, { start, end, prefix }: SourceBlock): string {
  return source
    .slice(start, end)
    .split('\n')
    .map((line, index) =>
      index > 0 && line.startsWith(prefix) ? line.slice(prefix.length) : line,
    )
    .join('\n')
}
