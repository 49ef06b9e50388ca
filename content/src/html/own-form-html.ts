import type { Field, Fields } from '#/document/checks.ts'
import type { Block, FlowBlock } from '#/document/nodes.ts'
import { spellRef, type ContentRef } from '#/document/references.ts'
import { blockShapes } from '#/document/schema.ts'
import type { BlockWriting } from './block-writing.ts'
import { readValue } from './own-values.ts'
import { openingTag } from './write-attributes.ts'

/** The form inside HTML of a block that HTML has no element for; the inverse of `readOwnForm`. */
export function ownFormHtml(block: Block, writing: BlockWriting): string {
  const shape = blockShapes[block.type]
  const fields: Fields = { ...shape.fields, ...shape.kept }
  const attributes: Record<string, string | true> = {
    'data-gb-custom-block': true,
    'data-tag': block.type,
  }
  for (const [key, value] of Object.entries({ ...block.data, ...block.meta })) {
    const field = fields[key]
    if (field === undefined || value === undefined || value === null) continue
    attributes[attributeOf(key)] = spellValue(value, field)
  }
  // The class lets tools that do not know the dialect style hints.
  if (block.type === 'hint') attributes['class'] = `hint hint-${block.data.style}`
  return `${openingTag('div', attributes)}${insideHtml(block, writing)}</div>`
}

function insideHtml(block: Block, writing: BlockWriting): string {
  if ('fragments' in block) {
    return block.fragments
      .map(({ fragment, nodes }) => {
        const opening = openingTag('div', { 'data-fragment': fragment })
        return `${opening}${writing.blocks(nodes)}</div>`
      })
      .join('')
  }
  if (block.isVoid) return ''
  return blockShapes[block.type].nodes === 'flow'
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape says that these are blocks of any kind
      writing.blocks(block.nodes as readonly FlowBlock[])
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only parts stand in the blocks that are left: tabs, steps, columns, updates
      (block.nodes as readonly Block[]).map((part) => ownFormHtml(part, writing)).join('')
}

/** The attribute for a key: `data-full-width` for `fullWidth`. */
function attributeOf(key: string): string {
  return `data-${key.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The shortest spelling that is read as the same value. */
function spellValue(value: unknown, field: Field): string {
  const json = JSON.stringify(value)
  const isSame = (spelling: string) => JSON.stringify(readValue(spelling, field)) === json
  if (typeof value === 'string' && isSame(value)) return value
  if (isRef(value)) {
    const spelling = spellRef(value)
    if (isSame(spelling)) return spelling
  }
  return json
}

function isRef(value: unknown): value is ContentRef {
  return typeof value === 'object' && value !== null && 'kind' in value
}
