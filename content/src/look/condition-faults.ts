import { conditionTags, depthAfter } from '#/document/condition-tags.ts'
import type { Verbatim } from '#/document/nodes.ts'
import { isSilent } from '#/document/shapes.ts'
import { blockConditionProblem } from '#/expressions/conditions.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'
import { lineAt } from '#/yaml/read-yaml.ts'

/** A condition in a text that holds for nobody, whoever reads. */
export interface ConditionFault {
  /** The line of the text, counted from 1. */
  readonly line: number
  /** What is wrong, and what is hidden by it: sentences. */
  readonly message: string
}

/** The most faults that are listed of one text. */
const faultsMax = 20

/** The conditions of a text that cannot be read, in the order of the text. */
export function conditionFaults({ source, blocks }: Reading): readonly ConditionFault[] {
  if (!source.includes('{%')) return []
  const found: Found[] = []
  const waiting: (readonly SourceBlock[])[] = [blocks]
  for (let siblings = waiting.pop(); siblings !== undefined; siblings = waiting.pop()) {
    let depth = 0
    for (const block of siblings) {
      waiting.push(block.children)
      const { node } = block
      if (node.type === 'if') {
        add(found, block.start, faultOfExpression(node.data.expression))
      } else if (node.type === 'verbatim' && !isSilent(node)) {
        const tags = conditionTags(node.data.markdown)
        const at = source.slice(block.start, block.end).indexOf('{%')
        // Inside half a condition everything is hidden already.
        if (depth === 0) add(found, block.start + Math.max(at, 0), faultOfTag(node, tags))
        for (const tag of tags) depth = depthAfter(tag, depth)
      }
    }
  }
  return found
    .toSorted((one, other) => one.at - other.at)
    .slice(0, faultsMax)
    .map(({ at, message }) => ({ line: lineAt(source, at), message }))
}

interface Found {
  readonly at: number
  readonly message: string
}

function add(found: Found[], at: number, message: string | undefined): void {
  if (message !== undefined) found.push({ at, message })
}

function faultOfExpression(expression: string): string | undefined {
  const problem = blockConditionProblem(expression)
  if (problem === undefined) return undefined
  const { message, at } = problem
  return `The condition of {% if %} cannot be read: ${message}, at character ${at + 1}. What is inside is shown to nobody until this is mended.`
}

function faultOfTag(
  { data: { reason = '' } }: Verbatim,
  [tag]: readonly (string | undefined)[],
): string | undefined {
  if (tag === undefined) return undefined
  if (!reason.startsWith('tag ')) {
    return 'A tag of a condition stands in the middle of a text, a cell or HTML, where it cannot be read. The whole block is shown to nobody until this is mended, and without {% endif %} nor is what follows. Put the tag on a line of its own, or into `code` if it is meant as text.'
  }
  if (tag === 'goes-on') {
    return 'A condition has no second branch: what follows {% else %} is shown to nobody. Close the first with {% endif %}, and write another {% if %}.'
  }
  return tag === 'opens'
    ? '{% if %} has no expression, or no {% endif %} beside it. What follows, up to {% endif %} if there is one, is shown to nobody until this is mended.'
    : '{% endif %} has no {% if %} beside it. What stands before it is shown to nobody until this is mended.'
}
