import type { Block } from '#/document/nodes.ts'
import type { SourceBlock } from '#/read/reading.ts'
import { lineEndingOf } from '#/text/line-ending.ts'

import { indent } from './lines.ts'
import type { Replacement } from './replacements.ts'
import { type Surroundings, writtenBlock } from './written-block.ts'

const marker = 'LecternPlaceOfTheBody'

/**
 * Replaces the bytes of a container before its first inner block: a tag's attributes, a task's box.
 * Undefined when these bytes cannot be determined.
 */
export function editedOpening(
  surroundings: Surroundings,
  place: SourceBlock,
  inner: readonly SourceBlock[],
  block: Block,
): Replacement[] | undefined {
  const { source } = surroundings
  const [first] = inner
  if (first === undefined) return undefined
  const opening = source.slice(place.start, first.start)
  const text =
    block.type === 'list-item'
      ? tickedBox(opening, block.data.checked)
      : writtenOpening(block, surroundings)
  if (text === undefined) return undefined
  const end = place.start + opening.trimEnd().length
  const lineEnding = lineEndingOf(source)
  return [
    { start: place.start, end, text: indent(text.trimEnd(), place.prefix, lineEnding) },
  ]
}

function tickedBox(opening: string, checked: boolean | undefined): string | undefined {
  if (checked === undefined) return undefined
  const box = /\[[ \txX]\]/
  return box.test(opening) ? opening.replace(box, checked ? '[x]' : '[ ]') : undefined
}

function writtenOpening(block: Block, surroundings: Surroundings): string | undefined {
  const written = writtenBlock(withMarker(block), surroundings, {})
  const at = written?.indexOf(marker) ?? -1
  return at < 1 ? undefined : written?.slice(0, at)
}

function withMarker(block: Block): Block {
  const nodes = [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: marker, marks: [] }] }],
    },
  ] as const
  switch (block.type) {
    case 'hint':
    case 'tabs-item':
    case 'stepper-step':
    case 'column':
    case 'if':
    case 'update':
    case 'prompt':
      return { ...block, nodes }
    case 'expandable':
      return {
        ...block,
        fragments: block.fragments.map((fragment) =>
          fragment.fragment === 'expandable-body' ? { ...fragment, nodes } : fragment,
        ),
      }
    default:
      return block
  }
}
