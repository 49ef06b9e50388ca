import { type Judgement, type Problem, reasonOf } from './contract-judge.ts'
import { limitBook } from './contract-limits.ts'
import type { Case } from './contract-cases.ts'
import type { Generated } from './contract-request.ts'
import type { Semantic } from './contract-semantics.ts'
import type { WireReply } from '../generate/generate-wire.ts'

/** A request that was answered. */
export interface Answered {
  readonly request: Generated
  readonly reply: WireReply
  readonly judged: Judgement
  /** From asking to the answer, however many others were asked meanwhile. */
  readonly milliseconds: number
}

const problemsKept = 500

/** What a run has seen so far. */
export function contractBook() {
  const limits = limitBook()
  const problems: Problem[] = []
  const semantics = new Set<Semantic>()
  const outcomes = new Map<string, number>()
  let requests = 0
  let pauses = 0
  let dearest = 0

  function note(problem: Problem): void {
    if (problems.length < problemsKept) problems.push(problem)
  }

  return {
    limits,
    problems,
    semantics,
    note,
    requests: () => requests,
    /** The server had too much to do, and asked to come again. */
    pause: (): void => {
      pauses += 1
    },
    pauses: () => pauses,
    /** Some requests were answered together, for so many seconds of the processor. */
    spend: (seconds: number): void => {
      dearest = Math.max(dearest, seconds)
    },
    dearest: () => dearest,
    enter({ request, reply, judged }: Answered, limit: Case['limit']): void {
      requests += 1
      const { verdict, semantic } = judged
      if (semantic) semantics.add(semantic)
      for (const problem of judged.problems) note(problem)
      const outcome = `${verdict} → ${reply.status}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (limit === undefined || verdict === 'unknown') return
      const accepted = !isRefusedForm(reply) || semantic !== undefined
      limits.note({ operation: request.target.id, limit, verdict, accepted })
    },
    /** How often which answer came, by what the contract says about the request. */
    summary(): string[] {
      const sorted = [...outcomes].toSorted(([a], [b]) => a.localeCompare(b))
      const byVerdict = Map.groupBy(sorted, ([outcome]) => outcome.split(' ', 1).join(''))
      return [...byVerdict].map(([verdict, counted]) => {
        const parts = counted.map(([outcome, n]) => `${outcome.split('→ ')[1]} × ${n}`)
        return `${verdict}: ${parts.join(', ')}`
      })
    },
  }
}

function isRefusedForm(reply: WireReply): boolean {
  return (
    reply.status === 413 ||
    (reply.status === 400 && reasonOf(reply) === 'invalid_request')
  )
}
