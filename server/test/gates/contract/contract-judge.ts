import { errorBody } from '@lectern/contract/common.ts'
import { documentedStatuses } from '@lectern/contract/statuses.ts'

import { checkReply, definitionFor } from '../../check-reply.ts'
import type { Person } from './contract-people.ts'
import {
  type Generated,
  isHeadTooLong,
  type Verdict,
  verdictOf,
} from './contract-request.ts'
import { type Semantic, semantics } from './contract-semantics.ts'
import { fits, plain } from '../generate/generate-schema.ts'
import {
  asCurl,
  cut,
  type WireReply,
  type WireRequest,
} from '../generate/generate-wire.ts'

export type ProblemKind =
  | 'no answer'
  | 'server error'
  | 'undocumented'
  | 'schema violation'
  | 'invalid accepted'
  | 'valid refused'
  | 'wrong person'
  | 'extra key counts'
  | 'known key named'
  | 'too dear'

export interface Problem {
  readonly kind: ProblemKind
  readonly operation: string
  /** What was sent, in the words that many operations share. */
  readonly what: string
  readonly text: string
}

export interface Judgement {
  readonly verdict: Verdict
  readonly problems: readonly Problem[]
  /** The listed reason for which the server refused what the schema accepts. */
  readonly semantic?: Semantic
}

export interface Exchange {
  readonly request: Generated
  readonly sent: WireRequest
  readonly reply: WireReply
  readonly person: Person
}

const refusals = new Set([400, 413, 415])

export function judge(exchange: Exchange): Judgement {
  const verdict = verdictOf(exchange.request)
  if (exchange.reply.status === 431 && isHeadTooLong(exchange.request)) {
    return { verdict, problems: [] }
  }
  const wrong = [...judgeReply(exchange)]
  const byRequest = judgeByVerdict(exchange, verdict)
  if (byRequest?.kind !== undefined) wrong.push([byRequest.kind, byRequest.why])
  return {
    verdict,
    problems: wrong.map(([kind, why]) => problemOf(exchange, kind, why)),
    ...(byRequest?.semantic && { semantic: byRequest.semantic }),
  }
}

export function problemOf(
  { request, sent, reply }: Omit<Exchange, 'person'>,
  kind: ProblemKind,
  why: string,
): Problem {
  const { id } = request.target
  const text = `${kind}: ${id} [${request.note}] as ${request.as}: ${why}; ${asCurl(sent)} → ${reply.status} ${cut(reply.text, 300)}`
  return { kind, operation: id, what: request.note, text }
}

type Wrong = readonly [ProblemKind, string]

/** What holds for every answer, whatever was asked. */
function judgeReply({ request, sent, reply }: Exchange): Wrong[] {
  const { status } = reply
  if (status >= 500) return [['server error', `status ${status}`]]
  if (sent.method === 'HEAD' || sent.method === 'OPTIONS') return []
  return judgeShape({ request, sent, reply })
}

function judgeShape({ request, sent, reply }: Omit<Exchange, 'person'>): Wrong[] {
  const { status } = reply
  const definition = definitionFor(sent.method, sent.target)
  if (definition === undefined || isAboutRoute(request, reply)) {
    if (status < 400) return [['undocumented', 'nothing is at that path']]
    return fits(errorSchema, reply.body)
      ? []
      : [['schema violation', 'the body is no error']]
  }
  if (!documentedStatuses(definition).includes(status)) {
    return [['undocumented', `status ${status}`]]
  }
  try {
    checkReply(sent.method, sent.target, status, reply.body)
    return []
  } catch (error) {
    return [['schema violation', error instanceof Error ? error.message : String(error)]]
  }
}

/** A path that was bent on purpose may be one that the server does not have. */
function isAboutRoute(request: Generated, reply: WireReply): boolean {
  const reason = reasonOf(reply)
  return (
    (request.method !== undefined || request.suffix !== undefined) &&
    (reason === 'unknown_route' ||
      reason === 'method_not_allowed' ||
      reply.status === 400)
  )
}

const errorSchema = {
  ...plain(errorBody),
  additionalProperties: false,
}

interface ByVerdict {
  readonly kind?: ProblemKind
  readonly why: string
  readonly semantic?: Semantic
}

function judgeByVerdict(
  { request, reply, person }: Exchange,
  verdict: Verdict,
): ByVerdict | undefined {
  const { status } = reply
  if (request.headers['authorization'] !== undefined) {
    return status < 400 ? { kind: 'wrong person', why: 'a bad token' } : undefined
  }
  const { definition } = request.target
  const always = request.method === undefined ? person.always(definition) : undefined
  if (always !== undefined) {
    return status === always || status === 400
      ? undefined
      : { kind: 'wrong person', why: `${always} is the answer to ${person.name}` }
  }
  if (verdict === 'invalid' && !refusals.has(status)) {
    return { kind: 'invalid accepted', why: `status ${status}` }
  }
  return verdict === 'valid' ? judgeRefusal(request, reply) : undefined
}

/** Whether the server may refuse what the contract accepts. */
function judgeRefusal(
  { target: { id } }: Generated,
  reply: WireReply,
): ByVerdict | undefined {
  const { status } = reply
  if (status === 413 || status === 415) {
    return { kind: 'valid refused', why: `status ${status}` }
  }
  if (status !== 400 || reasonOf(reply) !== 'invalid_request') return undefined
  const semantic = semantics.find(
    ({ operations, says }) => operations.includes(id) && says.test(reply.text),
  )
  return semantic === undefined
    ? { kind: 'valid refused', why: 'the schema accepts it' }
    : { why: semantic.because, semantic }
}

export function reasonOf({ body }: WireReply): unknown {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  const isNamed = typeof error === 'object' && error !== null && 'reason' in error
  return isNamed ? error.reason : undefined
}
