import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import { joinPage } from '#/page/page-file.ts'
import { decode } from '#/repository/layout.ts'
import { readRepository, type RepositoryReading } from '#/repository/read-repository.ts'
import { writeStructure } from '#/repository/write-structure.ts'

const encoder = new TextEncoder()

export interface RoundTrip {
  readonly name: string
  /** The paths and entries that come back differently, or not at all, or from nowhere. */
  readonly exceptions: readonly string[]
}

/** The folders that are a space of their own: those with a summary, and those at the top of a collection. */
export function repositoryFolders(folder: string): readonly string[] {
  const tops = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name))
  const summaries = tops.flatMap((top) =>
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === 'SUMMARY.md')
      .map((entry) => entry.parentPath),
  )
  return [...new Set([...tops, ...summaries])].toSorted()
}

/** Reads a repository as an import does, writes it as an export does, and reads it again. */
export function roundTrip(folder: string, name: string, lossy: boolean): RoundTrip {
  const files = filesIn(folder)
  const reading = readRepository(files)
  const ofEntries = writeEntries(reading)
  if (lossy) ofEntries.delete([...ofEntries.keys()].at(-1) ?? '')
  const paths = [...reading.places.values()].map((place) => place.path)
  const changed = paths.filter((each) => {
    const before = files.get(each)
    // A summary can list a page that has no file.
    return before !== undefined && !isSame(before, ofEntries.get(each))
  })
  const again = readRepository(new Map([...ofEntries, ...structureOf(reading)]))
  return { name, exceptions: [...changed, ...differences(reading, again)] }
}

function writeEntries({ tree, places }: RepositoryReading): Map<string, Uint8Array> {
  const written = new Map<string, Uint8Array>()
  for (const [id, place] of places) {
    const { head = '', body = '' } = tree.entries.get(id) ?? {}
    written.set(place.path, place.bytes ?? encoder.encode(joinPage(head, body)))
  }
  return written
}

function structureOf({
  tree,
  config,
  places,
}: RepositoryReading): ReadonlyMap<string, Uint8Array> {
  const paths = new Map([...places].map(([id, place]) => [id, place.path]))
  const texts = writeStructure(tree, config, paths)
  return new Map([...texts].map(([each, text]) => [each, encoder.encode(text)]))
}

function differences(
  { tree: before }: RepositoryReading,
  { tree: after }: RepositoryReading,
): readonly string[] {
  const ids = new Set([...before.entries.keys(), ...after.entries.keys()])
  return [
    ...[...ids].filter(
      (id) => !isDeepStrictEqual(before.entries.get(id), after.entries.get(id)),
    ),
    ...(isDeepStrictEqual(before.variables, after.variables) ? [] : ['the variables']),
  ]
}

function filesIn(folder: string): Map<string, Uint8Array> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return new Map(
    files.map((file) => [
      path.relative(folder, file).replaceAll(path.sep, '/'),
      new Uint8Array(readFileSync(file)),
    ]),
  )
}

/** Whether bytes are the same; of a text that is not UTF-8, what could be read of it. */
function isSame(before: Uint8Array, after: Uint8Array | undefined): boolean {
  if (after === undefined) return false
  if (Buffer.compare(before, after) === 0) return true
  const { text, exact } = decode(before)
  return !exact && decode(after).text === text
}
