import type { Block, Heading, JSONDocument, Node } from '#/document/nodes.ts'
import { fragmentNamed, mapDocument, walk } from '#/document/walk.ts'
import { phrasingText, plainText } from './plain-text.ts'

/**
 * The id of each block that can be linked to: the given id, or one made from its words, with a
 * number where that is taken. Headings choose before tabs, expandables and operations.
 */
export function anchors(document: JSONDocument): ReadonlyMap<Node, string> {
  const blocks = [...walk(document)].flatMap(({ node }) =>
    node.object === 'block' && canBeLinkedTo(node) ? [node] : [],
  )
  const ids = new Map<Node, string>()
  for (const block of blocks) {
    const given = givenId(block)
    if (given !== undefined) ids.set(block, given)
  }
  const free = uniqueIds(new Set(ids.values()))
  const headingsFirst = [
    ...blocks.filter(isHeading),
    ...blocks.filter((block) => !isHeading(block)),
  ]
  for (const block of headingsFirst) {
    if (!ids.has(block)) ids.set(block, free(anchorOf(wordsOf(block))))
  }
  return ids
}

/** The document with anchors: each block that can be linked to has its own in `meta.id`. */
export function withAnchors(document: JSONDocument): JSONDocument {
  const ids = anchors(document)
  return mapDocument(document, (node, before) => {
    const id = ids.get(before)
    return id !== undefined && node.object === 'block' && canBeLinkedTo(node)
      ? [{ ...node, meta: { ...node.meta, id } }]
      : [node]
  })
}

/** Makes an anchor: lower case, letters and digits of any script, `._+`; `&`, `<`, `>` as words. */
export function anchorOf(words: string): string {
  const id = words
    .toLowerCase()
    .replaceAll(/[&<>]/g, (sign) => ` ${signWords[sign] ?? ''} `)
    .replaceAll(/['’"“”]/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}._+]+/gu, '-')
  let [start, end] = [0, id.length]
  while (isEdge(id.charAt(start))) start += 1
  while (end > start && isEdge(id.charAt(end - 1))) end -= 1
  if (start === end) return 'section'
  const anchor = id.slice(start, end)
  // A style sheet cannot name an id that begins with a digit.
  return isDigit(anchor.charAt(0)) ? `${digitPrefix}${anchor}` : anchor
}

/** The prefix of anchors that would begin with a digit; older links may leave it out. */
export const digitPrefix = 'id-'

const signWords: Readonly<Record<string, string>> = {
  '&': 'and',
  '<': 'less-than',
  '>': 'greater-than',
}

type Linkable = Extract<Block, { readonly type: LinkableType }>
type LinkableType =
  | 'heading-1'
  | 'heading-2'
  | 'heading-3'
  | 'expandable'
  | 'tabs-item'
  | 'swagger'
  | 'openapi-operation'
  | 'openapi-schemas'
  | 'openapi-webhook'

function canBeLinkedTo(block: Block): block is Linkable {
  return /^(?:heading-[123]|expandable|tabs-item|swagger|openapi-.*)$/.test(block.type)
}

export function isHeading(block: Block): block is Heading {
  return block.type.startsWith('heading-')
}

function givenId(block: Linkable): string | undefined {
  return isHeading(block) ? block.data.id : undefined
}

function wordsOf(block: Linkable): string {
  if (isHeading(block)) return phrasingText(block.nodes)
  if (block.type === 'tabs-item') return block.data.title ?? ''
  if (block.type === 'expandable') {
    const title = fragmentNamed(block, 'expandable-title')
    return title === undefined ? '' : plainText(title)
  }
  if (block.type === 'openapi-schemas') return block.data.schemas.join(' ')
  const subject = block.type === 'openapi-webhook' ? block.data.name : block.data.path
  return `${block.data.method} ${subject}`
}

function uniqueIds(taken: Set<string>): (id: string) => string {
  const next = new Map<string, number>()
  return (id) => {
    let unique = id
    for (let number = next.get(id) ?? 1; taken.has(unique); number += 1) {
      unique = `${id}-${number}`
      next.set(id, number + 1)
    }
    taken.add(unique)
    return unique
  }
}

function isEdge(character: string): boolean {
  return character === '-' || character === '.'
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
