import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** `push`: for every change; `release`: before a release, because it measures times. */
export type Lane = 'push' | 'release'

/** What the file of a gate says of it, read without running it. */
export interface GateProgram {
  readonly name: string
  readonly file: string
  readonly lane: Lane
  /** Another gate may run beside it. */
  readonly countsOnly: boolean
}

/** Those that need no database come first: they fail sooner. */
const folders = ['content/test/gates', 'server/test/gates', 'sites/test/gates']

/** Not a gate: tests that need a browser, a bucket or a package manager, which `npm test` leaves out. */
export function engineTests(root: string): GateProgram {
  const file = path.join(root, 'tools/test.ts')
  return { name: 'engines', file, lane: 'push', countsOnly: true }
}

export function gatePrograms(root: string): GateProgram[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(root, folder, name))
      .flatMap((file) => {
        const source = readFileSync(file, 'utf8')
        return source.includes('await runGate') ? [programOf(file, source)] : []
      }),
  )
}

function programOf(file: string, source: string): GateProgram {
  return {
    name: path.basename(file, '.ts'),
    file,
    lane: source.includes("lane: 'release'") ? 'release' : 'push',
    countsOnly: source.includes('countsOnly: true'),
  }
}
