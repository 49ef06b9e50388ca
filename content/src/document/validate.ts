import { withButtonAction, withTarget } from './clean-button.ts'
import {
  below,
  checkField,
  color,
  isRecord,
  type Fields,
  type Problem,
} from './checks.ts'
import { kept } from './meta.ts'
import { plainMarks } from './marks.ts'
import { nodePath } from './node-path.ts'
import type { FlowBlock, JSONDocument } from './nodes.ts'
import {
  blockShapes,
  inlineShapes,
  isBlockType,
  isInlineType,
  parentsOfPart,
  type Inside,
  type NodeShape,
} from './schema.ts'
import { fragmentOf } from './shapes.ts'
import { ancestorsOf, walk } from './walk.ts'

/** The limit for the nesting of nodes. */
export const depthMax = 100

/**
 * Checks the document of a client node by node. `isVoid`, `data`, `marks` and the object of a leaf
 * may be missing; keys that the model does not know are dropped, as they hold none of its text.
 */
export function validateDocument(
  value: unknown,
): { readonly document: JSONDocument } | { readonly problem: Problem } {
  if (!isRecord(value) || value['object'] !== 'document') {
    return {
      problem: { path: '', message: 'must be {"object": "document", "nodes": …}' },
    }
  }
  const nodes = cleanList(value['nodes'], (node) => cleanBlock(node, 'flow', 1))
  if ('problem' in nodes) return { problem: below('nodes', nodes.problem) }
  const envelope = isRecord(value['data']) ? value['data'] : {}
  const document: JSONDocument = {
    object: 'document',
    data: envelope,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each node was built below from what the schema lets through
    nodes: nodes.clean as JSONDocument['nodes'],
  }
  const problem = nestedAnnotation(document)
  return problem === undefined ? { document } : { problem }
}

/** The problem of the first footnote inside another: a footnote has no footnotes of its own. */
function nestedAnnotation(document: JSONDocument): Problem | undefined {
  for (const place of walk(document)) {
    const { node } = place
    if (node.object !== 'inline' || node.type !== 'annotation') continue
    const isInside = [...ancestorsOf(place)].some(
      (outer) => outer.object === 'fragment' && outer.fragment === 'annotation-body',
    )
    if (isInside) {
      const message = 'an annotation cannot stand in the body of another'
      return { path: nodePath(place), message }
    }
  }
  return undefined
}

function nameOf(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : typeof value
}

type Cleaned<Value> = { readonly clean: Value } | { readonly problem: Problem }
type Clean<Value> = (value: unknown) => Cleaned<Value>

function refuse(message: string, path = ''): { readonly problem: Problem } {
  return { problem: { path, message } }
}

function cleanList(value: unknown, cleanOne: Clean<object>): Cleaned<object[]> {
  if (!Array.isArray(value)) return refuse('must be an array')
  const clean: object[] = []
  for (const [index, element] of value.entries()) {
    const cleaned = cleanOne(element)
    if ('problem' in cleaned) return { problem: below(`[${index}]`, cleaned.problem) }
    clean.push(cleaned.clean)
  }
  return { clean }
}

function cleanBlock(value: unknown, inside: Inside, depth: number): Cleaned<object> {
  if (!isRecord(value)) return refuse('must be a block')
  const { object, type } = value
  if (object !== 'block') {
    return refuse(`must be a block: its "object" is ${nameOf(object)}`)
  }
  if (typeof type !== 'string' || !isBlockType(type)) {
    return refuse(`${nameOf(type)} is not a block type`)
  }
  const misplaced = misplacedBlock(type, inside)
  if (misplaced !== undefined) return refuse(misplaced)
  return cleanNode(value, blockShapes[type], depth)
}

function misplacedBlock(type: string, inside: Inside): string | undefined {
  const parents = parentsOfPart.get(type)
  if (typeof inside === 'object' && 'blocks' in inside) {
    const [only = ''] = inside.blocks
    return type === only ? undefined : `must be a "${only}", not a "${type}"`
  }
  if (parents === undefined) return undefined
  const names = parents.map((parent) => `"${parent}"`).join(', ')
  return `"${type}" stands only inside ${names}`
}

function cleanPhrasing(value: unknown, inside: Inside, depth: number): Cleaned<object> {
  if (!isRecord(value)) return refuse('must be a text or an inline')
  const { object, type } = value
  if (object === 'text') return cleanText(value)
  if (object !== 'inline') {
    return refuse(`must be a text or an inline: its "object" is ${nameOf(object)}`)
  }
  if (typeof type !== 'string' || !isInlineType(type)) {
    return refuse(`${nameOf(type)} is not an inline type`)
  }
  if (
    typeof inside === 'object' &&
    'inlines' in inside &&
    !inside.inlines.includes(type)
  ) {
    const names = ['text', ...inside.inlines].join(', ')
    return refuse(`"${type}" cannot stand here, only ${names}`)
  }
  return cleanNode(value, inlineShapes[type], depth)
}

