/** Asked for in a way that cannot be understood; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Cannot be done, and the message says what to do about it; exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: string
  /** What a program would want to know besides. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(
    reason: string,
    message: string,
    { facts = {}, ...options }: ErrorOptions & { facts?: Record<string, unknown> } = {},
  ) {
    super(message, options)
    this.reason = reason
    this.facts = facts
  }
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(messageOf).join('; ')
  }
  const message = error.message === '' ? error.name : error.message
  return error.cause === undefined ? message : `${message}: ${messageOf(error.cause)}`
}
