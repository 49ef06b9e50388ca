import { setTimeout as sleep } from 'node:timers/promises'

import { seeded } from '../../../../tools/gate.ts'
import type { Journal, Outcome, Settled } from './kill9-journal.ts'
import { type Client, wardRole, type World } from './kill9-world.ts'
import { type Belongings, nextWrite, noBelongings, type Write } from './kill9-writes.ts'

const answerWithinMs = 20_000
// After a failure a client waits a little, or it would spend the outage asking.
const afterFailureMs = 40

export interface Clients {
  /** Lets the clients run while `during` runs; each then waits for the answer to its last request. */
  readonly runWhile: (phase: number, during: () => Promise<void>) => Promise<void>
  /** Takes the state that an object in doubt turned out to have. */
  readonly settle: (settled: Settled) => void
  readonly acknowledged: () => number
  /** The answers that no fault explains. */
  readonly surprises: readonly string[]
}

interface ClientState {
  readonly client: Client
  readonly has: Belongings
  readonly random: ReturnType<typeof seeded>
}

interface Answer extends Omit<Outcome, 'n'> {
  readonly text?: string
}

export function createClients(
  world: World,
  urls: readonly string[],
  { journal, seed }: { journal: Journal; seed: number },
): Clients {
  const surprises: string[] = []
  const owners = new Map<string, ClientState>()
  const states = world.clients.map((client) => {
    const has = noBelongings()
    has.role.set(client.ward, { id: client.ward, value: wardRole, isInDoubt: false })
    return { client, has, random: seeded(seed + client.index) }
  })
  let n = 0
  let acknowledged = 0

  async function step(state: ClientState, phase: number): Promise<void> {
    const { client, has, random } = state
    n += 1
    const intent = n
    const write = nextWrite({ client, has, random, n: intent })
    const { kind, object, value, isAudited } = write
    const requestId = `kill9-${phase}-${intent}`
    const noted = { n: intent, client: client.index, kind, value, requestId, isAudited }
    await journal.write(object === undefined ? noted : { ...noted, object })
    const { text, ...answer } = await send(random.pick(urls), write, requestId)
    await journal.write({ n: intent, ...answer })
    if (answer.outcome === 'acknowledged') acknowledged += 1
    learn(state, write, answer)
    const surprise = surpriseIn(write, answer)
    if (surprise !== undefined) {
      surprises.push(`${write.method} ${write.path} ${surprise}: ${text ?? ''}`)
    }
    const id = object ?? answer.id
    if (id !== undefined) owners.set(`${kind} ${id}`, state)
    if (answer.outcome === 'unknown' || answer.status === 0) await sleep(afterFailureMs)
  }

  return {
    surprises,
    acknowledged: () => acknowledged,
    async runWhile(phase, during) {
      const over = new AbortController()
      const loops = states.map(async (state) => {
        while (!over.signal.aborted) await step(state, phase)
      })
      try {
        await during()
      } finally {
        over.abort()
        await Promise.all(loops)
      }
    },
    settle({ settled, object, value }) {
      const has = owners.get(`${settled} ${object}`)?.has[settled]
      if (value === null) has?.delete(object)
      else has?.set(object, { id: object, value, isInDoubt: false })
    },
  }
}

/** Says so when neither the request nor a fault explains the answer. */
function surpriseIn({ isForbidden }: Write, { outcome, status }: Answer) {
  if (outcome === 'unknown' || status === 0) return undefined
  // 409: busy, to be asked again.
  const isExpected =
    status === 409 ||
    (isForbidden ? [400, 403, 404, 412].includes(status) : outcome === 'acknowledged')
  return isExpected ? undefined : `was answered ${status}`
}

/** What the client knows after an answer. */
function learn({ has }: ClientState, write: Write, answer: Answer): void {
  const { kind, object, value } = write
  const owned = has[kind]
  const id = object ?? answer.id
  if (id === undefined || answer.outcome === 'refused') return
  const known = owned.get(id)
  if (value === null) {
    // What may be gone is left alone until it is known whether it is.
    owned.delete(id)
  } else if (answer.outcome === 'acknowledged') {
    owned.set(id, { id, value, isInDoubt: known?.isInDoubt ?? false })
  } else if (known !== undefined) owned.set(id, { ...known, isInDoubt: true })
}

async function send(url: string, write: Write, requestId: string): Promise<Answer> {
  const { method, path, body, token } = write
  try {
    const reply = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-request-id': requestId,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...write.headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    })
    const text = await reply.text()
    return { ...judge(reply.status, text), text }
  } catch (error) {
    // A refused connection is definite: nothing was sent.
    const isUnsent = codeOf(error) === 'ECONNREFUSED'
    return { outcome: isUnsent ? 'refused' : 'unknown', status: 0 }
  }
}

function judge(status: number, text: string): Answer {
  if (status >= 500) return { outcome: 'unknown', status }
  if (status >= 400) return { outcome: 'refused', status }
  if (text === '') return { outcome: 'acknowledged', status }
  const id = madeIn(JSON.parse(text))
  return { outcome: 'acknowledged', status, ...(id !== undefined && { id }) }
}

interface Made {
  readonly id?: string
  /** Of an edit of content, which tells of its first change. */
  readonly changes?: readonly { readonly page?: string; readonly file?: string }[]
}

function madeIn({ id, changes = [] }: Made): string | undefined {
  const [change] = changes
  return id ?? change?.page ?? change?.file
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error ? error.code : codeOf(error.cause)
}
