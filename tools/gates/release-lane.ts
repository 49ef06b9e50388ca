import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

import { slowExitCode } from '../gate.ts'
import { treeSeed } from '../seeds.ts'
import { readTicks, stolenShare } from '../stolen-time.ts'
import { type GateName, gateOf, programOf } from './list.ts'
import type { Measurement, Size } from './measurements.ts'
import type { LaneOptions } from './push-lane.ts'
import type { Ended } from './report.ts'
import { reasonFor, type Round, verdictOf } from './rounds.ts'
import { type GateEnd, runGateProgram } from './run-gate.ts'

/** The bound on a full size: longer runs must be started by hand. */
const fullSecondsMax = 20 * 60

export interface Released {
  readonly ended: Ended
  readonly measurement: Measurement
}

interface ReleaseOptions extends LaneOptions {
  readonly root: string
  readonly size: Size
}

/** Runs gates one by one, on an otherwise idle machine; each result is passed on at once. */
export async function runReleaseLane(
  names: readonly GateName[],
  options: ReleaseOptions,
  onReleased: (released: Released) => void,
): Promise<void> {
  for (const name of names) {
    if (options.signal.aborted) return
    onReleased(await runUntilDecided(name, options))
  }
}

/** Repeats a gate as long as nothing but its times was wrong. */
async function runUntilDecided(
  name: GateName,
  options: ReleaseOptions,
): Promise<Released> {
  const { root, size, say } = options
  const rounds: Round[] = []
  let seconds = 0
  let processorSeconds = 0
  for (;;) {
    const from = readTicks()
    const { isOver, ...end } = await runOnce(name, options)
    const stolen = stolenShare(from, readTicks())
    seconds += end.seconds
    processorSeconds += end.processorSeconds
    say(end.output.trimEnd())
    const round = { code: end.code, stolen }
    rounds.push(round)
    const verdict = isOver ? 'fails' : verdictOf(rounds)
    // A full size runs long enough to decide at once.
    if (verdict === 'again' && size === 'usual') {
      say(`gate:${name} ${reasonFor(round)}`)
      continue
    }
    const ended = {
      name,
      seconds,
      processorSeconds,
      output: end.output,
      verdict: heldOrNot(verdict, end),
    }
    const outcome = isOver ? 'not finished' : ended.verdict
    const figure = isOver ? `ended after ${fullSecondsMax / 60} minutes` : figureIn(end)
    const about = {
      gate: name,
      size,
      commit: commitOf(root),
      ...today(),
      machine: machine(stolen),
    }
    return { ended, measurement: { ...about, outcome, figure } }
  }
}

function heldOrNot(
  verdict: 'holds' | 'fails' | 'again',
  { code }: GateEnd,
): Ended['verdict'] {
  if (verdict === 'holds') return 'holds'
  return verdict === 'again' || code === slowExitCode ? 'slow' : 'fails'
}

async function runOnce(
  name: GateName,
  { root, size, words, signal }: ReleaseOptions,
): Promise<GateEnd & { isOver: boolean }> {
  const isSeeded = words.some((word) => word.startsWith('--seed'))
  const tooLong = AbortSignal.timeout(fullSecondsMax * 1000)
  const end = await runGateProgram({
    program: programOf(name),
    words: [
      ...words,
      // A new seed tries cases that were not tried before.
      ...(isSeeded ? [] : [`--seed=${treeSeed(root, name)}`]),
      ...(size === 'full' ? (gateOf(name).full ?? []) : []),
      ...(size === 'self-test' ? ['--self-test'] : []),
    ],
    environment: {},
    signal: AbortSignal.any([signal, tooLong]),
  })
  return { ...end, isOver: tooLong.aborted }
}

/** The figure after the verdict in the last line of a gate. */
function figureIn({ output }: GateEnd): string {
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  return last.replace(/^gate:\S+ (?:self-test|[^:]+): /, '')
}

/** Ignores changes to the page of measurements, which the measuring itself makes. */
function commitOf(root: string): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  const others = ['--', '.', ':!docs/measurements.md']
  const isChanged = git('status', '--porcelain', '--untracked-files=no', ...others) !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' and changes' : ''}`
}

function today(): { date: string } {
  return { date: new Date().toISOString().slice(0, 10) }
}

function machine(stolen: number): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const taken = (stolen * 100).toFixed(0)
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${memory} GB, ${taken} % taken away`
}
