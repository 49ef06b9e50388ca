import {
  attributeMap,
  color,
  expression,
  firstWord,
  flag,
  integer,
  jsonMap,
  length,
  listOf,
  oneOf,
  optional,
  required,
  shape,
  tagText,
  text,
  word,
  type Fields,
} from './checks.ts'
import type { BlockType, Inline } from './nodes.ts'
import { assetRef, contentRef, refOf } from './ref-checks.ts'
import { tableDefinition, tableRecords, tableView } from './table-checks.ts'

type InlineType = Inline['type']

/** The content that a node allows: blocks of any kind, text with inlines, or the named types. */
export type Inside =
  | 'flow'
  | 'phrasing'
  | { readonly blocks: readonly BlockType[] }
  | { readonly inlines: readonly InlineType[] }

export interface NodeShape {
  readonly isVoid: boolean
  readonly fields: Fields
  /** The fields of `meta` that the Markdown says. */
  readonly kept: Fields
  /** Absent for a type without `nodes`. */
  readonly nodes?: Inside
  /** The names that fragments may have, `any` for free names; absent without fragments. */
  readonly fragments?: readonly string[] | 'any'
}

const noFields: Fields = {}
const attributed: Fields = { attributes: optional(attributeMap) }
const startMax = 999_999_999

function container(fields: Fields = noFields): NodeShape {
  return { isVoid: false, fields, kept: attributed, nodes: 'flow' }
}

function textBlock(fields: Fields = noFields, more: Fields = noFields): NodeShape {
  const kept = { ...attributed, ...more }
  return { isVoid: false, fields, kept, nodes: 'phrasing' }
}

function group(
  part: BlockType,
  fields: Fields = noFields,
  more: Fields = noFields,
): NodeShape {
  const kept = { ...attributed, ...more }
  return { isVoid: false, fields, kept, nodes: { blocks: [part] } }
}

function leaf(fields: Fields, fragments?: readonly string[] | 'any'): NodeShape {
  const bare = { isVoid: true, fields, kept: attributed }
  return fragments === undefined ? bare : { ...bare, fragments }
}

function inline(fields: Fields): NodeShape {
  return { isVoid: true, fields, kept: attributed }
}

const align = optional(oneOf(['start', 'center', 'end']))
const fullWidth = optional(flag)
const heading = textBlock(
  { id: optional(text), align },
  { level: optional(oneOf([1, 5, 6])) },
)
const openApi = required(refOf(['openapi']))

const buttonAction = shape({
  action: required(oneOf(['ask', 'search'])),
  query: optional(text),
})

