import { isRecord, sameEntry } from '#/compare/values.ts'
import type { Reading } from '#/read/reading.ts'
import type { Entry, JsonValue } from '#/tree/entries.ts'
import { mergeBodies } from './merge-bodies.ts'
import { mergeHeads, type ThreeEntries } from './merge-heads.ts'
import { mergeRecords, mergeValue } from './merge-values.ts'
import type { TreeAsking } from './tree-conflict.ts'

export interface EntryVersions {
  readonly base: Entry | undefined
  readonly ours: Entry | undefined
  readonly theirs: Entry | undefined
}

/** Attributes that consist of named fields. */
const nestedNames: ReadonlySet<string> = new Set(['layout', 'cover', 'variables'])

/** Merges one entry; undefined when it is deleted. An entry in conflict stays until a decision. */
export function mergeEntry(
  versions: EntryVersions,
  asking: TreeAsking,
  read: (markdown: string) => Reading,
): Entry | undefined {
  const { base, ours, theirs } = versions
  if (ours === undefined || theirs === undefined) {
    const left = ours ?? theirs
    if (left === undefined || base === undefined) return left
    if (sameEntry(left, base)) return undefined
    return keepOrDelete(versions, left, asking)
  }
  if (sameEntry(ours, theirs) || sameEntry(theirs, base)) return ours
  if (sameEntry(ours, base)) return theirs
  return mergeFields({ base: base ?? emptyLike(ours), ours, theirs }, asking, read)
}

function keepOrDelete(
  { ours, theirs }: EntryVersions,
  left: Entry,
  asking: TreeAsking,
): Entry | undefined {
  const resolution = asking.ask({
    kind: 'delete',
    entry: left.id,
    ours: ours === undefined ? 'deleted' : 'edited',
    theirs: theirs === undefined ? 'deleted' : 'edited',
  })
  if (resolution === undefined || !('choose' in resolution)) return left
  if (resolution.choose === 'ours') return ours
  return resolution.choose === 'theirs' ? theirs : left
}

/** The empty base of an entry that both sides added under the same id. */
function emptyLike({ id, kind }: Entry): Entry {
  return { id, kind, parent: null, position: '', attributes: {} }
}

function mergeFields(
  three: ThreeEntries,
  asking: TreeAsking,
  read: (markdown: string) => Reading,
): Entry {
  const { base, ours, theirs } = three
  const { id } = base
  const kind = mergeValue(
    { base: base.kind, ours: ours.kind, theirs: theirs.kind },
    { kind: 'kind', entry: id, field: 'kind', asking },
  )
  const attributes = mergeAttributes(three, asking)
  const head = mergeHeads(three, attributes, asking)
  const body = mergeBodyOf(three, asking, read)
  return {
    id,
    kind: [base, ours, theirs].find((entry) => entry.kind === kind)?.kind ?? base.kind,
    ...mergePlace(three, asking),
    attributes,
    ...(body !== undefined && { body }),
    ...(head !== undefined && { head }),
  }
}

function mergeBodyOf(
  { base, ours, theirs }: ThreeEntries,
  asking: TreeAsking,
  read: (markdown: string) => Reading,
): string | undefined {
  const merged = mergeBodies(base.body ?? '', ours.body ?? '', theirs.body ?? '', {
    resolutionOf: (id) => asking.resolutionOfBody(base.id, id),
    read,
  })
  for (const conflict of merged.conflicts) asking.addBody(base.id, conflict)
  const isMissing = ours.body === undefined && theirs.body === undefined
  return isMissing ? undefined : merged.merged
}

function mergeAttributes(three: ThreeEntries, asking: TreeAsking): Entry['attributes'] {
  const { base, ours, theirs } = three
  const subject = { kind: 'attribute', entry: base.id, asking } as const
  const records = {
    base: base.attributes,
    ours: ours.attributes,
    theirs: theirs.attributes,
  }
  if (base.kind !== 'file') {
    return mergeRecords(records, subject, { isNested: (name) => nestedNames.has(name) })
  }
  // Size, type and storage place belong to the bytes: a mix of both sides would fit neither.
  const [was, mine, its] = [fileParts(base), fileParts(ours), fileParts(theirs)]
  const name = mergeValue(
    { base: was.name, ours: mine.name, theirs: its.name },
    { ...subject, field: 'name' },
  )
  const bytes = mergeValue(
    { base: was.bytes, ours: mine.bytes, theirs: its.bytes },
    { ...subject, kind: 'file', field: 'content' },
  )
  return { ...(name !== undefined && { name }), ...asRecord(bytes) }
}

function fileParts({ attributes }: Entry) {
  const { name, ...bytes } = attributes
  return { name, bytes }
}

function mergePlace(
  { base, ours, theirs }: ThreeEntries,
  asking: TreeAsking,
): Pick<Entry, 'parent' | 'position'> {
  const place = mergeValue(
    {
      base: parentAndPosition(base),
      ours: parentAndPosition(ours),
      theirs: parentAndPosition(theirs),
    },
    { kind: 'place', entry: base.id, field: 'place', asking },
  )
  const { parent, position } = asRecord(place)
  return {
    parent: typeof parent === 'string' ? parent : null,
    position: typeof position === 'string' ? position : base.position,
  }
}

export function parentAndPosition({
  parent,
  position,
}: Pick<Entry, 'parent' | 'position'>) {
  return { parent, position }
}

function asRecord(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return isRecord(value) ? value : {}
}
