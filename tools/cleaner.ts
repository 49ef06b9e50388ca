import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** What has to be undone when the process that made it cannot. */
export type Leftover =
  | { readonly process: number }
  | { readonly folder: string }
  | { readonly database: string; readonly serverUrl: string }

export interface Cleaner {
  /** Undone, last first, if this process dies before it calls `done`. */
  readonly remember: (leftover: Leftover) => void
  readonly rememberChild: (child: ChildProcess) => void
  /** This process has undone everything itself. */
  readonly done: () => Promise<void>
}

export type CleanerLine =
  | { readonly made: Leftover }
  | { readonly ended: number }
  | 'done'

/**
 * Starts a process that outlives this one, in order to undo what this one leaves when it is killed:
 * its standard input ends then, however that happened.
 */
export function startCleaner(): Cleaner {
  const program = path.join(import.meta.dirname, 'cleaner-process.ts')
  const cleaner = spawn(process.execPath, [program], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // A signal to the whole group must not reach it.
    detached: true,
  })
  cleaner.unref()
  cleaner.stdin.on('error', () => undefined)
  const tell = (line: CleanerLine) => cleaner.stdin.write(`${JSON.stringify(line)}\n`)
  return {
    remember: (made) => tell({ made }),
    rememberChild(child) {
      const { pid } = child
      if (pid === undefined) return
      tell({ made: { process: pid } })
      child.on('exit', () => tell({ ended: pid }))
    },
    async done() {
      if (cleaner.exitCode !== null || cleaner.signalCode !== null) return
      const exit = once(cleaner, 'exit')
      cleaner.ref()
      tell('done')
      cleaner.stdin.end()
      await exit
    },
  }
}