/** Every type of block with its fields, nodes and fragments. */
export const blockShapes: Readonly<Record<BlockType, NodeShape>> = {
  paragraph: textBlock({ align }),
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': group('list-item', { start: optional(integer(0, startMax)) }),
  'list-unordered': group('list-item'),
  'list-tasks': group('list-item'),
  'list-item': container({ checked: optional(flag) }),
  divider: leaf({}),
  blockquote: container(),
  hint: container({
    style: required(oneOf(['info', 'warning', 'danger', 'success'])),
    icon: optional(tagText),
  }),
  code: group(
    'code-line',
    {
      syntax: optional(tagText),
      title: optional(tagText),
      overflow: optional(oneOf(['scroll', 'wrap'])),
      lineNumbers: optional(flag),
      fullWidth,
      expandable: optional(flag),
      collapsedLineCount: optional(integer(1, startMax)),
    },
    { info: optional(tagText) },
  ),
  'code-line': {
    isVoid: false,
    fields: { highlighted: optional(flag) },
    kept: attributed,
    nodes: { inlines: ['annotation', 'expression'] },
  },
  math: leaf({ formula: required(text) }),
  images: group('image', {
    align: optional(oneOf(['center', 'left', 'right'])),
    fullWidth,
    withFrame: optional(flag),
  }),
  image: leaf(
    {
      ref: required(assetRef),
      refDark: optional(assetRef),
      width: optional(length),
      height: optional(length),
      alt: optional(text),
      href: optional(contentRef),
    },
    ['caption'],
  ),
  file: leaf({ ref: required(assetRef) }, ['caption']),
  drawing: leaf({ ref: optional(assetRef), alt: optional(text) }),
  embed: leaf({ url: required(tagText), fullWidth }, ['caption']),
  expandable: {
    ...leaf({}, ['expandable-title', 'expandable-body']),
    kept: { ...attributed, open: optional(flag) },
  },
  tabs: group('tabs-item', { fullWidth }),
  'tabs-item': container({ title: optional(tagText), icon: optional(tagText) }),
  stepper: group('stepper-step'),
  'stepper-step': container({ icon: optional(tagText) }),
  columns: group('column', { fullWidth }),
  column: container({
    width: optional(length),
    verticalAlignment: optional(oneOf(['top', 'middle', 'bottom'])),
  }),
  table: leaf(
    {
      view: required(tableView),
      definition: required(tableDefinition),
      records: required(tableRecords),
      fullWidth,
    },
    'any',
  ),
  'content-ref': leaf({ ref: required(contentRef) }, ['fallback']),
  'reusable-content': leaf({ ref: required(refOf(['reusable-content', 'url'])) }),
  integration: leaf({
    integration: required(firstWord),
    block: required(word),
    props: required(jsonMap),
    action: optional(jsonMap),
    url: optional(tagText),
    fullWidth,
  }),
  swagger: leaf(
    {
      ref: required(assetRef),
      path: required(tagText),
      method: required(tagText),
      expanded: optional(flag),
      fullWidth,
    },
    ['fallback'],
  ),
  'openapi-operation': leaf(
    { ref: openApi, path: required(tagText), method: required(tagText) },
    ['fallback'],
  ),
  'openapi-schemas': leaf(
    { ref: openApi, schemas: required(listOf(tagText)), grouped: optional(flag) },
    ['fallback'],
  ),
  'openapi-webhook': leaf(
    { ref: openApi, name: required(tagText), method: required(tagText) },
    ['fallback'],
  ),
  if: container({ expression: required(expression) }),
  updates: group('update', { format: optional(tagText) }),
  update: container({ date: optional(tagText), tags: optional(listOf(tagText)) }),
  prompt: container({ description: optional(tagText), icon: optional(tagText) }),
  verbatim: leaf({ markdown: required(text), reason: optional(text) }),
}

/** Every type of inline with its fields, nodes and fragments. */
export const inlineShapes: Readonly<Record<InlineType, NodeShape>> = {
  link: {
    isVoid: false,
    fields: { ref: required(contentRef), title: optional(text) },
    kept: attributed,
    nodes: { inlines: ['inline-image', 'emoji', 'icon'] },
  },
  'inline-image': inline({
    ref: required(assetRef),
    refDark: optional(assetRef),
    caption: optional(text),
    alt: optional(text),
    size: optional(oneOf(['original', 'line'])),
    width: optional(length),
    height: optional(length),
  }),
  emoji: inline({ code: required(word) }),
  icon: inline({ icon: required(word), color: optional(color) }),
  expression: inline({ expression: required(text) }),
  'inline-math': inline({ formula: required(text) }),
  mention: inline({ ref: required(contentRef), label: optional(text) }),
  button: {
    ...inline({
      label: required(text),
      kind: required(oneOf(['primary', 'secondary'])),
      icon: optional(text),
      ref: optional(contentRef),
      action: optional(buttonAction),
    }),
    kept: { ...attributed, isImplied: optional(flag) },
  },
  annotation: {
    isVoid: false,
    fields: noFields,
    kept: noFields,
    nodes: { inlines: [] },
    fragments: ['annotation-body'],
  },
}

/** The blocks that occur only inside their own kind of parent, with these parents. */
export const parentsOfPart: ReadonlyMap<string, readonly string[]> = findParents()

function findParents(): Map<string, string[]> {
  const parents = new Map<string, string[]>()
  for (const [type, { nodes }] of Object.entries(blockShapes)) {
    if (typeof nodes !== 'object' || !('blocks' in nodes)) continue
    for (const part of nodes.blocks) {
      parents.set(part, [...(parents.get(part) ?? []), type])
    }
  }
  return parents
}

export function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(blockShapes, type)
}

export function isInlineType(type: string): type is InlineType {
  return Object.hasOwn(inlineShapes, type)
}
