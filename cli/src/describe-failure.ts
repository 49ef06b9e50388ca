import { CallError } from '@lectern/contract/client.ts'

import { messageOf, Refusal, UsageError } from './failure.ts'

export interface Failure {
  /** The message for people, a line each. */
  readonly lines: readonly string[]
  /** The same failure for programs. */
  readonly error: Readonly<Record<string, unknown>>
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof CallError) return describeCall(error)
  if (error instanceof Error && error.name === 'AbortError') {
    return describeFailure(new Refusal('interrupted', 'Interrupted.'))
  }
  const message = messageOf(error)
  if (error instanceof Refusal) {
    return { lines: [message], error: { reason: error.reason, message, ...error.facts } }
  }
  const reason = error instanceof UsageError ? 'wrong_usage' : 'failed'
  return { lines: [message], error: { reason, message } }
}

function describeCall({
  status,
  reason,
  message,
  details,
  requestId,
}: CallError): Failure {
  const remedy = remediesByReason[reason] ?? remedies[status]
  return {
    lines: [
      remedy === undefined ? message : `${message} ${remedy}`,
      ...details.map((detail) => `  ${detail.path}: ${detail.message}`),
      ...(requestId === undefined ? [] : [`(request ${requestId})`]),
    ],
    error: { status, reason, message, details, requestId },
  }
}

const remediesByReason: Readonly<Record<string, string>> = {
  space_locked: 'Changes of it are proposed: lectern change push <folder> --space <id>.',
}

const remedies: Readonly<Record<number, string>> = {
  0: 'Set LECTERN_URL, or give --url.',
  401: 'Check LECTERN_TOKEN.',
}