function cleanNode(
  value: Readonly<Record<string, unknown>>,
  shape: NodeShape,
  depth: number,
): Cleaned<object> {
  if (depth > depthMax) return refuse(`is more than ${depthMax} nodes deep`)
  const said = cleanSaid(value, shape)
  if ('problem' in said) return said
  const node: Record<string, unknown> = {
    object: value['object'],
    type: value['type'],
    isVoid: shape.isVoid,
    ...said.clean,
  }
  const inside = shape.nodes
  if (inside !== undefined) {
    const nodes = cleanList(value['nodes'] ?? [], (child) =>
      cleanInside(child, inside, depth + 1),
    )
    if ('problem' in nodes) return { problem: below('.nodes', nodes.problem) }
    node['nodes'] = nodes.clean
  } else if (Array.isArray(value['nodes']) && hasText(value['nodes'])) {
    return refuse(`"${String(value['type'])}" has no nodes`, '.nodes')
  }
  const fragments = cleanFragments(value['fragments'], shape, depth + 1)
  if ('problem' in fragments) return { problem: below('.fragments', fragments.problem) }
  if (shape.fragments !== undefined) node['fragments'] = fragments.clean
  return { clean: node }
}

/** Whether a void node has content, which would be lost; some clients send one empty text in it. */
function hasText(nodes: readonly unknown[]): boolean {
  return nodes.some(
    (node) =>
      !isRecord(node) ||
      node['object'] !== 'text' ||
      !Array.isArray(node['leaves']) ||
      node['leaves'].some((leaf) => !isRecord(leaf) || leaf['text'] !== ''),
  )
}

function cleanInside(value: unknown, inside: Inside, depth: number): Cleaned<object> {
  const isPhrasing =
    inside === 'phrasing' || (typeof inside === 'object' && 'inlines' in inside)
  return isPhrasing
    ? cleanPhrasing(value, inside, depth)
    : cleanBlock(value, inside, depth)
}

/** The `data` and `meta` of a node. Older documents have all of it in `data`. */
function cleanSaid(
  value: Readonly<Record<string, unknown>>,
  shape: NodeShape,
): Cleaned<object> {
  const isButton = value['type'] === 'button'
  const given = isButton ? withButtonAction(value['data']) : value['data']
  const data = cleanFields(given, shape.fields)
  if ('problem' in data) return { problem: below('.data', data.problem) }
  const beside = isRecord(value['meta']) ? value['meta'] : {}
  const older = isRecord(given) ? given : {}
  const meta = cleanFields({ ...older, ...beside }, shape.kept)
  if ('problem' in meta) return { problem: below('.meta', meta.problem) }
  const clean = { data: data.clean, ...kept(meta.clean) }
  return { clean: isButton ? withTarget(data.clean, meta.clean) : clean }
}

function cleanFields(value: unknown, fields: Fields): Cleaned<Record<string, unknown>> {
  if (value !== undefined && value !== null && !isRecord(value)) {
    return refuse('must be an object')
  }
  const clean: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields)) {
    const given = value?.[key]
    const problem = checkField(given, field)
    if (problem !== undefined) return { problem: below(`.${key}`, problem) }
    if (given !== undefined && given !== null) clean[key] = given
  }
  return { clean }
}

function cleanFragments(
  value: unknown,
  { fragments: names = [] }: NodeShape,
  depth: number,
): Cleaned<object[]> {
  const cleaned = cleanList(value ?? [], (fragment) => {
    if (!isRecord(fragment) || fragment['object'] !== 'fragment') {
      return refuse('must be a fragment')
    }
    // Some clients name a fragment by its type.
    const name = fragment['fragment'] ?? fragment['type']
    if (typeof name !== 'string') return refuse('must be a string', '.fragment')
    if (names !== 'any' && !names.includes(name)) {
      const known = names.map((one) => JSON.stringify(one)).join(', ')
      return refuse(`${JSON.stringify(name)} is not one of: ${known}`, '.fragment')
    }
    const nodes = cleanList(fragment['nodes'], (block) =>
      cleanBlock(block, 'flow', depth),
    )
    if ('problem' in nodes) return { problem: below('.nodes', nodes.problem) }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each block was built from what the schema lets through
    return { clean: fragmentOf(name, nodes.clean as FlowBlock[]) }
  })
  if ('problem' in cleaned) return cleaned
  const seen = new Set<unknown>()
  for (const [index, fragment] of cleaned.clean.entries()) {
    const name = 'fragment' in fragment ? fragment.fragment : undefined
    if (seen.has(name)) return refuse(`is the second "${String(name)}"`, `[${index}]`)
    seen.add(name)
  }
  return cleaned
}

function cleanText(value: Readonly<Record<string, unknown>>): Cleaned<object> {
  const leaves = cleanList(value['leaves'], (leaf) => {
    if (!isRecord(leaf)) return refuse('must be a leaf')
    if (typeof leaf['text'] !== 'string') return refuse('must be a string', '.text')
    const marks = cleanList(leaf['marks'] ?? [], cleanMark)
    if ('problem' in marks) return { problem: below('.marks', marks.problem) }
    return { clean: { object: 'leaf', text: leaf['text'], marks: marks.clean } }
  })
  if ('problem' in leaves) return { problem: below('.leaves', leaves.problem) }
  return { clean: { object: 'text', leaves: leaves.clean } }
}

function cleanMark(value: unknown): Cleaned<object> {
  if (!isRecord(value)) return refuse('must be a mark')
  const { type, data } = value
  if (plainMarks.some((mark) => mark === type)) return { clean: { object: 'mark', type } }
  if (type !== 'color') return refuse(`${nameOf(type)} is not a mark type`)
  const chosen: Record<string, unknown> = {}
  for (const key of ['text', 'background']) {
    chosen[key] = (isRecord(data) ? data[key] : undefined) ?? 'default'
    const problem = color(chosen[key])
    if (problem !== undefined) return { problem: below(`.data.${key}`, problem) }
  }
  return { clean: { object: 'mark', type, data: chosen } }
}
