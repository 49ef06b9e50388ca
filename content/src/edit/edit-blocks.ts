import type { BlockType } from '#/document/nodes.ts'
import { blockKeys } from '#/read/keys.ts'
import { read } from '#/read/read.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'

import { editLevel, type Marks } from './edit-level.ts'
import { replaceAll } from './replacements.ts'
import { isOnlyEdited } from './spills.ts'

/** An edit of one block, which is named by its key in the version the edit starts from. */
export type BlockEdit =
  | { readonly kind: 'update'; readonly block: string; readonly markdown: string }
  | { readonly kind: 'insert-before'; readonly block: string; readonly markdown: string }
  | { readonly kind: 'insert-after'; readonly block: string; readonly markdown: string }
  | { readonly kind: 'delete'; readonly block: string }

/**
 * The reason why a block cannot be edited. `overlap`: two edits of one block, or of a block and a
 * block inside it. `spills-over`: the Markdown is not self-contained; in its place it would change
 * how blocks outside the edits read.
 */
export interface BlockEditProblem {
  readonly kind: 'unknown-block' | 'overlap' | 'spills-over'
  readonly block: string
}

/** The page with some blocks replaced, added or removed, and every other byte as it was. */
export function editBlocks(
  reading: Reading,
  edits: readonly BlockEdit[],
): { readonly reading: Reading } | { readonly problem: BlockEditProblem } {
  const [firstEdit] = edits
  if (firstEdit === undefined) return { reading }
  const places = placesByKey(reading)
  const marks = new Map<SourceBlock, Marks>()
  for (const edit of edits) {
    const found = places.get(edit.block)
    if (found === undefined) return problem('unknown-block', edit)
    const place = edit.kind === 'delete' ? goneWith(found, places) : found.place
    const marked = withEdit(marks.get(place), edit)
    if (marked === undefined) return problem('overlap', edit)
    marks.set(place, marked)
  }
  const covered = edits.find(({ block }) => isCovered(places.get(block), marks, places))
  if (covered !== undefined) return problem('overlap', covered)
  const levels = new Set([
    reading.blocks,
    ...[...places.values()].map(({ siblings }) => siblings),
  ])
  // Blocks without a blank line between them may need one after an edit.
  for (const room of [false, true]) {
    const replacements = [...levels].flatMap((siblings) =>
      editLevel(reading.source, siblings, marks, room),
    )
    const edited = read(replaceAll(reading.source, replacements))
    if (isOnlyEdited(reading.blocks, edited.blocks, marks)) return { reading: edited }
  }
  return problem('spills-over', firstEdit)
}

function problem(kind: BlockEditProblem['kind'], { block }: BlockEdit) {
  return { problem: { kind, block } }
}

interface Found {
  readonly place: SourceBlock
  readonly siblings: readonly SourceBlock[]
  /** The key of the enclosing block. */
  readonly parent: string | undefined
}

function placesByKey(reading: Reading): Map<string, Found> {
  const keys = blockKeys(reading)
  const places = new Map<string, Found>()
  const open: Omit<Found, 'place'>[] = [{ siblings: reading.blocks, parent: undefined }]
  for (let level = open.pop(); level; level = open.pop()) {
    for (const place of level.siblings) {
      const key = keys.get(place)
      if (key !== undefined) places.set(key, { ...level, place })
      if (place.children.length > 0) open.push({ siblings: place.children, parent: key })
    }
  }
  return places
}

/** Blocks that cannot be without parts. */
const groups = new Set<BlockType>([
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'tabs',
  'stepper',
  'columns',
  'updates',
])

/** The block to remove with the found one: its group, if the found block is the only part. */
function goneWith(
  { place, siblings, parent }: Found,
  places: ReadonlyMap<string, Found>,
): SourceBlock {
  const around = places.get(parent ?? '')
  if (siblings.length > 1 || !around || !groups.has(around.place.node.type)) return place
  return goneWith(around, places)
}

/** The marks of a block with one more edit; undefined for a second replacement of the block. */
function withEdit(marks: Marks | undefined, edit: BlockEdit): Marks | undefined {
  const { before, after, instead } = marks ?? {
    before: [],
    after: [],
    instead: undefined,
  }
  switch (edit.kind) {
    case 'insert-before':
      return { before: [...before, edit.markdown], after, instead }
    case 'insert-after':
      return { before, after: [...after, edit.markdown], instead }
    default: {
      const markdown = edit.kind === 'update' ? edit.markdown : null
      return instead === undefined ? { before, after, instead: markdown } : undefined
    }
  }
}

/** Whether a block around the found one is replaced or removed. */
function isCovered(
  found: Found | undefined,
  marks: ReadonlyMap<SourceBlock, Marks>,
  places: ReadonlyMap<string, Found>,
): boolean {
  let around = places.get(found?.parent ?? '')
  for (; around !== undefined; around = places.get(around.parent ?? '')) {
    const isWhole =
      around.place.children.length === 1 && groups.has(around.place.node.type)
    if (marks.get(around.place)?.instead !== undefined && !isWhole) return true
  }
  return false
}
