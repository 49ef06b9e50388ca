import { setTimeout as sleep } from 'node:timers/promises'

import type { Answered } from './contract-book.ts'
import { judge, type Problem, problemOf, reasonOf } from './contract-judge.ts'
import type { Person } from './contract-people.ts'
import { type Generated, toWire } from './contract-request.ts'
import {
  noReply,
  type WireClient,
  type WireReply,
  type WireRequest,
} from '../generate/generate-wire.ts'
import type { World } from '../generate/generate-world.ts'

type People = ReadonlyMap<string, Person>

/** Of the processor, for those at once: the server, its threads, and the sender. */
const secondsMax = 4
/** More for each megabyte that is sent: a large document takes long to read, but no longer than its size. */
const secondsPerMegabyteMax = 1.5
/** For each megabyte that is refused for its form: it is read, but nothing is done with it. */
const refusedSecondsPerMegabyteMax = 0.5
const pausesMax = 3
const pauseMs = 1000

/** Sends a request in somebody's name, and judges the answer. */
export function contractSender(world: World, people: People, onPause: () => void) {
  return async (request: Generated): Promise<Answered> => {
    const person = people.get(request.as)
    if (person === undefined) throw new Error(`Nobody is called "${request.as}"`)
    const sent = toWire(request, person.token)
    const startedMs = performance.now()
    const took = () => performance.now() - startedMs
    try {
      const reply = await answerTo(world.wire, sent, onPause)
      const milliseconds = took()
      const judged = judge({ request, sent, reply, person })
      return { request, reply, judged, milliseconds }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const problem = problemOf({ request, sent, reply: noReply }, 'no answer', why)
      const judged = { verdict: 'unknown', problems: [problem] } as const
      return { request, reply: noReply, judged, milliseconds: took() }
    }
  }
}

export function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000_000
}

/** What is wrong with requests that were answered at once, if it took so long. */
export function dearIn(
  answered: readonly Answered[],
  seconds: number,
  people: People,
): Problem | undefined {
  const longest = answered.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]
  if (seconds <= secondsMax || longest === undefined) return undefined
  const wireOf = ({ request }: Answered) => toWire(request, people.get(request.as)?.token)
  const bytes = answered.reduce((sum, each) => sum + sizeOf(wireOf(each)), 0)
  const most = answered.reduce(
    (sum, each) => sum + (sizeOf(wireOf(each)) / 1_000_000) * rateFor(each),
    secondsMax,
  )
  if (seconds <= most) return undefined
  const { request, reply } = longest
  const sent = wireOf(longest)
  const why = `${answered.length} requests of ${bytes} bytes took ${seconds.toFixed(1)} s of the processor, at most ${most.toFixed(1)}; this one the longest`
  return problemOf({ request, sent, reply }, 'too dear', why)
}

function rateFor({ reply: { status } }: Answered): number {
  return status === 400 ? refusedSecondsPerMegabyteMax : secondsPerMegabyteMax
}

function sizeOf({ body }: WireRequest): number {
  return body === undefined ? 0 : Buffer.byteLength(body)
}

/** Does as a server asks that has too much to do: what it cannot do later either stays a fault. */
async function answerTo(
  wire: WireClient,
  sent: WireRequest,
  onPause: () => void,
): Promise<WireReply> {
  let reply = await wire.send(sent)
  for (let pause = 1; isTooMuch(reply) && pause <= pausesMax; pause += 1) {
    onPause()
    await sleep(pause * pauseMs)
    reply = await wire.send(sent)
  }
  return reply
}

function isTooMuch(reply: WireReply): boolean {
  const reason = reasonOf(reply)
  return (
    reason === 'overloaded' ||
    reason === 'database_unavailable' ||
    reason === 'content_busy'
  )
}
