import {
  Arbitrary,
  type AsyncCommand,
  asyncModelRun,
  asyncProperty,
  check,
  commands,
  type Random,
  type Stream,
  type Value,
} from 'fast-check'

import type { Command } from './model-command.ts'
import { differenceBetween, expectedState, readState } from './model-compare.ts'
import { type Choice, choices, commandFor } from './model-generate.ts'
import { send } from './model-send.ts'
import { type Person, people, type World } from './model-state.ts'
import { step } from './model-steps.ts'
import { type Accounts, beginningOf, createScene, type Scene } from './model-world.ts'

/** What happened in a sequence, for whoever has to repeat it. */
type Log = string[]
type Played = Scene & { readonly log: Log }

/** Does a command in both worlds, and throws where they differ. */
export async function play(
  { world, server, log }: Played,
  command: Command,
): Promise<void> {
  log.push(JSON.stringify(command))
  const answer = await send(server, command)
  const expected = step(world, command, answer)
  const difference = differenceBetween(expected, answer)
  if (difference !== undefined) throw new Error(difference)
}

class Step implements AsyncCommand<Played, Scene['server']> {
  readonly choice: Choice
  constructor(choice: Choice) {
    this.choice = choice
  }
  check(): boolean {
    return true
  }
  async run(played: Played): Promise<void> {
    const { world } = played
    const command = commandFor(world, this.choice)
    // Where there is nothing to choose from there is always something to edit.
    const other = { ...this.choice, kind: 'edit', request: 0 } as const
    const instead = command ?? commandFor(world, other)
    if (instead !== undefined) await play(played, instead)
  }
}

type Steps = Iterable<AsyncCommand<Played, Scene['server']>>

/** Sequences that begin long and shrink to whatever still fails. */
class LongSteps extends Arbitrary<Steps> {
  readonly #any: Arbitrary<Steps>
  readonly #lengthMin: number
  constructor(lengthMin: number) {
    super()
    const steps = choices(false).map((choice) => new Step(choice))
    const maxCommands = Math.ceil(lengthMin * 1.25)
    this.#any = commands<Played, Scene['server'], false>([steps], {
      maxCommands,
      size: 'max',
    })
    this.#lengthMin = lengthMin
  }
  override generate(random: Random, bias: number | undefined): Value<Steps> {
    for (;;) {
      const value = this.#any.generate(random, bias)
      // Not `value.value`: whoever reads that gets a copy from then on, and none of it shrinks.
      if ([...value.value_].length >= this.#lengthMin) return value
    }
  }
  override canShrinkWithoutContext(value: unknown): value is Steps {
    return this.#any.canShrinkWithoutContext(value)
  }
  override shrink(value: Steps, context: unknown): Stream<Value<Steps>> {
    return this.#any.shrink(value, context)
  }
}

const shrinkingMs = 20_000

export interface Sequence {
  readonly seed: number
  readonly commands: number
  /** Whether to look for the shortest that fails. */
  readonly shrinks: boolean
}

export interface Outcome {
  readonly commands: number
  /** Merges under a rule that takes two people. */
  readonly mergedByTwo?: number
  readonly problem: string | undefined
}

/** Plays one sequence in an organization of its own; a failure is shrunk and told with its commands. */
export async function playSequence(
  accounts: Accounts,
  { seed, commands: lengthMin, shrinks }: Sequence,
): Promise<Outcome> {
  let played = 0
  let mergedByTwo = 0
  let last = ''
  let shrinksUntilMs = Infinity
  const property = asyncProperty(new LongSteps(lengthMin), async (steps) => {
    // What was found so far is short enough.
    if (Date.now() > shrinksUntilMs) return
    const scene = await createScene(accounts)
    const log: Log = []
    try {
      for (const begin of beginningOf(seed)) {
        await play({ ...scene, log }, begin(scene.world))
      }
      const setup = () => ({ model: { ...scene, log }, real: scene.server })
      await asyncModelRun(setup, steps)
      await compareAll({ ...scene, log })
    } catch (error) {
      last = describe(log, scene.world, error)
      shrinksUntilMs = Math.min(shrinksUntilMs, Date.now() + shrinkingMs)
      throw error
    } finally {
      played += log.length
      mergedByTwo += scene.world.mergedByTwo
    }
  })
  const options = { seed, numRuns: 1, unbiased: true, endOnFailure: !shrinks }
  const { failed, numShrinks } = await check(property, options)
  if (!failed) return { commands: played, mergedByTwo, problem: undefined }
  const problem = `sequence ${seed} (--seed ${seed} --sequences 1), shrunk ${numShrinks} times:\n${last}`
  return { commands: played, problem }
}

/** Whoever may read everything; there is always one. */
export function adminOf(world: World): Person {
  return people.find((person) => world.roles[person] === 'admin') ?? 'admin'
}

/** The whole of what can be read, space by space; what is in the trash is taken out first. */
async function compareAll(played: Played): Promise<void> {
  const { world, server, log } = played
  const who = adminOf(world)
  for (const space of world.spaces) {
    await play(played, { kind: 'restore', who, space: space.id })
    await play(played, { kind: 'look', who, space: space.id })
    log.push('(reading everything)')
    const state = await readState(server, space.id, who)
    const difference = differenceBetween(expectedState(world, space, who), state)
    if (difference !== undefined) throw new Error(difference)
  }
}

/** Ids are long and other each time: numbers say the same. */
export function describe(log: Log, world: World, error: unknown): string {
  const lines = [
    ...log.map((line, index) => `    ${index + 1}. ${line}`),
    `    → ${error instanceof Error ? error.message : String(error)}`,
  ]
  let text = lines.join('\n')
  for (const [index, id] of [...world.known].entries()) {
    text = text.replaceAll(id, `#${index + 1}`)
  }
  return text
}
