import { hasImpliedRef } from '#/document/implied-ref.ts'
import type { Block, Inline, Verbatim } from '#/document/nodes.ts'
import { readRef, spellRef } from '#/document/references.ts'
import type { AssetRef, ContentRef } from '#/document/references.ts'
import type { CellValue, ColumnDefinition, Table } from '#/document/tables.ts'
import type { InnerNode } from '#/document/walk.ts'
import { isSilent } from '#/document/shapes.ts'
import { respell } from './respell.ts'

/** The purpose of a reference. */
export type RefRole =
  | 'link'
  | 'button'
  | 'mention'
  | 'image'
  | 'image-dark'
  | 'image-link'
  | 'file'
  | 'drawing'
  | 'embed'
  | 'content-ref'
  | 'reusable-content'
  | 'openapi'
  | 'integration'
  | 'user'
  | 'verbatim'

/** A reference as a node holds it. `cell` is its column and record in a table. */
export interface HeldRef {
  readonly ref: ContentRef
  readonly role: RefRole
  readonly cell?: { readonly column: string; readonly record: string }
}

export type ChangeRef = (held: HeldRef) => ContentRef

/**
 * The node with each reference of its own replaced; the nodes inside it stay as they are. A search
 * passes a `change` that returns its argument. A result that does not fit, such as a page for an
 * image, leaves the reference as it is.
 */
export function mapRefs(node: InnerNode, change: ChangeRef): InnerNode {
  if (node.object !== 'inline' && node.object !== 'block') return node
  if (node.type === 'table') return mapTable(node, change)
  if (node.type === 'verbatim') return mapVerbatim(node, change)
  if (node.type === 'button' && hasImpliedRef(node)) return node
  const slots = slotsOf.get(node.type)
  if (slots === undefined) return node
  const values = new Map<string, unknown>(Object.entries(node.data))
  const changed = slots.flatMap((slot) => {
    const before = values.get(slot.field)
    const after = mapSlot(before, slot, change)
    return after === before ? [] : [[slot.field, after] as const]
  })
  return changed.length === 0 ? node : withFields(node, Object.fromEntries(changed))
}

function mapSlot(held: unknown, { role, kinds }: RefSlot, change: ChangeRef): unknown {
  if (held === undefined) return undefined
  const isSpelled = typeof held === 'string'
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the model say that each of these fields holds a reference, or the text of one
  const ref = isSpelled ? ({ kind: 'url', url: held } as const) : (held as ContentRef)
  const after = change({ ref, role })
  if (kinds?.includes(after.kind) === false) return held
  return isSpelled && after.kind === 'url' ? after.url : after
}

interface RefSlot {
  readonly field: 'ref' | 'refDark' | 'href' | 'url'
  readonly role: RefRole
  /** The kinds that fit this slot; every kind when absent. */
  readonly kinds?: readonly ContentRef['kind'][]
}

const assetKinds = ['file', 'url'] as const
const imageSlots: readonly RefSlot[] = [
  { field: 'ref', role: 'image', kinds: assetKinds },
  { field: 'refDark', role: 'image-dark', kinds: assetKinds },
  { field: 'href', role: 'image-link' },
]
const openApiSlots: readonly RefSlot[] = [
  { field: 'ref', role: 'openapi', kinds: ['openapi'] },
]

const slotsOf: ReadonlyMap<string, readonly RefSlot[]> = new Map<
  (Block | Inline)['type'],
  readonly RefSlot[]
>([
  ['link', [{ field: 'ref', role: 'link' }]],
  ['mention', [{ field: 'ref', role: 'mention' }]],
  ['button', [{ field: 'ref', role: 'button' }]],
  ['inline-image', imageSlots],
  ['image', imageSlots],
  ['file', [{ field: 'ref', role: 'file', kinds: assetKinds }]],
  ['drawing', [{ field: 'ref', role: 'drawing', kinds: assetKinds }]],
  ['embed', [{ field: 'url', role: 'embed', kinds: ['url'] }]],
  ['integration', [{ field: 'url', role: 'integration', kinds: ['url'] }]],
  ['content-ref', [{ field: 'ref', role: 'content-ref' }]],
  [
    'reusable-content',
    [{ field: 'ref', role: 'reusable-content', kinds: ['reusable-content', 'url'] }],
  ],
  ['swagger', [{ field: 'ref', role: 'openapi', kinds: assetKinds }]],
  ['openapi-operation', openApiSlots],
  ['openapi-schemas', openApiSlots],
  ['openapi-webhook', openApiSlots],
])

function mapTable(table: Table, change: ChangeRef): Table {
  const { records, definition } = table.data
  let changed = false
  const after = Object.entries(records).map(([record, row]) => {
    const cells = Object.entries(row.values).map(([column, value]) => {
      const cell = { column, record }
      const kind = definition[column]?.type
      const mapped = mapCell(value, kind, (held) => change({ ...held, cell }))
      changed ||= mapped !== value
      return [column, mapped] as const
    })
    return [record, { ...row, values: Object.fromEntries(cells) }] as const
  })
  return changed ? withFields(table, { records: Object.fromEntries(after) }) : table
}

function mapCell(
  value: CellValue,
  kind: ColumnDefinition['type'] | undefined,
  change: ChangeRef,
): CellValue {
  if (kind === 'files' && isStrings(value)) return mapFiles(value, change)
  if (kind === 'users' && isStrings(value)) {
    for (const user of value) change({ ref: { kind: 'user', user }, role: 'user' })
    return value
  }
  if (typeof value !== 'object' || value === null || isStrings(value)) return value
  if ('kind' in value) return change({ ref: value, role: 'content-ref' })
  const ref = change({ ref: value.ref, role: 'image' })
  return ref === value.ref || !isAsset(ref) ? value : { ...value, ref }
}

/** The files of a cell, each replaced: they are ids, or paths as long as they are not resolved. */
function mapFiles(files: readonly string[], change: ChangeRef): readonly string[] {
  const after = files.map((file) => {
    const held: ContentRef = isSpelling(file) ? readRef(file) : { kind: 'file', file }
    const ref = change({ ref: held, role: 'file' })
    if (ref === held) return file
    if (ref.kind === 'file') return ref.file
    return ref.kind === 'url' ? ref.url : file
  })
  return after.every((file, index) => file === files[index]) ? files : after
}

/** Whether a file is a path or an address: an id has none of these signs. */
function isSpelling(file: string): boolean {
  return /[./%:]/.test(file)
}

function isStrings(value: CellValue): value is readonly string[] {
  return Array.isArray(value)
}

function isAsset(ref: ContentRef): ref is AssetRef {
  return ref.kind === 'file' || ref.kind === 'url'
}

/** The block with the links in its Markdown replaced; only a path, an address or an anchor fits. */
function mapVerbatim(block: Verbatim, change: ChangeRef): Verbatim {
  if (isSilent(block)) return block
  const markdown = respell(block.data.markdown, ({ destination }) => {
    const after = change({ ref: readRef(destination), role: 'verbatim' })
    const spelling =
      after.kind === 'url' || after.kind === 'anchor' ? spellRef(after) : ''
    return spelling === '' || spelling === destination ? undefined : spelling
  })
  return markdown === block.data.markdown ? block : withFields(block, { markdown })
}

function withFields<Holder extends Block | Inline>(
  holder: Holder,
  fields: object,
): Holder {
  return { ...holder, data: { ...holder.data, ...fields } }
}
