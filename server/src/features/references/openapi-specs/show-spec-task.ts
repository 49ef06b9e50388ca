import { partName } from '@lectern/content/openapi/model.ts'
import {
  type AppliedOverlays,
  applyOverlays,
} from '@lectern/content/openapi/overlays/apply-overlays.ts'
import {
  type OverlayRead,
  readOverlay,
} from '@lectern/content/openapi/overlays/read-overlay.ts'
import { hashOfPart } from '@lectern/content/openapi/part-hash.ts'
import { partWords } from '@lectern/content/openapi/part-words.ts'
import { readParts } from '@lectern/content/openapi/read-api.ts'

import { storableJson } from '#/platform/database/storable-json.ts'

import type {
  OverlayReport,
  PartToStore,
  SpecShown,
  SpecToShow,
} from './show-spec-work.ts'
import type { OverlayText, PartHash } from './shown-queries.ts'

/** The longest name of a part, in bytes: it is part of a key. */
const nameBytesMax = 2_000
/** The problems that are told of an overlay. */
const problemsMax = 20

/** @public loaded by name */
export function readShown({ bundle, sourceUrl, overlays, known }: SpecToShow): SpecShown {
  const original: unknown = JSON.parse(Buffer.from(bundle).toString())
  const { document, reports, hidesAll } = withOverlays(original, overlays)
  if (!hidesAll) {
    return { plan: '', changed: [], gone: [], reports, hidesAll, document: undefined }
  }
  const options = sourceUrl === null ? {} : { sourceUrl }
  const gone = new Map(known.map((each) => [keyOf(each), each]))
  const done = new Set<string>()
  const changed: PartToStore[] = []
  // Part by part: what is the same as before is never held as text.
  const { plan } = readParts(document, options, (part) => {
    const named = { kind: part.kind, name: storable(partName(part)) }
    const key = keyOf(named)
    if (done.has(key) || Buffer.byteLength(named.name) > nameBytesMax) return
    done.add(key)
    const digest = hashOfPart(part)
    if (gone.get(key)?.hash !== digest) {
      const words = storable(partWords(part))
      changed.push({ ...named, hash: digest, part: storableJson(part), words })
    }
    gone.delete(key)
  })
  return {
    plan: storableJson(plan),
    changed,
    gone: [...gone.values()],
    reports,
    hidesAll,
    document: document === original ? undefined : Buffer.from(JSON.stringify(document)),
  }
}

/** The document as overlays change it: the very same where they change nothing. */
function withOverlays(
  original: unknown,
  overlays: readonly OverlayText[],
): { document: unknown; reports: readonly OverlayReport[]; hidesAll: boolean } {
  const read = overlays.map(({ text }) => readOverlay(text))
  const usable = read.flatMap((each, index) =>
    'overlay' in each ? [{ index, overlay: each.overlay }] : [],
  )
  const applied = applyOverlays(
    original,
    usable.map(({ overlay }) => overlay),
  )
  const reports = overlays.map(({ name, version }, index) => {
    const at = usable.findIndex((each) => each.index === index)
    const problems = [
      ...unreadable(read[index]),
      ...applied.problems.filter(({ overlay }) => overlay === at),
    ].map(({ pointer, kind, message }) => ({
      pointer: storable(pointer),
      kind,
      message: storable(message),
    }))
    return {
      name,
      version,
      problems: problems.slice(0, problemsMax),
      count: problems.length,
    }
  })
  const isSame = JSON.stringify(applied.document) === JSON.stringify(original)
  const hidesAll = isHiddenByAll(read, applied)
  return { document: isSame ? original : applied.document, reports, hidesAll }
}

/**
 * Whether nothing failed that a removal may need: a removal itself, what was to be done before one, or
 * an overlay that cannot be read any more.
 */
function isHiddenByAll(
  read: readonly OverlayRead[],
  { problems }: AppliedOverlays,
): boolean {
  if (read.some((each) => !('overlay' in each))) return false
  const actions = read.flatMap((each, overlay) =>
    'overlay' in each
      ? each.overlay.actions.map(({ isRemoval }, index) => ({
          at: `${overlay} /actions/${index}`,
          isRemoval,
        }))
      : [],
  )
  const last = actions.findLastIndex(({ isRemoval }) => isRemoval)
  const upToLast = new Set(actions.slice(0, last + 1).map(({ at }) => at))
  return !problems.some(
    ({ kind, overlay, pointer }) =>
      kind === 'failed' &&
      (pointer === '' ? last >= 0 : upToLast.has(`${overlay} ${pointer}`)),
  )
}

/** The problems of an overlay that was kept when more was allowed in one. */
function unreadable(read: OverlayRead | undefined) {
  if (read === undefined || 'overlay' in read) return []
  return read.problems.map((problem) => ({ ...problem, kind: 'failed' as const }))
}

function keyOf({ kind, name }: Pick<PartHash, 'kind' | 'name'>): string {
  return `${kind} ${name}`
}

/** Text that PostgreSQL stores. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD')
}
