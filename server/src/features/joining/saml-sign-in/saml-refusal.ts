/** What was wrong with an answer of an identity provider, and what whoever reads it can do. */
export const refusals = {
  unreadable: 'The answer of the identity provider could not be read.',
  structure:
    'The answer of the identity provider is not built as it should be: it must hold one assertion, and signatures for this assertion or for the whole answer alone.',
  encrypted:
    'The identity provider encrypts its assertions, and this server has no key for them. Switch encryption off there.',
  algorithm:
    'The identity provider signs in a way that is not accepted. It must use RSA with SHA-256 or SHA-512, and exclusive canonicalization.',
  signature:
    'The signature of the identity provider does not fit its certificate. If the provider has a new certificate, an admin has to put it into the settings.',
  status: 'The identity provider did not let you in.',
  issuer:
    'The answer comes from another identity provider than the settings name: the entity ids differ.',
  audience: 'The answer is meant for another service: the audience differs.',
  destination: 'The answer was meant for another address than this one.',
  request:
    'The answer belongs to no sign-in that was begun here in the last ten minutes and under the present settings of the provider, or was used already.',
  time: 'The answer is not valid at this time. If that stays so, the clock of the identity provider is wrong.',
  subject:
    'The answer does not say who you are in a way that lasts: the provider must send a name id that is not transient.',
} as const

export type Problem = keyof typeof refusals

/** Says why an answer is refused, in words of ours alone. */
export class SamlRefusal extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(refusals[problem])
    this.problem = problem
  }
}
