import type { Words } from '#/features/joining/page-words/public.ts'

/** Why nobody was signed in; the table of words says what whoever reads it can do. */
export type Problem = keyof Words['providerRefusals']

/** Says why an answer is refused, in words of ours alone. */
export class ProviderRefusal extends Error {
  readonly problem: Problem
  /** What the library calls it, for the log. */
  readonly code: string | undefined

  constructor(problem: Problem, code?: string) {
    super(`A sign-in with a provider is refused: ${problem}`)
    this.problem = problem
    this.code = code
  }
}
