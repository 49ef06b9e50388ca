import type { BlockType, FlowBlock } from '#/document/nodes.ts'
import { blockShapes, isBlockType } from '#/document/schema.ts'
import { validateDocument } from '#/document/validate.ts'
import { elementsIn, readBody, type BlockReading } from './block-reading.ts'
import type { HtmlElement } from './html-node.ts'
import { readValue } from './own-values.ts'
import { refuse } from './refusal.ts'

/** Whether an element is a block that Markdown has a tag for, and HTML has no element for. */
export function isOwnForm({ attributes }: HtmlElement): boolean {
  return attributes['data-gb-custom-block'] !== undefined
}

/**
 * Reads `<div data-gb-custom-block data-tag="hint" data-style="info">…</div>`: the form inside HTML
 * of a block that HTML has no element for, with its properties as attributes and each fragment in a
 * `<div data-fragment>`.
 */
export function readOwnForm(element: HtmlElement, reading: BlockReading): FlowBlock {
  const { ['data-tag']: tag = '' } = element.attributes
  const checked = validateDocument({
    object: 'document',
    nodes: [readNode(element, reading)],
  })
  const [block] = 'document' in checked ? checked.document.nodes : []
  return block ?? refuse(`block ${tag} in HTML`)
}

function readNode(element: HtmlElement, reading: BlockReading): object {
  const { ['data-tag']: type = '' } = element.attributes
  if (!isOwnForm(element) || !isBlockType(type)) return refuse(`block ${type} in HTML`)
  const { nodes: inside, fragments } = blockShapes[type]
  const block = { object: 'block', type, ...readSaid(element, type) }
  if (fragments !== undefined) {
    return {
      ...block,
      fragments: elementsIn(element).map((one) => readFragment(one, reading)),
    }
  }
  if (inside === undefined) return block
  return {
    ...block,
    nodes:
      inside === 'flow'
        ? readBody(element.children, reading)
        : elementsIn(element).map((child) => readNode(child, reading)),
  }
}

/** The properties of a block, by whether clients know them or only the Markdown says them. */
function readSaid(element: HtmlElement, type: BlockType): object {
  const { fields, kept } = blockShapes[type]
  const data: Record<string, unknown> = {}
  const meta: Record<string, unknown> = {}
  for (const [name, spelling] of Object.entries(element.attributes)) {
    if (['data-gb-custom-block', 'data-tag', 'class'].includes(name)) continue
    const key = propertyOf(name)
    const field = key === undefined ? undefined : (fields[key] ?? kept[key])
    if (key === undefined || field === undefined) {
      return refuse(`attribute ${name} of block ${type}`)
    }
    const holder = Object.hasOwn(fields, key) ? data : meta
    holder[key] = readValue(spelling, field)
  }
  return { data, meta }
}

function readFragment(element: HtmlElement, reading: BlockReading): object {
  return {
    object: 'fragment',
    fragment: element.attributes['data-fragment'],
    nodes: readBody(element.children, reading),
  }
}

/** The property for an attribute: `fullWidth` for `data-full-width`; undefined without `data-`. */
function propertyOf(attribute: string): string | undefined {
  if (!attribute.startsWith('data-')) return undefined
  return attribute
    .slice('data-'.length)
    .replaceAll(/-([a-z])/gu, (_match, letter: string) => letter.toUpperCase())
}
