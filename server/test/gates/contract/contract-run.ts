import type { Lane } from '../../../../tools/gate.ts'
import { type Answered, contractBook } from './contract-book.ts'
import {
  bodyCases,
  type Case,
  casesByPerson,
  crowdCases,
  paramCases,
  queryCases,
  randomBentRequest,
  randomRequest,
  shapeCases,
  type Sources,
} from './contract-cases.ts'
import { type ExtraKeyPair, extraKeyPairs } from './contract-extra-keys.ts'
import { idSource } from './contract-ids.ts'
import { problemOf } from './contract-judge.ts'
import { peopleOf } from './contract-people.ts'
import { toWire } from './contract-request.ts'
import { contractSender, dearIn, secondsSince } from './contract-sender.ts'
import {
  brokenBodyCases,
  contentTypeCases,
  headerCases,
  oddEverywhere,
  routeCases,
} from './contract-wire-cases.ts'
import { comparable, differenceOf } from '../generate/generate-compare.ts'
import { type Target, targets } from '../generate/generate-schema.ts'
import { kindInPath } from '../generate/generate-things.ts'
import type { Random } from '../generate/generate-values.ts'
import type { WireReply } from '../generate/generate-wire.ts'
import type { World } from '../generate/generate-world.ts'

const atOnce = 8
const muchBytes = 100_000
const restoreEvery = 100

/**
 * For a change an operation gets every so manieth case, each operation others: what is refused before any
 * operation is asked is refused alike for all of them.
 */
const enumerations = [
  { cases: casesByPerson, everyForChange: 1 },
  { cases: shapeCases, everyForChange: 1 },
  { cases: paramCases, everyForChange: 4 },
  { cases: queryCases, everyForChange: 4 },
  { cases: bodyCases, everyForChange: 8 },
  { cases: crowdCases, everyForChange: 32 },
  { cases: brokenBodyCases, everyForChange: 8 },
  { cases: contentTypeCases, everyForChange: 8 },
  { cases: headerCases, everyForChange: 8 },
  { cases: routeCases, everyForChange: 8 },
  { cases: oddEverywhere, everyForChange: 8 },
]

/** Sends what the generators give and keeps book of what came back. */
export function createContractRun(world: World, random: Random, lane: Lane) {
  const people = peopleOf(world)
  const ids = idSource(world, random)
  const sources: Sources = { random, ids, people: [...people.keys()] }
  const book = contractBook()
  let sinceRestore = 0

  const send = contractSender(world, people, book.pause)

  /** Several at a time; what they teach is noted in the order in which they were made. */
  async function sendAll(cases: readonly Case[]): Promise<Answered[]> {
    const before = process.cpuUsage()
    const answered = await Promise.all(cases.map(async ({ request }) => send(request)))
    const seconds = secondsSince(before)
    book.spend(seconds)
    const dear = dearIn(answered, seconds, people)
    if (dear !== undefined) book.note(dear)
    for (const [index, one] of answered.entries()) {
      book.enter(one, cases[index]?.limit)
      const created = createdBy(one.request.target, one.reply)
      if (created) ids.remember(created.kind, created.id)
    }
    sinceRestore += cases.length
    if (answered.some(isRemoval) || sinceRestore > restoreEvery) await restore()
    return answered
  }

  async function restore(): Promise<void> {
    sinceRestore = 0
    await world.snapshot.restore()
  }

  /** Both are sent to the same state, so that only the extra keys can make a difference. */
  async function sendPair({ plain, extended }: ExtraKeyPair): Promise<void> {
    await restore()
    const [before] = await sendAll([{ request: plain }])
    await restore()
    const [after] = await sendAll([{ request: extended }])
    if (before === undefined || after === undefined) return
    const named = before.reply.headers['x-unknown-keys']
    if (named !== undefined) book.note(knownKeyNamed(world, before, String(named)))
    // Naming them is all that may be done about them.
    const [one, other] = [before.reply, after.reply].map((reply) => {
      const { 'x-unknown-keys': _, ...headers } = reply.headers
      return comparable({ ...reply, headers }, [])
    })
    if (one === undefined || other === undefined) return
    const difference = differenceOf(one, other)
    if (difference === undefined) return
    const sent = toWire(extended, world.sample.tokens.admin)
    const exchange = { request: extended, sent, reply: after.reply }
    book.note(problemOf(exchange, 'extra key counts', difference))
  }

  return {
    book,
    /** Everything that follows from the operation's own schemas. */
    async enumerate(target: Target): Promise<void> {
      for (const { cases, everyForChange } of enumerations) {
        const all = cases(target, sources)
        const made = lane === 'release' ? all : partOf(all, target, everyForChange)
        while (made.length > 0) await sendAll(made.splice(0, atOnce))
      }
      for (const pair of extraKeyPairs(target, sources)) await sendPair(pair)
    },
    /** A few requests of any operation, by anyone, fine or bent. */
    async random(): Promise<void> {
      const made = Array.from({ length: atOnce }, () => {
        const make = random.below(2) === 0 ? randomRequest : randomBentRequest
        return { request: make(random.pick(targets), sources) }
      })
      await sendAll(made)
    },
  }
}

/** A request without any extra key, of whose keys some were named as unknown. */
function knownKeyNamed(world: World, { request, reply }: Answered, named: string) {
  const sent = toWire(request, world.sample.tokens.admin)
  return problemOf(
    { request, sent, reply },
    'known key named',
    `X-Unknown-Keys: ${named}`,
  )
}

/**
 * Limits are met from both sides whatever else is left out: that of the whole body by every operation, and
 * others that need a large one by some.
 */
function partOf(all: readonly Case[], target: Target, every: number): Case[] {
  const first = targets.indexOf(target)
  return all.filter((one, index) =>
    one.limit === undefined
      ? (index + first) % every === 0
      : first % every === 0 || !isLarge(one),
  )
}

function isLarge({ limit, request: { body } }: Case): boolean {
  const isOfBody = limit?.name.startsWith('body bytes') === true
  return (body?.length ?? 0) > muchBytes && !isOfBody
}

function isRemoval({ request, reply }: Answered): boolean {
  return reply.status === 204 && request.target.definition.method === 'DELETE'
}

/** What an answer says was created: its kind is what the paths below the operation's own name. */
function createdBy({ definition }: Target, { status, body }: WireReply) {
  if (status !== 201 || typeof body !== 'object' || body === null) return undefined
  const below = targets
    .map((target) => target.definition.path)
    .find((path) => path.startsWith(`${definition.path}/{`))
  const name = /\{(\w+)\}/.exec(below?.slice(definition.path.length) ?? '')?.[1]
  if (name === undefined || !('id' in body) || typeof body.id !== 'string') {
    return undefined
  }
  return { kind: kindInPath(below ?? '', name), id: body.id }
}
