import {
  below,
  finite,
  flag,
  isRecord,
  listOf,
  mapOf,
  oneOf,
  optional,
  required,
  shape,
  text,
  type Check,
  type Fields,
  type Problem,
} from './checks.ts'
import { assetRef, contentRef } from './ref-checks.ts'

const gridView = shape({
  columns: required(listOf(text)),
  columnWidths: optional(mapOf(finite)),
  hideHeader: optional(flag),
  useNewSizing: optional(flag),
})

const cardsView = shape({
  columns: required(listOf(text)),
  cardSize: optional(oneOf(['medium', 'large'])),
  targetDefinition: optional(text),
  coverDefinition: optional(text),
  coverDefinitionDark: optional(text),
  hideColumnTitle: optional(flag),
})

const verticalAlignments = ['top', 'middle', 'bottom']

/** The fields that a column of each type has besides `id`, `title` and `type`. */
const columnFields: Readonly<Record<string, Fields>> = {
  text: {
    textAlignment: optional(oneOf(['left', 'center', 'right'])),
    verticalAlignment: optional(oneOf(verticalAlignments)),
  },
  number: {},
  checkbox: {},
  files: {},
  'content-ref': {},
  image: {},
  users: { multiple: optional(flag) },
  rating: { max: optional(finite) },
  select: {
    multiple: optional(flag),
    options: required(
      listOf(
        shape({
          value: required(text),
          label: required(text),
          color: optional(text),
        }),
      ),
    ),
  },
}

const columnTypes = Object.keys(columnFields)

export function tableView(value: unknown): Problem | undefined {
  if (!isRecord(value)) return { path: '', message: 'must be an object' }
  if (value['type'] === 'cards') return cardsView(value)
  if (value['type'] === 'grid') return gridView(value)
  return { path: '.type', message: 'must be one of "grid", "cards"' }
}

export const tableDefinition: Check = mapOf((value) => {
  if (!isRecord(value)) return { path: '', message: 'must be an object' }
  const { type } = value
  const fields = typeof type === 'string' ? columnFields[type] : undefined
  if (fields === undefined || !columnTypes.includes(String(type))) {
    return { path: '.type', message: `must be one of ${columnTypes.join(', ')}` }
  }
  return shape({
    id: optional(text),
    title: optional(text),
    attributes: optional(mapOf(text)),
    ...fields,
  })(value)
})

export const tableRecords: Check = mapOf(
  shape({
    orderIndex: required(text),
    values: required(mapOf(cellValue)),
    labels: optional(mapOf(listOf(text))),
  }),
)

function cellValue(value: unknown): Problem | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return undefined
  }
  if (typeof value === 'number') return finite(value)
  if (Array.isArray(value)) return listOf(text)(value)
  if (!isRecord(value)) return { path: '', message: 'is no value of a cell' }
  if (!('ref' in value)) return contentRef(value)
  const problem = assetRef(value['ref'])
  return problem === undefined ? imageValue(value) : below('.ref', problem)
}

const imageValue = shape({
  objectFit: optional(oneOf(['contain', 'fill', 'cover'])),
  alt: optional(text),
})
