import type { Words } from '#/features/joining/page-words/public.ts'

/** What was wrong with an answer of an identity provider; the table of words says it to people. */
export type Problem = keyof Words['ssoRefusals']

/** Says why an answer is refused, in words of ours alone. */
export class SamlRefusal extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`An answer of an identity provider is refused: ${problem}`)
    this.problem = problem
  }
}
