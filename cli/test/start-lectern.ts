import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const lectern = fileURLToPath(new URL('../src/lectern.ts', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Running {
  readonly ended: Promise<Ended>
  /** As Ctrl-C does. */
  readonly interrupt: () => void
}

export type Settings = Readonly<Record<string, string>>

/** As a program of its own; no setting of the surrounding environment reaches it. */
export function startLectern(args: readonly string[], settings: Settings = {}): Running {
  return start(process.execPath, [lectern, ...args], settings)
}

export async function runProgram(
  program: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<Ended> {
  return start(program, args, settings).ended
}

/** On a terminal of its own, where both streams are one. */
export async function runOnTerminal(
  args: readonly string[],
  settings: Settings,
): Promise<Ended> {
  const words = [process.execPath, lectern, ...args].map((word) => `'${word}'`)
  return start('script', ['-qec', words.join(' '), '/dev/null'], {
    TERM: 'xterm',
    ...settings,
  }).ended
}

/** With nobody who reads its answer. */
export async function endedUnread(args: readonly string[]): Promise<Ended> {
  const words = [process.execPath, lectern, ...args].map((word) => `'${word}'`)
  // The reader of the pipe is gone before the command begins.
  const script = `{ sleep 0.3; ${words.join(' ')}; echo "code $?" >&2; } | true`
  const { stdout, stderr } = await start('sh', ['-c', script], {}).ended
  const [, said = '', code = ''] = /^([^]*)code (\d+)\n$/.exec(stderr) ?? []
  return { code: Number(code), stdout, stderr: said }
}

function start(program: string, args: readonly string[], settings: Settings): Running {
  const child = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, stdout, stderr }))
    }),
    interrupt: () => child.kill('SIGINT'),
  }
}
