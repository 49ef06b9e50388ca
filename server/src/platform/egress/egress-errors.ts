/** The rule by which a URL, an answer or a request was refused. */
export type RefusalReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'header'
  | 'redirects'
  | 'size'
  | 'encoding'

/** The error of a request that the rules forbid. It never reveals the address of a name. */
export class EgressRefused extends Error {
  override readonly name = 'EgressRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The error of an exchange that, redirects included, did not end in time. */
export class EgressTimeout extends Error {
  override readonly name = 'EgressTimeout'

  constructor(timeoutMs: number) {
    super(`No complete answer within ${timeoutMs} ms`)
  }
}

/** The error when the name, the connection or the answer failed, or the caller gave up. */
export class EgressFailed extends Error {
  override readonly name = 'EgressFailed'
}

export function asEgressError(error: unknown): Error {
  if (
    error instanceof EgressRefused ||
    error instanceof EgressTimeout ||
    error instanceof EgressFailed
  ) {
    return error
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new EgressFailed(`The request failed${code}`, { cause: error })
}
