import { parseArgs } from 'node:util'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { startGateApi } from '../generate/generate-api.ts'
import { type ModelBreak, modelBreaks, plants, raceBreak } from './model-breaks.ts'
import { playAtOnce } from './model-parallel.ts'
import { type Outcome, playSequence } from './model-sequence.ts'
import { createAccounts } from './model-world.ts'

const inFlight = 8
const commandsMin = 30
/** Of a full run, and of one that looks for a planted defect. */
const full = { sequences: 3000, atOnce: 1500 }
const untilFound = { sequences: 400, atOnce: 400 }
/** A race shows only when several act at once; the others before that must still hold. */
const untilRaceFound = { sequences: 10, atOnce: 1000 }
/** Of a run by the clock. */
const shareAtOnce = 0.3

await runGate<ModelBreak>({
  name: 'model',
  seconds: 20,
  breaks: modelBreaks,
  run,
})

/** How much to do: so many, or as many as there is time for. */
interface Budget {
  readonly sequences: number
  readonly atOnce: number
  readonly commands: number
  readonly shrinks: boolean
}

/** The server and a model of it are asked the same; they must answer the same. */
async function run(options: GateOptions<ModelBreak>): Promise<GateOutcome> {
  const { broken, seed, say } = options
  const budget = budgetOf(broken)
  const api = await startGateApi(broken === undefined ? {} : plants[broken])
  try {
    const accounts = await createAccounts(api.db, api.url)
    const startedMs = Date.now()
    const endsMs = startedMs + options.seconds * 1000
    const endsOneMs = endsMs - shareAtOnce * options.seconds * 1000
    const one = await runLanes(
      { seed, max: budget.sequences, endsMs: endsOneMs },
      (own) => playSequence(accounts, { ...budget, seed: own }),
    )
    say(`  one after the other: ${figureOf(one)}`)
    const several = hasFailed(one)
      ? []
      : await runLanes({ seed, max: budget.atOnce, endsMs }, (own) =>
          playAtOnce(accounts, { seed: own }),
        )
    const perSecond = commandsIn([...one, ...several]) / ((Date.now() - startedMs) / 1000)
    const byTwo = one.reduce((sum, { mergedByTwo = 0 }) => sum + mergedByTwo, 0)
    return {
      figure: `${figureOf(one)}, ${byTwo} merges under a rule of two; at once: ${figureOf(several)}; ${perSecond.toFixed(0)} commands/s`,
      problems: [...one, ...several].flatMap(({ problem }) => problem ?? []),
    }
  } finally {
    await api.stop()
  }
}

/** Without numbers the clock decides. */
function budgetOf(broken: ModelBreak | undefined): Budget {
  const { values } = parseArgs({
    options: {
      full: { type: 'boolean' },
      sequences: { type: 'string' },
      commands: { type: 'string' },
      'at-once': { type: 'string' },
    },
    strict: false,
  })
  const commands = Number(values['commands'] ?? commandsMin)
  if (broken !== undefined) {
    const some = broken === raceBreak ? untilRaceFound : untilFound
    return { ...some, commands, shrinks: false }
  }
  const { sequences, 'at-once': atOnce } = values
  const some = values['full'] === true ? full : { sequences: Infinity, atOnce: Infinity }
  const none = sequences !== undefined ? 0 : some.atOnce
  return {
    sequences: Number(sequences ?? some.sequences),
    atOnce: Number(atOnce ?? none),
    commands,
    shrinks: true,
  }
}

interface Lanes {
  readonly seed: number
  readonly max: number
  readonly endsMs: number
}

/** Several at a time, each in an organization of its own, until one fails. */
async function runLanes(
  { seed, max, endsMs }: Lanes,
  playOne: (seed: number) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let begun = 0
  // However slow the machine is, every lane plays one.
  const isInTime = () => Number.isFinite(max) || begun < inFlight || Date.now() < endsMs
  const isGoing = () => begun < max && !hasFailed(outcomes) && isInTime()
  const lane = async () => {
    while (isGoing()) {
      const own = (seed + begun) | 0
      begun += 1
      outcomes.push(await playOne(own))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return outcomes
}

function hasFailed(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ problem }) => problem !== undefined)
}

function commandsIn(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { commands }) => sum + commands, 0)
}

function figureOf(outcomes: readonly Outcome[]): string {
  return `${outcomes.length} sequences, ${commandsIn(outcomes)} commands`
}
