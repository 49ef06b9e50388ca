import type { Reference } from './measure-data.ts'
import type { ParsedFile } from './parse-file.ts'
import { atPlace, type SpecError } from './spec-problem.ts'

export interface SpecFileData extends ParsedFile {
  readonly name: string
  readonly references: readonly Reference[]
}

/** The other references that one may lead through. */
const hopsMax = 100

type Files = ReadonlyMap<string, SpecFileData>

/** The file that a reference names, relative to the one that it stands in, and what follows `#`. */
export function splitReference(ref: string): { file: string; pointer: string } {
  const at = ref.indexOf('#')
  return at === -1
    ? { file: ref, pointer: '' }
    : { file: ref.slice(0, at), pointer: ref.slice(at + 1) }
}

const isUrl = /^[a-z][a-z0-9+.-]*:/i
/** Folders above that of the main file, so that a name may lead out of it. */
const foldersAbove = Array.from({ length: 20 }, (_, index) => `~above${index}~`)
const root = 'file-of:///'

/**
 * The name of a file that another one names: its path from the folder of the main file, which may
 * lead upwards, or a whole URL.
 */
export function namedFrom(written: string, fromFile: string): string {
  if (written === '') return fromFile
  if (isUrl.test(written)) return URL.parse(written)?.href ?? written
  if (isUrl.test(fromFile)) return URL.parse(written, fromFile)?.href ?? written
  const base = `${root}${foldersAbove.join('/')}/${fromFile}`
  const url = URL.parse(written, base)
  if (url === null) return written
  return url.href.startsWith(root) ? pathFrom(url.href) : url.href
}

function pathFrom(address: string): string {
  const steps = address.slice(root.length).split('/')
  const left = steps.findIndex((step, index) => step !== foldersAbove[index])
  return '../'.repeat(foldersAbove.length - left) + decoded(steps.slice(left).join('/'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The references that lead nowhere, in words for whoever wrote them. */
export function brokenReferences(files: Files, isAlone: boolean): SpecError[] {
  return [...files.values()].flatMap((file) =>
    file.references.flatMap(({ ref, steps }) => {
      const wrong = problemOf(files, file, ref)
      if (wrong === undefined) return []
      const place = file.placeOf(steps)
      const sentence = `The reference "${ref.slice(0, 200)}" ${wrong}`
      return [
        {
          message: atPlace(place, isAlone ? undefined : file.name, sentence),
          code: 'INVALID_REFERENCE',
        },
      ]
    }),
  )
}

function problemOf(files: Files, from: SpecFileData, ref: string): string | undefined {
  let file = from
  let next = ref
  for (let hops = 0; hops < hopsMax; hops += 1) {
    const { file: written, pointer } = splitReference(next)
    const target = files.get(namedFrom(written, file.name))
    if (target === undefined) {
      return `names a file that is not part of the source. Put it beside the specification and publish by URL, or move what it names into this file.`
    }
    file = target
    // A name in place of a path is an anchor, which may stand anywhere.
    if (pointer !== '' && !pointer.startsWith('/')) return undefined
    const found = follow(target.data, pointer)
    if (found === undefined) {
      return 'leads to nothing. Correct it, or add what it names.'
    }
    if ('value' in found) {
      const on = refOf(found.value)
      if (on === undefined) return undefined
      next = on
    } else {
      next = found.through
    }
  }
  return `leads back to itself, or through more than ${hopsMax} others. Let it name what is meant.`
}

type Followed = { readonly value: unknown } | { readonly through: string }

/** The value of a pointer, or the reference that stands in its way. */
function follow(data: unknown, pointer: string): Followed | undefined {
  const steps = pointerSteps(pointer)
  let value = data
  for (const [at, step] of steps.entries()) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Object.hasOwn(value, step)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is one of its own
      value = (value as Record<string, unknown>)[step]
      continue
    }
    const on = refOf(value)
    if (on === undefined) return undefined
    const rest = steps.slice(at).map((each) => `/${escaped(each)}`)
    return { through: `${on}${on.includes('#') ? '' : '#'}${rest.join('')}` }
  }
  return { value }
}

export function pointerSteps(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((step) => decoded(step).replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A step of a pointer, as it is written in a reference. */
export function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function refOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, '$ref')) {
    return undefined
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is one of its own
  const { $ref: ref } = value as { $ref: unknown }
  return typeof ref === 'string' ? ref : undefined
}
