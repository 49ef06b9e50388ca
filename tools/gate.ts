import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

import type { GateName } from './gates/list.ts'

/**
 * `push`: for every change, beside another gate, on a machine that may be busy; measurements that
 * need a quiet machine, and cases that take too long for a change, are left out. `release`:
 * everything.
 */
export type Lane = 'push' | 'release'

export interface GateOptions<Break extends string> {
  readonly seed: number
  readonly seconds: number
  /** Set by `--lane`; a gate run by hand is complete. */
  readonly lane: Lane
  /** Set by `--self-test`: the defect to plant, which the gate must then find. */
  readonly broken: Break | undefined
  readonly say: (line: string) => void
}

export interface GateOutcome {
  /** The measurement in one line. */
  readonly figure: string
  /** The reasons why the goal does not hold; empty when it does. */
  readonly problems: readonly string[]
  /** Exceeded times: as wrong as any problem, unless the machine was busy. */
  readonly slow?: readonly string[]
}

/** The exit code of a gate that found nothing wrong but times. */
export const slowExitCode = 75

export interface Gate<Break extends string> {
  readonly name: GateName
  /** How long random cases are tried, unless `--seconds` says otherwise. */
  readonly seconds: number
  /** Defects that `--self-test` plants, one run each. A gate that cannot fail is no gate. */
  readonly breaks: readonly Break[]
  readonly run: (options: GateOptions<Break>) => Promise<GateOutcome>
}

const problemsShownMax = 20

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Runs a gate as a program: seed first, figure last, exit code 0 only when the goal holds. */
export async function runGate<Break extends string>(gate: Gate<Break>): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      seconds: { type: 'string' },
      lane: { type: 'string' },
      'self-test': { type: 'boolean', default: false },
    },
    // Gates with further options parse these themselves.
    strict: false,
  })
  const seed = Number(values['seed'] ?? randomInt(2 ** 31))
  const seconds = Number(values['seconds'] ?? gate.seconds)
  const lane = values['lane'] === 'push' ? 'push' : 'release'
  say(`gate:${gate.name} seed ${seed}, ${seconds} s`)
  process.exitCode =
    values['self-test'] === true
      ? await selfTest(gate, { seed, seconds, lane, say })
      : await runOnce(gate, { seed, seconds, lane, say, broken: undefined })
}

async function runOnce<Break extends string>(
  gate: Gate<Break>,
  options: GateOptions<Break>,
): Promise<number> {
  const startedMs = Date.now()
  const outcome = await gate.run(options).catch(withoutProgram)
  const { figure } = outcome
  const problems = allProblems(outcome)
  for (const problem of problems.slice(0, problemsShownMax)) options.say(`  ${problem}`)
  if (problems.length > problemsShownMax) {
    options.say(`  … and ${problems.length - problemsShownMax} more`)
  }
  const tookSeconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  options.say(`gate:${gate.name} ${verdictOf(outcome)} in ${tookSeconds} s: ${figure}`)
  if (problems.length === 0) return 0
  return outcome.problems.length === 0 ? slowExitCode : 1
}

function verdictOf({ problems, slow = [] }: GateOutcome): string {
  if (problems.length > 0) return `FAILS (${problems.length + slow.length} problems)`
  return slow.length === 0 ? 'holds' : `is slow (${slow.length} problems)`
}

function allProblems({ problems, slow = [] }: GateOutcome): readonly string[] {
  return [...problems, ...slow]
}

/** A gate that lacks a program names the program instead of the place of the failure. */
function withoutProgram(error: unknown): GateOutcome {
  const program =
    error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? /^spawn (\S+) ENOENT$/.exec(error.message)?.[1]
      : undefined
  if (program === undefined) throw error
  const problem = `the program "${program}" is not installed; .ci/run names the packages that gates need`
  return { figure: 'nothing measured', problems: [problem] }
}

async function selfTest<Break extends string>(
  gate: Gate<Break>,
  options: Omit<GateOptions<Break>, 'broken'>,
): Promise<number> {
  const missed: string[] = []
  for (const broken of gate.breaks) {
    const outcome = await gate.run({ ...options, broken })
    const { figure } = outcome
    const problems = allProblems(outcome)
    options.say(
      `  planted "${broken}": ${problems.length > 0 ? 'found' : 'MISSED'} (${figure})`,
    )
    if (problems.length === 0) missed.push(broken)
  }
  const found = gate.breaks.length - missed.length
  options.say(
    `gate:${gate.name} self-test: ${found} of ${gate.breaks.length} defects found`,
  )
  return missed.length === 0 ? 0 : 1
}

export type Random = ReturnType<typeof seeded>

/** A small, fast generator whose whole sequence follows from its seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    pick<T>(values: readonly T[]): T {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new Error('There is nothing to pick from')
      return value
    },
  }
}
