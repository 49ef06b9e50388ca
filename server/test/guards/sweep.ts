import type { Caller, Method } from '@lectern/contract/operation.ts'

import type { Exemption, SweepRule } from './exemptions.ts'

/** An answer as a caller sees it, without what is different each time. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** How one operation answered those who have no business there. */
export interface Observation {
  readonly operation: string
  readonly method: Method
  readonly caller: Caller
  readonly anonymous: Answer
  /** Whether its path names an organization, so that one that does not exist must be missed. */
  readonly isInOrganization: boolean
  /** The admin of another organization, on ids that exist here and on ids that exist nowhere. */
  readonly outsider?: { readonly foreign: Answer; readonly missing: Answer }
  /** The same admin, on an operation whose path names nothing; with words only others may see. */
  readonly elsewhere?: { readonly answer: Answer; readonly secrets: readonly string[] }
  /** Tables that the outsider's request changed. */
  readonly changedTables: readonly string[]
  /** An admin here, deleting what does not exist. */
  readonly removal?: Answer
}

export interface SweepProblem {
  readonly operation: string
  readonly rule: SweepRule
  readonly problem: string
}

export function sweepProblems(observation: Observation): SweepProblem[] {
  const found = {
    anonymous: anonymousProblems(observation),
    outsider: outsiderProblems(observation),
    delete: deleteProblems(observation),
  }
  const { operation } = observation
  return Object.entries(found).flatMap(([rule, problems]) =>
    problems.map((problem) => ({
      operation,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys stand five lines above
      rule: rule as SweepRule,
      problem,
    })),
  )
}

function anonymousProblems({ caller, anonymous }: Observation): string[] {
  const { status } = anonymous
  if (caller === 'anyone') {
    // What it is asked for need not exist.
    return status < 400 || status === 404
      ? []
      : [`anyone may call it, and it answers ${status} without a token`]
  }
  return status === 401 ? [] : [`it answers ${status} without a token, not 401`]
}

function outsiderProblems(observation: Observation): string[] {
  const { elsewhere, changedTables } = observation
  const text = JSON.stringify(elsewhere?.answer.body) ?? ''
  const shown = (elsewhere?.secrets ?? []).filter((secret) => text.includes(secret))
  return [
    ...changedTables.map((table) => `an outsider's request changes ${table}`),
    ...tellingProblems(observation),
    ...shown.map((secret) => `an outsider is shown ${secret}`),
  ]
}

/** What exists and is not theirs must look like what does not exist. */
function tellingProblems({ outsider, method, isInOrganization }: Observation): string[] {
  if (outsider === undefined) return []
  const { foreign, missing } = outsider
  const telling = (['status', 'headers', 'body'] as const).filter(
    (part) => JSON.stringify(foreign[part]) !== JSON.stringify(missing[part]),
  )
  const problems = telling.map(
    (part) =>
      `an outsider can tell what exists: its ${part} is ${JSON.stringify(foreign[part])}, and ${JSON.stringify(missing[part])} for what does not exist`,
  )
  const expected = method === 'DELETE' ? 204 : 404
  if (isInOrganization && missing.status !== expected) {
    problems.push(
      `it answers ${missing.status} for an organization that does not exist, not ${expected}`,
    )
  }
  if (isInvalid(foreign)) {
    problems.push(`the sample request is not valid: ${JSON.stringify(foreign.body)}`)
  }
  return problems
}

/** A request that is refused before anything is looked up proves nothing. */
function isInvalid({ body }: Answer): boolean {
  return /"reason":"(?:invalid_(?:request|json|text)|unknown_route)"/.test(
    JSON.stringify(body) ?? '',
  )
}

function deleteProblems({ method, removal, outsider }: Observation): string[] {
  if (method !== 'DELETE') return []
  const answers = {
    'what is already gone': removal,
    "somebody else's": outsider?.foreign,
  }
  return Object.entries(answers).flatMap(([what, answer]) =>
    answer === undefined || answer.status === 204
      ? []
      : [`deleting ${what} answers ${answer.status}, not 204`],
  )
}

/** What is left to complain about once the exemptions are taken into account. */
export function unexcused(
  problems: readonly SweepProblem[],
  exemptions: readonly Exemption[],
  exemptionsMax: number,
): string[] {
  const covers = (exemption: Exemption, problem: SweepProblem) =>
    exemption.operation === problem.operation && exemption.rule === problem.rule
  return [
    ...problems
      .filter((problem) => !exemptions.some((exemption) => covers(exemption, problem)))
      .map(({ operation, problem }) => `${operation}: ${problem}`),
    ...exemptions
      .filter((exemption) => !problems.some((problem) => covers(exemption, problem)))
      .map(
        ({ operation, rule }) =>
          `${operation} no longer needs its exemption from "${rule}"`,
      ),
    ...exemptions
      .filter(({ reason }) => reason.trim() === '')
      .map(({ operation }) => `the exemption of ${operation} gives no reason`),
    ...(exemptions.length === exemptionsMax
      ? []
      : [
          `there are ${exemptions.length} exemptions, and exemptionsMax says ${exemptionsMax}`,
        ]),
  ]
}
