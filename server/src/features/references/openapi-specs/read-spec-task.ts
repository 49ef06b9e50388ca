import { validate } from '@scalar/openapi-parser'

import type { PackedFile } from './spec-content.ts'
import { bundleFiles } from './bundle-files.ts'
import {
  brokenReferences,
  namedFrom,
  pointerSteps,
  type SpecFileData,
  splitReference,
} from './check-references.ts'
import { referencesIn } from './measure-data.ts'
import { parseFile } from './parse-file.ts'
import type { FileToList, ReferencesRead, SpecRead } from './read-spec-work.ts'
import { atPlace, type SpecError, SpecProblem } from './spec-problem.ts'

/** The errors that are told; the rest are counted. */
const errorsMax = 20

/** @public loaded by name */
export async function readSpec({
  packed,
}: {
  readonly packed: Uint8Array
}): Promise<SpecRead> {
  return orFailure(async () => {
    const [main, ...others] = unpacked(packed)
    if (main === undefined) throw new Error('A specification has no files')
    refuseOtherDocuments(main)
    const all = [main, ...others]
    const byName = new Map(all.map((file) => [file.name, file]))
    const broken = brokenReferences(byName, others.length === 0)
    if (broken.length > 0) throw new SpecProblem(broken)
    const bundle = bundleFiles(main, others)
    const wrong = await violations(bundle, main)
    if (wrong.length > 0) throw new SpecProblem(wrong)
    return { kind: 'read', bundle: Buffer.from(bundle) }
  })
}

/** @public loaded by name */
export async function listReferences({
  name,
  text,
}: FileToList): Promise<ReferencesRead> {
  return orFailure(async () => {
    const { references } = fileData(name, text, name)
    const files = references
      .map(({ ref }) => namedFrom(splitReference(ref).file, name))
      .filter((file) => file !== name)
    return Promise.resolve({ kind: 'read', files: [...new Set(files)] })
  })
}

async function orFailure<Read>(
  read: () => Promise<Read>,
): Promise<Read | Extract<SpecRead, { kind: 'failed' }>> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof SpecProblem) {
      const { errors } = error
      return { kind: 'failed', errors: errors.slice(0, errorsMax), count: errors.length }
    }
    // Code that follows values into their depth ends like this; it was written for smaller ones.
    if (!(error instanceof RangeError)) throw error
    const message =
      'Values or references are nested too deeply to be read. Let references name what is meant more directly.'
    return { kind: 'failed', errors: [{ message, code: 'LIMIT' }], count: 1 }
  }
}

function unpacked(packed: Uint8Array): SpecFileData[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only packSpec makes these bytes
  const files = JSON.parse(Buffer.from(packed).toString()) as Record<string, PackedFile>
  const entries = Object.entries(files)
  const isAlone = entries.length === 1
  return entries
    .toSorted(
      ([, left], [, right]) => Number(right.isEntrypoint) - Number(left.isEntrypoint),
    )
    .map(([name, { text }]) => fileData(name, text, isAlone ? undefined : name))
}

function fileData(name: string, text: string, told: string | undefined): SpecFileData {
  const { data, placeOf } = parseFile(text, told)
  const references = referencesIn(data, told)
  // What YAML names twice is one object; from here on, data is what JSON has.
  const plain: unknown =
    text === '' ? undefined : JSON.parse(JSON.stringify(data ?? null))
  return { name, data: plain, placeOf, references }
}

const versionAdvice =
  'Begin it with a line such as openapi: "3.1.0", or swagger: "2.0" for the older form.'

/** Refuses what is no OpenAPI document of a version that is known, in its own words. */
function refuseOtherDocuments({ data, placeOf }: SpecFileData): void {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw versionProblem(`The document is no OpenAPI specification. ${versionAdvice}`)
  }
  const field = ['openapi', 'swagger'].find((name) => Object.hasOwn(data, name))
  if (field === undefined) {
    throw versionProblem(
      `The document names no version of OpenAPI at its top. ${versionAdvice}`,
    )
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is one of its own
  const version = (data as Record<string, unknown>)[field]
  const place = placeOf([field])
  if (typeof version !== 'string') {
    throw versionProblem(
      atPlace(
        place,
        undefined,
        `The version in "${field}" is no text. Put it in quotes.`,
      ),
    )
  }
  const known = field === 'swagger' ? /^2\.0$/ : /^3\.[012](?:\.|$)/
  if (known.test(version)) return
  const sentence = `"${version.slice(0, 50)}" is no version that can be read. Convert the specification to OpenAPI 2.0, 3.0, 3.1 or 3.2.`
  throw versionProblem(atPlace(place, undefined, sentence))
}

function versionProblem(message: string): SpecProblem {
  return new SpecProblem([{ message, code: 'UNSUPPORTED_VERSION' }])
}

const wrongFormat = 'format must match format'

/** Where a document differs from what its version of OpenAPI says. */
async function violations(bundle: string, main: SpecFileData): Promise<SpecError[]> {
  // A copy that the validator may change, without expressions, which it would compile.
  const document: unknown = JSON.parse(bundle, (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' ? '' : value,
  )
  const { errors = [] } = await validate(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is an object: its version was read
    document as Record<string, unknown>,
  )
  return errors.flatMap(({ message, path, code }) => {
    // References were followed before, and parameters that a path lacks hinder nobody from reading it.
    if (code !== undefined || Array.isArray(path)) return []
    // Nor do addresses that are none: they are shown as text, whatever else is in them.
    if (message.startsWith(wrongFormat)) return []
    const steps = pointerSteps(path ?? '')
    const where =
      steps.length === 0 ? 'the document' : `"${steps.join(' → ').slice(0, 300)}"`
    const sentence = `In ${where}: ${message}. Correct it and publish again.`
    return [
      {
        message: atPlace(main.placeOf(steps), undefined, sentence),
        code: 'INVALID_DOCUMENT',
      },
    ]
  })
}
