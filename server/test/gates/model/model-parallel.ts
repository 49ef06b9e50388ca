import { array, asyncProperty, check, record } from 'fast-check'
import { performance } from 'node:perf_hooks'

import type { Answer, Command, Kind } from './model-command.ts'
import { differenceBetween, expectedState, readState } from './model-compare.ts'
import { type Choice, choices, commandFor } from './model-generate.ts'
import { send, type Server } from './model-send.ts'
import { adminOf, describe, type Outcome, play, type Sequence } from './model-sequence.ts'
import type { Person, World } from './model-state.ts'
import { step } from './model-steps.ts'
import { type Accounts, beginningOf, createScene } from './model-world.ts'

/** A command that was answered, and when. */
interface Happened {
  readonly command: Command
  readonly answer: Answer
  readonly startMs: number
  readonly endMs: number
}

const before = { minLength: 3, maxLength: 8 }
const callers = { minLength: 2, maxLength: 3 }
const ofCaller = { minLength: 1, maxLength: 3 }

const rounds = record({
  begun: array(choices(true), before),
  lists: array(array(choices(true), ofCaller), callers),
})

/** Several people at once: what they were told must be true in some order of what they did. */
export async function playAtOnce(
  accounts: Accounts,
  { seed }: Pick<Sequence, 'seed'>,
): Promise<Outcome> {
  let played = 0
  let last = ''
  const property = asyncProperty(rounds, async ({ begun, lists }) => {
    const { world, server } = await createScene(accounts)
    const log: string[] = []
    const scene = { world, server, log }
    try {
      for (const begin of beginningOf(seed)) await play(scene, begin(world))
      for (const command of commandsIn(world, begun)) await play(scene, command)
      const known = lists.map((list) => commandsIn(world, list))
      const told = await Promise.all(known.map(async (list) => perform(server, list)))
      for (const [index, list] of told.entries()) {
        for (const each of list) log.push(lineOf(index, each))
      }
      await requireOrder(world, server, told)
    } catch (error) {
      last = describe(log, world, error)
      throw error
    } finally {
      played += log.length
    }
  })
  // What came of a race comes of it once: there is nothing to shrink.
  const options = { seed, numRuns: 1, unbiased: true, endOnFailure: true }
  const { failed } = await check(property, options)
  const problem = `at once ${seed} (--seed ${seed} --sequences 0 --at-once 1):\n${last}`
  return { commands: played, problem: failed ? problem : undefined }
}

/** All chosen from one world, so that nobody needs to know what the others do. */
function commandsIn(world: World, list: readonly Choice[]): readonly Command[] {
  return list.flatMap((choice) => commandFor(world, choice) ?? [])
}

async function perform(
  server: Server,
  list: readonly Command[],
): Promise<readonly Happened[]> {
  const told: Happened[] = []
  for (const command of list) {
    const startMs = performance.now()
    const answer = await send(server, command)
    told.push({ command, answer, startMs, endMs: performance.now() })
  }
  return told
}

function lineOf(caller: number, { command, answer, startMs, endMs }: Happened): string {
  const when = `${startMs.toFixed(1)}–${endMs.toFixed(1)} ms`
  return `caller ${caller + 1}, ${when}: ${JSON.stringify(command)} → ${JSON.stringify(answer)}`
}

async function requireOrder(
  world: World,
  server: Server,
  told: readonly (readonly Happened[])[],
): Promise<void> {
  const who = adminOf(world)
  const states = new Map<string, object>()
  for (const { id } of world.spaces) states.set(id, await readState(server, id, who))
  const search = { who, states, nearest: { left: Infinity, why: '' } }
  if (!hasOrder(world, told, search)) {
    throw new Error(`no order of this explains it; at best: ${search.nearest.why}`)
  }
}

interface Search {
  readonly who: Person
  readonly states: ReadonlyMap<string, object>
  /** What was wrong where the search came furthest. */
  readonly nearest: { left: number; why: string }
}

/** Tries every order in which nothing that had ended comes after what began later. */
function hasOrder(
  world: World,
  left: readonly (readonly Happened[])[],
  search: Search,
): boolean {
  const waiting = left.filter((list) => list.length > 0)
  if (waiting.length === 0) return isWhole(world, search)
  const firstEndMs = Math.min(...waiting.map(([next]) => next?.endMs ?? Infinity))
  return waiting.some((list) => {
    const [next, ...rest] = list
    if (next === undefined || next.startMs > firstEndMs) return false
    const after = structuredClone(world)
    const expected = step(after, next.command, next.answer)
    const [wanted, said] = [expected, next.answer].map((answer) =>
      aboutItself(next.command, answer),
    )
    const difference = differenceBetween(wanted, said)
    if (difference === undefined) {
      const others = waiting.map((each) => (each === list ? rest : each))
      return hasOrder(after, others, search)
    }
    const count = waiting.reduce((sum, each) => sum + each.length, 0)
    note(search, count, `${JSON.stringify(next.command)}: ${difference}`)
    return false
  })
}

const ofOthers: Partial<Record<Kind, readonly string[]>> = {
  'rename-space': ['revision', 'comments', 'changeRequests', 'open', 'drafts'],
  lock: ['revision', 'comments', 'changeRequests', 'open', 'drafts'],
  rules: ['revision', 'comments', 'changeRequests', 'open', 'drafts'],
  'create-request': ['outdated', 'comments', 'unmet', 'mayMerge'],
  'set-status': ['outdated', 'comments', 'unmet', 'mayMerge'],
}

/** Whoever changes one thing may be told of others as they were a moment before. */
function aboutItself({ kind }: Command, answer: Answer): Answer {
  const others = ofOthers[kind]
  if (others === undefined || answer.seen === undefined) return answer
  const own = Object.entries(answer.seen).filter(([name]) => !others.includes(name))
  return { ...answer, seen: Object.fromEntries(own) }
}

function isWhole(world: World, search: Search): boolean {
  return world.spaces.every((space) => {
    const expected = expectedState(world, space, search.who)
    const difference = differenceBetween(expected, search.states.get(space.id))
    if (difference !== undefined) note(search, 0, `in the end ${difference}`)
    return difference === undefined
  })
}

function note({ nearest }: Search, left: number, why: string): void {
  if (left >= nearest.left) return
  nearest.left = left
  nearest.why = why
}
