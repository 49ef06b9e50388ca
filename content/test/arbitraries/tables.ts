import * as fc from 'fast-check'

import type { FlowBlock, Fragment, Phrasing } from '#/document/nodes.ts'
import { fragmentOf } from '#/document/shapes.ts'
import type {
  CardsView,
  CellValue,
  ColumnDefinition,
  GridView,
  Table,
} from '#/document/tables.ts'

import { assetRef, contentRef } from './references.ts'
import { name, nastyLine } from './text.ts'

type Blocks = fc.Arbitrary<readonly FlowBlock[]>

const flag = fc.boolean()
const simpleTypes = ['number', 'checkbox', 'files', 'content-ref', 'image'] as const

const textKind = fc.record(
  {
    type: fc.constant('text' as const),
    textAlignment: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    verticalAlignment: fc.constantFrom(
      'top' as const,
      'middle' as const,
      'bottom' as const,
    ),
  },
  { requiredKeys: ['type', 'textAlignment'] },
)

const plainKind = fc.record({
  type: fc.constant('text' as const),
  textAlignment: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
})

const options = ['one', 'two', 'a "b"']

const anyKind = fc.oneof(
  { weight: 4, arbitrary: textKind },
  fc.constantFrom(...simpleTypes).map((type) => ({ type })),
  fc.record({ type: fc.constant('users' as const), multiple: flag }),
  fc.record({
    type: fc.constant('rating' as const),
    max: fc.integer({ min: 1, max: 10 }),
  }),
  fc.record({
    type: fc.constant('select' as const),
    multiple: flag,
    options: fc.constant(
      options.map((value) => ({ value, label: `${value} & more`, color: 'blue' })),
    ),
  }),
)

/** Grids and cards with columns of every type; about half could be a table of Markdown. */
export function table(
  inside: Blocks,
  line: fc.Arbitrary<readonly Phrasing[]>,
): fc.Arbitrary<Table> {
  const paragraph = line.map((nodes): FlowBlock[] => [
    { object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes },
  ])
  const plain = tableOf(
    fc.array(plainKind, { minLength: 1, maxLength: 3 }),
    paragraph,
    paragraph,
  )
  const rich = tableOf(fc.array(anyKind, { maxLength: 4 }), inside, paragraph)
  return fc.oneof(plain.map(withPlainView), rich.chain(withView))
}

function tableOf(
  kinds: fc.Arbitrary<readonly Kind[]>,
  cell: Blocks,
  title: Blocks,
): fc.Arbitrary<Table> {
  return fc
    .record({ kinds, count: fc.integer({ min: 0, max: 3 }) })
    .chain(({ kinds: chosen, count }) => {
      const row = fc.tuple(...chosen.map((kind) => cellOf(kind, cell)))
      return fc
        .record({
          titles: fc.array(fc.oneof(nastyLine, title), {
            minLength: chosen.length,
            maxLength: chosen.length,
          }),
          rows: fc.array(row, { minLength: count, maxLength: count }),
        })
        .map(({ titles, rows }) => assemble(chosen, titles, rows))
    })
}

type Kind = ColumnDefinition extends infer One
  ? One extends ColumnDefinition
    ? Omit<One, 'id' | 'title' | 'attributes'>
    : never
  : never
type Cell =
  | { readonly blocks: readonly FlowBlock[] }
  | { readonly value: CellValue | undefined }

function cellOf(kind: Kind, blocks: Blocks): fc.Arbitrary<Cell> {
  if (kind.type === 'text') return blocks.map((one) => ({ blocks: one }))
  return fc.option(valueOf(kind), { nil: undefined }).map((value) => ({ value }))
}

function valueOf(kind: Exclude<Kind, { type: 'text' }>): fc.Arbitrary<CellValue> {
  switch (kind.type) {
    case 'number':
      return fc.oneof(fc.integer(), fc.constantFrom(0.5, -1.25))
    case 'rating':
      return fc.integer({ min: 0, max: kind.max })
    case 'checkbox':
      return flag
    case 'files':
      return fc.array(
        assetRef.map((ref) => (ref.kind === 'url' ? ref.url : ref.file)),
        { maxLength: 2 },
      )
    case 'users':
      return fc.array(name, { maxLength: 2 })
    case 'select':
      return fc.subarray(options)
    case 'content-ref':
      return contentRef
    case 'image':
    default:
      return fc.record(
        {
          ref: assetRef,
          objectFit: fc.constantFrom(
            'contain' as const,
            'fill' as const,
            'cover' as const,
          ),
          alt: nastyLine,
        },
        { requiredKeys: ['ref'] },
      )
  }
}

function assemble(
  kinds: readonly Kind[],
  titles: readonly (string | readonly FlowBlock[])[],
  rows: readonly (readonly Cell[])[],
): Table {
  const fragments: Fragment[] = []
  const definition: Record<string, ColumnDefinition> = {}
  for (const [index, kind] of kinds.entries()) {
    const id = `column${index}`
    const title = titles[index] ?? ''
    if (typeof title !== 'string') {
      fragments.push(fragmentOf(`title:${id}`, title))
    }
    definition[id] = { id, title: typeof title === 'string' ? title : '', ...kind }
  }
  const records: Record<string, Table['data']['records'][string]> = {}
  for (const [index, row] of rows.entries()) {
    const values: Record<string, CellValue> = {}
    for (const [at, cell] of row.entries()) {
      if ('blocks' in cell) {
        const fragment = `cell${index}-${at}`
        fragments.push(fragmentOf(fragment, cell.blocks))
        values[`column${at}`] = fragment
      } else if (cell.value !== undefined) values[`column${at}`] = cell.value
    }
    records[`record${index}`] = { orderIndex: `a${index}`, values }
  }
  const view: GridView = {
    type: 'grid',
    columns: Object.keys(definition),
    hideHeader: false,
  }
  return {
    object: 'block',
    type: 'table',
    isVoid: true,
    data: { view, definition, records },
    fragments,
  }
}

function withPlainView(made: Table): Table {
  return made
}

function withView(made: Table): fc.Arbitrary<Table> {
  const ids = Object.keys(made.data.definition)
  if (ids.length === 0) return fc.constant(made)
  const id = fc.constantFrom(...ids)
  const columns = fc.shuffledSubarray(ids, { minLength: 1 })
  const grid: fc.Arbitrary<GridView> = fc.record(
    {
      type: fc.constant('grid' as const),
      columns,
      columnWidths: fc.dictionary(id, fc.integer({ min: 1, max: 900 }), { maxKeys: 3 }),
      hideHeader: flag,
      useNewSizing: flag,
    },
    { requiredKeys: ['type', 'columns', 'hideHeader'] },
  )
  const cards: fc.Arbitrary<CardsView> = fc.record(
    {
      type: fc.constant('cards' as const),
      columns,
      cardSize: fc.constantFrom('medium' as const, 'large' as const),
      targetDefinition: id,
      coverDefinition: id,
      coverDefinitionDark: id,
      hideColumnTitle: flag,
    },
    { requiredKeys: ['type', 'columns', 'cardSize'] },
  )
  return fc
    .record({
      view: fc.oneof(grid, cards),
      fullWidth: fc.option(flag, { nil: undefined }),
    })
    .map(({ view, fullWidth }) => ({
      ...made,
      data: { ...made.data, view, ...(fullWidth !== undefined && { fullWidth }) },
    }))
}
