/** Why nobody was signed in, and what whoever reads it can do. */
export const refusals = {
  away: 'The provider cannot be reached, or does not answer as it should. Try again in a few minutes, or sign in another way.',
  denied: 'The provider did not let you in, or you did not go on there.',
  settings:
    'The provider does not know this installation: its client id or secret is wrong, or has run out.',
  answer:
    'The answer of the provider does not prove who you are: it was made for another sign-in or another service, is too old, or is not signed as it should be.',
} as const

export type Problem = keyof typeof refusals

/** Says why an answer is refused, in words of ours alone. */
export class ProviderRefusal extends Error {
  readonly problem: Problem
  /** What the library calls it, for the log. */
  readonly code: string | undefined

  constructor(problem: Problem, code?: string) {
    super(refusals[problem])
    this.problem = problem
    this.code = code
  }
}
