import { assetRef, includeRef } from '#/read/references.ts'

import { isRecord, type Fields } from './checks.ts'
import { hasImpliedRef, impliedRef } from './implied-ref.ts'
import { kept } from './meta.ts'
import type {
  Block,
  Button,
  Code,
  Expandable,
  Heading,
  Inline,
  JSONDocument,
  ListItem,
  ListUnordered,
  OpenApiSchemas,
  Update,
} from './nodes.ts'
import { readRef, spellRef, type ContentRef } from './references.ts'
import { blockShapes, inlineShapes } from './schema.ts'
import { fragmentOf } from './shapes.ts'
import { mapDocument, type InnerNode } from './walk.ts'

type Data = Readonly<Record<string, unknown>>

/** Drops what is computed, and data and `meta` that the node's type does not have. */
export function dropComputed({ nodes }: JSONDocument): JSONDocument {
  const document: JSONDocument = { object: 'document', data: { schemaVersion: 1 }, nodes }
  return mapDocument(document, (node) => {
    if (node.object === 'text') return [{ object: 'text', leaves: node.leaves }]
    if (node.object === 'fragment') {
      return [fragmentOf(node.fragment, node.nodes)]
    }
    const shape =
      node.object === 'block' ? blockShapes[node.type] : inlineShapes[node.type]
    const { key: _key, meta = {}, ...rest } = { key: '', ...node }
    const data = knownValues(node.data, shape.fields)
    return [withData({ ...rest, ...kept(knownValues(meta, shape.kept)) }, data)]
  })
}

function knownValues(values: object, fields: Fields): Data {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        Object.hasOwn(fields, name) && value !== undefined && value !== null,
    ),
  )
}

/** Replaces each reference by what its spelling reads as: `{url: "#top"}` is the anchor `top`. */
export function normaliseRefs(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object !== 'block' && node.object !== 'inline') return [node]
    const data: Record<string, unknown> = { ...node.data }
    for (const name of ['ref', 'refDark', 'href']) {
      const ref = data[name]
      if (isRef(ref)) data[name] = normaliseRef(ref, node.type, name)
    }
    return [withData(node, data)]
  })
}

function isRef(value: unknown): value is ContentRef {
  return isRecord(value) && 'kind' in value
}

const assetTypes = new Set(['image', 'inline-image', 'file', 'drawing', 'swagger'])

function normaliseRef(ref: ContentRef, type: string, name: string): ContentRef {
  if (type.startsWith('openapi-')) return ref
  const spelling = spellRef(ref)
  if (type === 'reusable-content') return includeRef(spelling)
  return assetTypes.has(type) && name !== 'href' ? assetRef(spelling) : readRef(spelling)
}

/**
 * Drops values that equal the default, as the start 1 of a list, and settles task boxes, heading
 * types, languages and names.
 */
export function dropDefaults(document: JSONDocument): JSONDocument {
  return mapDocument(document, (node) => {
    if (node.object !== 'block' && node.object !== 'inline') return [node]
    let normalised: InnerNode = withoutClosed(normaliseNode(node))
    for (const [name, value] of Object.entries(silent[node.type] ?? {})) {
      normalised = without(normalised, name, value)
    }
    return [normalised]
  })
}

/** The default values of each type, which are left out. */
const silent: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'list-ordered': { start: 1 },
  'code-line': { highlighted: false },
  image: { alt: '' },
  drawing: { alt: '' },
  'inline-image': { alt: '', caption: '' },
  link: { title: '' },
  icon: { color: 'default' },
}

function normaliseNode(node: Block | Inline): Block | Inline {
  switch (node.type) {
    case 'list-tasks':
      return { ...node, nodes: node.nodes.map(withBox) }
    case 'list-unordered':
      return asTasks(node)
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return withLevel(node)
    case 'code':
      return withInfo(node)
    case 'update':
    case 'openapi-schemas':
      return withNames(node)
    case 'if':
      return { ...node, data: { ...node.data, expression: node.data.expression.trim() } }
    case 'button':
      return withAction(node)
    case 'mention':
      return without(node, 'label', spellRef(node.data.ref))
    default:
      return node
  }
}

function without<Node extends InnerNode>(node: Node, name: string, value: unknown): Node {
  if (!('data' in node)) return node
  const entries = Object.entries(node.data)
  const left = entries.filter(([key, held]) => key !== name || held !== value)
  return left.length === entries.length
    ? node
    : { ...node, data: Object.fromEntries(left) }
}

/** The button with no more in its action than the Markdown says, and the target it implies. */
function withAction(button: Button): Button {
  const { action: opened, ...data } = button.data
  const action = opened && {
    action: opened.action,
    ...(typeof opened.query === 'string' && { query: opened.query }),
  }
  const ref = hasImpliedRef(button) ? impliedRef(action) : data.ref
  return { ...button, data: { ...data, ref, ...(action && { action }) } }
}

/** The expandable without `open: false`, which the Markdown does not say. */
function withoutClosed(node: Block | Inline): Block | Inline {
  if (node.type !== 'expandable' || node.meta?.open !== false) return node
  const { meta, ...closed } = node
  return {
    ...closed,
    ...kept<NonNullable<Expandable['meta']>>({ ...meta, open: undefined }),
  }
}

/** The list as a task list if every item has a box, else as it is. */
function asTasks(list: ListUnordered): Block {
  const isTasks = list.nodes.length > 0 && list.nodes.every(hasBox)
  return isTasks ? { ...list, type: 'list-tasks' } : list
}

function hasBox({ data }: ListItem): boolean {
  return data.checked !== undefined
}

function withBox(task: ListItem): ListItem {
  return hasBox(task) ? task : { ...task, data: { ...task.data, checked: false } }
}

/** The heading with the type that reading its `level` gives. */
function withLevel(heading: Heading): Heading {
  const level = heading.meta?.level
  if (level === undefined) return heading
  return { ...heading, type: level === 1 ? 'heading-1' : 'heading-3' }
}

/** The code with the first word of its info string as the language, where it has none. */
function withInfo(code: Code): Code {
  const { syntax = '', ...more } = code.data
  const { meta, ...bare } = code
  const { info = '', ...kinds } = meta ?? {}
  const [, first = '', rest = ''] =
    /^[ \t]*([^ \t]*)(?:[ \t]+(.*))?$/su.exec(syntax === '' ? info : '') ?? []
  const language = syntax === '' ? first : syntax
  const others = syntax === '' ? rest : info
  return {
    ...bare,
    data: { ...(language !== '' && { syntax: language }), ...more },
    ...kept<NonNullable<Code['meta']>>({ ...kinds, info: others || undefined }),
  }
}

/** The block with its names split at commas, which separate them in the one attribute for all. */
function withNames<Node extends Update | OpenApiSchemas>(block: Node): Node {
  const key = block.type === 'update' ? 'tags' : 'schemas'
  const names = block.type === 'update' ? block.data.tags : block.data.schemas
  if (names === undefined) return block
  const split = names.flatMap((name) => name.split(',')).map((name) => name.trim())
  return { ...block, data: { ...block.data, [key]: split.filter((name) => name !== '') } }
}

function withData(node: object, data: Data): InnerNode {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only values were changed or left out, and those of optional fields only
  return { ...node, data } as InnerNode
}
