import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { readRepository } from '#/repository/read-repository.ts'
import { writeRepository } from '#test/repository/write-repository.ts'

export interface RoundTrip {
  readonly name: string
  readonly files: number
  readonly pages: number
  readonly problems: number
  /** Paths that came back differently, or not at all, or from nowhere. */
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

export function roundTrip(folder: string, name: string, lossy: boolean): RoundTrip {
  const files = filesIn(folder)
  const { tree, layout, problems } = readRepository(files)
  const written = writeRepository(tree, layout)
  if (lossy) written.delete([...written.keys()].at(-1) ?? '')
  const paths = new Set([...files.keys(), ...written.keys()])
  const exceptions = [...paths].filter(
    (each) => !isSame(files.get(each), written.get(each)),
  )
  const pages = [...tree.entries.values()].filter(
    ({ kind }) => kind === 'document',
  ).length
  return { name, files: files.size, pages, problems: problems.length, exceptions }
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

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return Buffer.compare(one, other) === 0
}
