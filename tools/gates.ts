import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { slowExitCode } from './gate.ts'
import {
  engineTests,
  type GateProgram,
  gatePrograms,
  type Lane,
} from './gate-programs.ts'
import { reasonFor, type Round, verdictOf } from './gate-rounds.ts'
import { fixedSeed, treeSeed } from './seeds.ts'
import { readTicks, stolenShare } from './stolen-time.ts'

const root = path.resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
/** `--release` is a word for this program; everything else with dashes goes to the gates. */
const lane: Lane = words.includes('--release') ? 'release' : 'push'
const wanted = words.filter((word) => !word.startsWith('--'))
const options = words.filter((word) => word.startsWith('--') && word !== '--release')

interface Ended {
  readonly name: string
  /** How long it took, other rounds included. */
  seconds: number
  verdict: 'holds' | 'slow' | 'fails'
  /** Its last words: its problems, or where it threw. */
  end: string
}

const engines = engineTests(root)
const ended = new Map<string, Ended>()

/** A change is judged by what was tried before; what was not is tried before a release. */
function seedOf(name: string): string[] {
  if (options.some((option) => option.startsWith('--seed'))) return []
  return [`--seed=${lane === 'push' ? fixedSeed(name) : treeSeed(root, name)}`]
}

/** Gates of sites import components. */
const components = ['--import', path.join(root, 'sites/tsx.ts')]
const outputWithinMs = 5000
const linesAgainMax = 40
const lineLengthMax = 1000
const startedMs = Date.now()
const startedTicks = readTicks()

/** For every change, what is slow is said and fails nothing: the machine may have been busy. */
async function runOnce(program: GateProgram): Promise<void> {
  const code = await runProgram(program)
  note(program, code === 0 ? 'holds' : code === slowExitCode ? 'slow' : 'fails')
}

/** Before a release, where nothing but times was wrong, it is measured again. */
async function runUntilDecided(program: GateProgram): Promise<void> {
  const rounds: Round[] = []
  for (;;) {
    const from = readTicks()
    const code = await runProgram(program)
    const round = { code, stolen: stolenShare(from, readTicks()) }
    rounds.push(round)
    const verdict = verdictOf(rounds)
    if (verdict !== 'again') {
      note(program, verdict)
      return
    }
    process.stdout.write(`gate:${program.name} ${reasonFor(round)}\n`)
  }
}

/** Its output in one piece, so that two gates at a time can be read. */
async function runProgram({ name, file }: GateProgram): Promise<unknown> {
  const fromMs = performance.now()
  const given =
    name === engines.name
      ? ['--engines', '--test-concurrency=2']
      : [...options, ...seedOf(name)]
  const child = spawn(process.execPath, [...components, file, ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Gates start many processes of the same modules.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => output.push(part))
  }
  const closed = once(child, 'close')
  const [code]: unknown[] = await once(child, 'exit')
  // What it started and left running may hold its output open.
  await Promise.race([closed, sleep(outputWithinMs, undefined, { ref: false })])
  process.stdout.write(Buffer.concat(output))
  const seconds = (performance.now() - fromMs) / 1000 + (ended.get(name)?.seconds ?? 0)
  const end = endOf(Buffer.concat(output).toString())
  ended.set(name, { name, seconds, verdict: 'fails', end })
  return code
}

function note({ name }: GateProgram, verdict: Ended['verdict']): void {
  const gate = ended.get(name)
  if (gate !== undefined) gate.verdict = verdict
}

function endOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-linesAgainMax)
  return lines
    .map((line) =>
      line.length > lineLengthMax ? `${line.slice(0, lineLengthMax)}…` : line,
    )
    .join('\n')
}

async function runInPairs(waiting: GateProgram[]): Promise<void> {
  const runWaiting = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await runOnce(next)
    }
  }
  await Promise.all([runWaiting(), runWaiting()])
}

/** A gate that is named runs, whatever its lane. */
const chosen = [engines, ...gatePrograms(root)].filter((program) =>
  wanted.length === 0 ? program.lane === lane : wanted.includes(program.name),
)
if (lane === 'release') {
  for (const program of chosen) await runUntilDecided(program)
} else {
  await runInPairs(chosen.filter(({ countsOnly }) => countsOnly))
  for (const program of chosen) if (!program.countsOnly) await runOnce(program)
}

const all = [...ended.values()]
const failed = all.filter(({ verdict }) => verdict === 'fails')
const slow = all.filter(({ verdict }) => verdict === 'slow')
for (const { name, seconds, verdict } of all.toSorted((a, b) => b.seconds - a.seconds)) {
  process.stdout.write(`${seconds.toFixed(0).padStart(6)} s  ${name}: ${verdict}\n`)
}
const tookSeconds = ((Date.now() - startedMs) / 1000).toFixed(0)
const stolen = (stolenShare(startedTicks, readTicks()) * 100).toFixed(0)
process.stdout.write(
  `gates for a ${lane}: ${tookSeconds} s, ${stolen} % of the processor taken away${named('slow', slow)}${named('failed', failed)}\n`,
)
// Once more at the end: of a long log often only the tail is kept.
for (const { name, end } of [...slow, ...failed]) {
  process.stdout.write(`--- ${name}\n${end}\n`)
}
process.stdout.write(`${all.length - failed.length} passed, ${failed.length} failed\n`)
process.exitCode = failed.length === 0 && all.length > 0 ? 0 : 1

function named(what: string, gates: readonly Ended[]): string {
  return gates.length === 0
    ? ''
    : `, ${what}: ${gates.map(({ name }) => name).join(', ')}`
}
