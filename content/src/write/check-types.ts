import type { FlowBlock, JSONDocument } from '#/document/nodes.ts'
import { nodePath } from '#/document/node-path.ts'
import { isBlockType, isInlineType } from '#/document/schema.ts'
import { walk } from '#/document/walk.ts'

import { WriteError } from './write-error.ts'

/** Refuses blocks and inlines of a type that the model does not have: their text would be lost. */
export function checkTypes(blocks: readonly FlowBlock[]): void {
  const document: JSONDocument = { object: 'document', data: {}, nodes: blocks }
  for (const place of walk(document)) {
    const { node } = place
    // The types exclude this case; documents come from outside all the same.
    const type: string =
      node.object === 'block' || node.object === 'inline' ? node.type : ''
    if (node.object === 'block' && !isBlockType(type)) {
      throw new WriteError(nodePath(place), `"${type}" is not a block type`)
    }
    if (node.object === 'inline' && !isInlineType(type)) {
      throw new WriteError(nodePath(place), `"${type}" is not an inline type`)
    }
  }
}
