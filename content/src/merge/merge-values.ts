import { isRecord, sameValue } from '#/compare/values.ts'
import type { JsonValue } from '#/tree/entries.ts'
import type { TreeAsking, TreeConflictKind } from './tree-conflict.ts'

export interface ThreeValues {
  readonly base: JsonValue | undefined
  readonly ours: JsonValue | undefined
  readonly theirs: JsonValue | undefined
}

export interface Subject {
  readonly kind: TreeConflictKind
  readonly entry?: string
  readonly field: string
  readonly asking: TreeAsking
}

/** Takes the value of the side that changed it; if both did, asks, and has the base until then. */
export function mergeValue(three: ThreeValues, subject: Subject): JsonValue | undefined {
  const { base, ours, theirs } = three
  if (sameValue(ours, theirs) || sameValue(theirs, base)) return ours
  if (sameValue(ours, base)) return theirs
  const { asking, ...about } = subject
  const resolution = asking.ask({ ...about, base, ours, theirs })
  if (resolution === undefined) return base
  if ('choose' in resolution) return three[resolution.choose]
  return 'value' in resolution ? resolution.value : resolution.text
}

type Record3 = Readonly<Record<'base' | 'ours' | 'theirs', Values>>
type Values = Readonly<Record<string, JsonValue>>

/** Merges records key by key; the names of nested fields are joined by a dot. */
export function mergeRecords(
  records: Record3,
  subject: Omit<Subject, 'field'>,
  { prefix = '', isNested = () => false }: RecordOptions = {},
): Values {
  const maps = {
    base: new Map(Object.entries(records.base)),
    ours: new Map(Object.entries(records.ours)),
    theirs: new Map(Object.entries(records.theirs)),
  }
  const merged: [string, JsonValue][] = []
  for (const name of namesInOrder(records)) {
    const three = {
      base: maps.base.get(name),
      ours: maps.ours.get(name),
      theirs: maps.theirs.get(name),
    }
    const nested = isNested(name) ? asRecords(three) : undefined
    const value =
      nested === undefined
        ? mergeValue(three, { ...subject, field: prefix + name })
        : mergeRecords(nested, subject, { prefix: `${prefix}${name}.` })
    if (value !== undefined) merged.push([name, value])
  }
  return Object.fromEntries(merged)
}

export interface RecordOptions {
  readonly prefix?: string
  /** Whether the value of a field is a record with fields of its own. */
  readonly isNested?: (name: string) => boolean
}

/** The names in the order of the base, then the added names, sorted. */
function namesInOrder({ base, ours, theirs }: Record3): Iterable<string> {
  const added = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const known = Object.keys(base)
  for (const name of known) added.delete(name)
  return [...known, ...[...added].toSorted()]
}

/**
 * The values as records; undefined unless both sides still have one, as removing a record changes
 * all of it at once.
 */
function asRecords({ base, ours, theirs }: ThreeValues): Record3 | undefined {
  if (!isRecord(ours) || !isRecord(theirs)) return undefined
  return { base: isRecord(base) ? base : {}, ours, theirs }
}
