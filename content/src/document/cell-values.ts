import { lastPart } from './last-part.ts'
import { readRef, spellRef, type AssetRef } from './references.ts'
import type { CellValue, ColumnDefinition, ImageValue } from './tables.ts'

/**
 * The value of a cell, as far as its column can show it; undefined for an empty cell. The values of
 * text columns name fragments and pass unchanged.
 */
export function normaliseValue(
  column: ColumnDefinition,
  value: CellValue | undefined,
): CellValue | undefined {
  if (value === undefined || value === null) return undefined
  return normalisers[column.type](value)
}

type Normaliser = (value: CellValue) => CellValue | undefined

const normalisers: Readonly<Record<ColumnDefinition['type'], Normaliser>> = {
  text: (value) => value,
  number: normaliseNumber,
  rating: normaliseNumber,
  checkbox: (value) => (typeof value === 'boolean' ? value : undefined),
  select: normaliseList,
  users: normaliseList,
  files: normaliseList,
  'content-ref': (value) =>
    isObject(value) && 'kind' in value ? readRef(spellRef(value)) : undefined,
  image: (value) =>
    isObject(value) && 'ref' in value ? normaliseImage(value) : undefined,
}

/** The labels of the references in a cell; undefined where every label is the end of its path. */
export function normaliseLabels(
  { type }: ColumnDefinition,
  value: CellValue | undefined,
  labels: readonly string[] | undefined,
): readonly string[] | undefined {
  const paths = type === 'select' || type === 'users' ? [] : pathsOf(value)
  const wanted = paths.map((path, index) => labels?.[index] ?? lastPart(path))
  return wanted.some((label, index) => label !== lastPart(paths[index] ?? ''))
    ? wanted
    : undefined
}

/** Reads a number; the text itself where the number would be written in another way. */
export function readNumber(text: string): number | string | undefined {
  if (text === '') return undefined
  const value = Number(text)
  return Number.isFinite(value) && String(value) === text ? value : text
}

function normaliseNumber(value: CellValue): number | string | undefined {
  if (typeof value === 'number') return value === 0 ? 0 : value
  return typeof value === 'string' ? readNumber(value) : undefined
}

function normaliseList(value: CellValue): readonly string[] | undefined {
  if (typeof value === 'string') return [value]
  return isList(value) && value.length > 0 ? value : undefined
}

function normaliseImage({ ref, ...more }: ImageValue): ImageValue {
  return { ref: normaliseAsset(ref), ...more }
}

function normaliseAsset(ref: AssetRef): AssetRef {
  const spelling = spellRef(ref)
  const settled = readRef(spelling)
  return settled.kind === 'file' || settled.kind === 'url'
    ? settled
    : { kind: 'url', url: spelling }
}

/** The paths for which a cell may have labels; an image with a text of its own has none. */
function pathsOf(value: CellValue | undefined): readonly string[] {
  if (value === undefined || value === null) return []
  if (isList(value)) return value
  if (!isObject(value)) return []
  if ('kind' in value) return [spellRef(value)]
  const isLink = value.alt === undefined && value.objectFit === undefined
  return isLink ? [spellRef(value.ref)] : []
}

function isList(value: CellValue): value is readonly string[] {
  return Array.isArray(value)
}

function isObject(
  value: CellValue,
): value is Exclude<CellValue, string | number | boolean | null | readonly string[]> {
  return typeof value === 'object' && value !== null && !isList(value)
}
