/** The error for a command line that cannot be understood; its exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface RefusalOptions extends ErrorOptions {
  readonly facts?: Readonly<Record<string, unknown>>
  readonly exitCode?: number
}

/** The error for a command that cannot be done; the message says what to do about it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: string
  /** The exit code of the command: 1, except where scripts can use a more exact code. */
  readonly exitCode: number
  /** Further facts for programs, such as the conflicts. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(
    reason: string,
    message: string,
    { facts = {}, exitCode = 1, ...options }: RefusalOptions = {},
  ) {
    super(message, options)
    this.reason = reason
    this.exitCode = exitCode
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
