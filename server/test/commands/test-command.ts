import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(
  new URL('../../src/start/lectern-server.ts', import.meta.url),
)

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningCommand {
  readonly child: ChildProcess
  readonly ended: Promise<CommandResult>
  /** Waits until something is found in what the command has printed so far. */
  readonly printed: <T>(find: (lines: readonly string[]) => T | undefined) => Promise<T>
}

const folder = mkdtempSync(path.join(tmpdir(), 'lectern-command-'))
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** No setting of the surrounding environment reaches the command. */
export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      // How the test run records what children send to the database.
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      LECTERN_RECORD_STATEMENTS: process.env['LECTERN_RECORD_STATEMENTS'],
      LECTERN_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DRAIN_SECONDS: '0',
      STORAGE_FOLDER: path.join(folder, 'files'),
      MAIL_FOLDER: path.join(folder, 'mail'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<CommandResult>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code, stdout, stderr })
    })
  })
  return {
    child,
    ended,
    printed: async (find) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = find(stdout.split('\n').slice(0, -1))
          if (found !== undefined) resolve(found)
          return found !== undefined
        }
        if (look()) return
        child.stdout.on('data', look)
        child.once('close', (code) => {
          if (!look()) reject(new Error(`It ended with ${code}: ${stderr}`))
        })
      }),
  }
}

export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  return startCommand(args, environment).ended
}
