import { type AuthzRequest, describeReplaced, type Replaced } from './authz-cases.ts'
import { leakIn } from './authz-leaks.ts'
import { type Oracle, oracles } from './authz-oracles.ts'
import type { Principal } from './authz-principals.ts'
import { authzState } from './authz-state.ts'
import type { Target } from '../generate/generate-schema.ts'
import { asCurl, cut, type WireReply } from '../generate/generate-wire.ts'
import type { World } from '../generate/generate-world.ts'

export type ProblemKind =
  | 'distinguishable'
  | 'foreign write'
  | 'leak'
  | 'let in'
  | 'server error'

export interface Problem {
  readonly kind: ProblemKind
  readonly operation: string
  readonly principal: string
  /** What was replaced by what. */
  readonly what: string
  readonly text: string
}

export interface Answered {
  readonly request: AuthzRequest
  readonly reply: WireReply
}

/** Sends requests and checks what holds for each of them, whatever is asked. */
export function createSender(world: World) {
  const state = authzState(world)
  const problems: Problem[] = []
  let cases = 0

  function note(kind: ProblemKind, { request, reply }: Answered, why: string): void {
    const { target, principal, replaced, sent } = request
    const what = describeReplaced(replaced)
    const text = `${cut(why, 500)}; ${asCurl(sent)} → ${reply.status} ${cut(reply.text, 200)}`
    const { name } = principal
    problems.push({ kind, operation: target.id, principal: name, what, text })
  }

  async function send(request: AuthzRequest): Promise<Answered> {
    const { principal, target, values } = request
    const { caller, method, visitor } = target.definition
    const oracle = oracleFor(request)
    const reply = await world.wire.send(request.sent)
    cases += 1
    const answered = { request, reply }
    if (reply.status >= 500) note('server error', answered, 'it must know whom to refuse')
    if (principal.isNobody && caller === 'user' && reply.status !== 401) {
      note('let in', answered, 'without a valid token')
    }
    if (principal.isVisitor === true && visitor !== true && reply.status !== 403) {
      const isOpen = caller === 'anyone'
      if (!isOpen) note('let in', answered, 'with the token of a visitor')
    }
    const leak = leakIn(reply, { ...principal, hidden: hiddenFrom(request) }, values)
    if (leak !== undefined && oracle === undefined) note('leak', answered, leak)
    if (method !== 'GET') await settle(answered, oracle)
    return answered
  }

  /** Puts rows back after a write, once those that must not change have been looked at. */
  async function settle(answered: Answered, oracle: Oracle | undefined): Promise<void> {
    const changed = await state.settle(answered.request.principal)
    if (changed.length > 0 && oracle?.writes !== true) {
      note('foreign write', answered, `rows of ${changed.join(', ')} changed`)
    }
  }

  return {
    problems,
    note,
    cases: () => cases,
    send,
    /** Sends reads at once, as they cannot disturb each other; whether they changed a row is checked afterwards. */
    async sendAll(requests: readonly AuthzRequest[]): Promise<Answered[]> {
      const isRead = requests[0]?.target.definition.method === 'GET'
      const answered: Answered[] = isRead ? await Promise.all(requests.map(send)) : []
      const [last] = answered
      if (last !== undefined) await settle(last, undefined)
      if (!isRead) for (const request of requests) answered.push(await send(request))
      return answered
    },
    /** Sends a request and gives the answer unjudged. */
    async ask({ sent, principal }: AuthzRequest): Promise<WireReply> {
      const reply = await world.wire.send(sent)
      await state.settle(principal)
      return reply
    },
  }
}

/** The organizations that an answer must not reveal. A URL of one's own may name a site that is open to all. */
function hiddenFrom({ target, principal }: AuthzRequest): Principal['hidden'] {
  const { hidden, own } = principal
  const asksForOpenSite = target.definition.path === '/urls/published'
  return asksForOpenSite ? hidden.filter(({ canary }) => canary !== own.canary) : hidden
}

interface Asking {
  readonly target: Target
  readonly replaced: readonly Replaced[]
}

/** The listed reason why an answer may tell a foreign thing from a missing one. */
export function oracleFor({ target, replaced }: Asking): Oracle | undefined {
  const { id, definition } = target
  const isOfOrganization = definition.path.includes('{organizationId}')
  return oracles.find(
    ({ operation, slots, by }) =>
      (operation === id ||
        (operation === 'every list of an organization' && isOfOrganization)) &&
      slots.every((name) =>
        replaced.some(({ slot, choice }) => slot.name === name && choice === by),
      ),
  )
}
