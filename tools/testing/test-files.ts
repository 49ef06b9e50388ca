import { glob } from 'node:fs/promises'
import path from 'node:path'

import { seeded } from '../gate.ts'
import type { TestFile } from './run-files.ts'

const folders = ['contract', 'content', 'server', 'sites', 'cli', 'tools']
/** The name of a file that changes state of its whole process. */
const alone = '.alone.test.ts'
/** The name of a file that needs a browser, a bucket or a package manager. */
const engine = '.engine.test.ts'
/** The name of a file about what only a cluster does. */
const cluster = '.cluster.test.ts'

/** `engines`: files that need an engine besides PostgreSQL, and no others; `cluster`: all others. */
export type Part = 'usual' | 'engines' | 'cluster'

/** The chosen files and those in folders, all of the part by default; a named file always runs. */
export async function testFiles(
  chosen: readonly string[],
  part: Part,
): Promise<TestFile[]> {
  const places = chosen.length > 0 ? chosen : folders
  const files: string[] = []
  for (const place of places) {
    const absolute = path.resolve(place)
    if (absolute.endsWith('.ts')) files.push(absolute)
    else {
      const found = glob('**/*.test.ts', {
        cwd: absolute,
        exclude: (name) => name === 'node_modules',
      })
      for await (const file of found) {
        if (isOf(part, file)) files.push(path.join(absolute, file))
      }
    }
  }
  if (files.length === 0) throw new Error(`No test files in ${places.join(', ')}`)
  return [...new Set(files)]
    .toSorted()
    .map((file) => ({ file, isAlone: file.endsWith(alone) }))
}

function isOf(part: Part, file: string): boolean {
  if (file.endsWith(engine)) return part === 'engines'
  return file.endsWith(cluster) ? part === 'cluster' : part !== 'engines'
}

/** Every seed gives another order, which reveals a file that depends on another. */
export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = seeded(seed)
  return values
    .map((value) => ({ value, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)
}
