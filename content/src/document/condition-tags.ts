import type { Node, Verbatim } from './nodes.ts'
import { isSilent } from './shapes.ts'

/** The reason of a verbatim block that has a tag of a condition in the middle of a text. */
export const conditionInText = 'condition in text'

/** What a tag of a condition does: `{% if %}` and `{% endif %}`, and what other languages have. */
type ConditionTag = 'opens' | 'goes-on' | 'closes'

const kinds: ReadonlyMap<string, ConditionTag> = new Map([
  ['if', 'opens'],
  ['endif', 'closes'],
])

/** Whether text as it is written has a tag of a condition that no backslash escapes. */
export function hasConditionTag(source: string): boolean {
  return source.includes('{%') && conditionTags(source).length > 0
}

/** The tags of conditions in text as it is written, in their order and however they are spelled. */
export function conditionTags(source: string): readonly ConditionTag[] {
  const found = source.matchAll(/\{%-?\s*(if|endif|else|elif|elseif|elsif)(?![\w-])/gi)
  return Array.from(found)
    .filter(({ index }) => !isEscaped(source, index))
    .map(([, name = '']) => kinds.get(name.toLowerCase()) ?? 'goes-on')
}

/** Whether a backslash escapes the character; of an even number, each escapes another. */
function isEscaped(source: string, index: number): boolean {
  let start = index
  while (source[start - 1] === '\\') start--
  return (index - start) % 2 === 1
}

/**
 * The indexes of the blocks that a condition without its other half may be meant to hide. Such a
 * tag is a verbatim block, or inside of one: it hides that block, all blocks up to its end tag, and
 * without one all that follow; an end tag alone hides all that come before.
 */
export function hiddenBlocks(nodes: readonly Node[]): ReadonlySet<number> {
  if (!nodes.some(isUnderSuspicion)) return nothing
  const hidden = new Set<number>()
  let depth = 0
  /** The number of blocks at the start that an end tag hides. */
  let first = 0
  for (const [index, node] of nodes.entries()) {
    if (depth > 0) hidden.add(index)
    if (!isUnderSuspicion(node)) continue
    for (const tag of conditionTags(node.data.markdown)) {
      hidden.add(index)
      if (tag === 'closes' && depth === 0) first = index
      depth = depthAfter(tag, depth)
    }
  }
  for (let index = 0; index < first; index++) hidden.add(index)
  return hidden
}

/** The number of conditions that are open after a tag; a branch alone is never closed. */
export function depthAfter(tag: ConditionTag, depth: number): number {
  if (tag === 'opens') return depth + 1
  if (tag === 'closes') return Math.max(depth - 1, 0)
  return depth === 0 ? Number.POSITIVE_INFINITY : depth
}

const nothing: ReadonlySet<number> = new Set()

function isUnderSuspicion(node: Node): node is Verbatim {
  return node.object === 'block' && node.type === 'verbatim' && !isSilent(node)
}
