import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')
/** Gates of sites import components. */
const components = ['--import', path.join(root, 'sites/tsx.ts')]
const outputWithinMs = 5000
const ticksPerSecond = 100
let reapedBefore = 0

export interface GateEnd {
  readonly code: unknown
  readonly output: string
  readonly seconds: number
  /** The time of the gate and the children it waited for, without a database already running. */
  readonly processorSeconds: number
}

export interface GateStart {
  /** The path from the root of the repository. */
  readonly program: string
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Ends the gate and every process it has started. */
  readonly signal: AbortSignal
}

/** Runs a gate as a program. Its output comes in one piece, so that two at a time are readable. */
export async function runGateProgram(start: GateStart): Promise<GateEnd> {
  const { program, words, environment, signal } = start
  const fromMs = performance.now()
  const child = spawn(
    process.execPath,
    [...components, path.join(root, program), ...words],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that the gate's databases and servers end with it.
      detached: true,
      env: {
        ...process.env,
        ...environment,
        // Gates start many processes of the same modules.
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
      },
    },
  )
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => output.push(part))
  }
  const closed = once(child, 'close')
  const endGroup = () => {
    if (child.pid !== undefined) process.kill(-child.pid)
  }
  signal.addEventListener('abort', endGroup, { once: true })
  const [code]: unknown[] = await once(child, 'exit')
  const processorSeconds = takeReapedSeconds()
  signal.removeEventListener('abort', endGroup)
  // Processes that the gate left running may hold its output open.
  await Promise.race([closed, sleep(outputWithinMs, undefined, { ref: false })])
  return {
    code,
    output: Buffer.concat(output).toString(),
    seconds: (performance.now() - fromMs) / 1000,
    processorSeconds,
  }
}

/** The processor time of children that ended since the last call; it counts once they end. */
function takeReapedSeconds(): number {
  // Zero on systems other than Linux, which do not report it.
  const stat = existsSync('/proc/self/stat')
    ? readFileSync('/proc/self/stat', 'utf8')
    : ''
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const reaped = (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / ticksPerSecond
  const grown = reaped - reapedBefore
  reapedBefore = reaped
  return grown
}
