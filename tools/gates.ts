import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { reasonFor, type Round, verdictOf } from './gate-rounds.ts'
import { readTicks, stolenShare } from './stolen-time.ts'
import { treeSeed } from './tree-seed.ts'

const root = path.resolve(import.meta.dirname, '..')
/** Those that need no database come first: they fail sooner. */
const folders = ['content/test/gates', 'server/test/gates', 'sites/test/gates']

/** Every gate with its small budget; beside one that measures times, nothing runs. */
const programs = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .map((file) => path.join(root, folder, file))
    .filter(
      (file) =>
        file.endsWith('.ts') && readFileSync(file, 'utf8').includes('await runGate'),
    ),
)
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const options = process.argv.slice(2).filter((word) => word.startsWith('--'))

function seedOf(name: string): string[] {
  const seed = treeSeed(root, name)
  const isGiven = options.some((option) => option.startsWith('--seed'))
  return seed === undefined || isGiven ? [] : [`--seed=${seed}`]
}

/** Gates of sites import components. */
const components = ['--import', path.join(root, 'sites/tsx.ts')]
const outputWithinMs = 5000
/** The last words of each gate that failed: its problems, or where it threw. */
const failed = new Map<string, string>()
const linesAgainMax = 22
const lineLengthMax = 1000
const startedMs = Date.now()
const startedTicks = readTicks()
let ran = 0

/** Where nothing but times was wrong, it is measured again. */
async function runUndisturbed(program: string): Promise<void> {
  const name = path.basename(program, '.ts')
  const rounds: Round[] = []
  for (;;) {
    const from = readTicks()
    const code = await runProgram(program)
    const round = { code, stolen: stolenShare(from, readTicks()) }
    rounds.push(round)
    const verdict = verdictOf(rounds)
    if (verdict === 'holds') failed.delete(name)
    if (verdict !== 'again') return
    ran -= 1
    process.stdout.write(`gate:${name} ${reasonFor(round)}\n`)
  }
}

/** Its output in one piece, so that two gates at a time can be read. */
async function runProgram(program: string): Promise<unknown> {
  const name = path.basename(program, '.ts')
  const child = spawn(
    process.execPath,
    [...components, program, ...options, ...seedOf(name)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
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
  const [code]: unknown[] = await once(child, 'exit')
  // What it started and left running may hold its output open.
  await Promise.race([closed, sleep(outputWithinMs, undefined, { ref: false })])
  process.stdout.write(Buffer.concat(output))
  ran += 1
  if (code !== 0) failed.set(name, endOf(Buffer.concat(output).toString()))
  return code
}

function endOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-linesAgainMax)
  return lines
    .map((line) =>
      line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line,
    )
    .join('\n')
}

async function runInPairs(waiting: string[]): Promise<void> {
  const runWaiting = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await runProgram(next)
    }
  }
  await Promise.all([runWaiting(), runWaiting()])
}

const chosen = programs.filter(
  (program) => wanted.length === 0 || wanted.includes(path.basename(program, '.ts')),
)
const countsOnly = (program: string) =>
  readFileSync(program, 'utf8').includes('countsOnly: true')
await runInPairs(chosen.filter(countsOnly))
for (const program of chosen) if (!countsOnly(program)) await runUndisturbed(program)
const seconds = ((Date.now() - startedMs) / 1000).toFixed(0)
const stolen = (stolenShare(startedTicks, readTicks()) * 100).toFixed(0)
process.stdout.write(
  `gates: ${seconds} s, ${stolen} % of the processor taken away${failed.size > 0 ? `, failed: ${[...failed.keys()].join(', ')}` : ''}\n`,
)
// Once more at the end: of a long log often only the tail is kept.
for (const [name, end] of failed) process.stdout.write(`--- ${name}\n${end}\n`)
process.stdout.write(`${ran - failed.size} passed, ${failed.size} failed\n`)
process.exitCode = failed.size === 0 && ran > 0 ? 0 : 1
