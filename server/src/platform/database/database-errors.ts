import {
  type ApiError,
  busy,
  databaseUnavailable,
  invalidText,
} from '#/platform/errors/api-error.ts'

const unavailable = new Set([
  '57014', // statement timeout
  '57P01', // terminated by an administrator
  '57P02',
  '57P03',
  '53300', // too many connections
  '25006', // a standby answered
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])
const contended = new Set(['40001', '40P01', '55P03'])
const badText = new Set(['22021', '22P05'])

const connectionWords =
  /connection (terminated|ended|closed|error)|timeout expired|timeout exceeded when trying to connect|not queryable|client was closed/i

export function databaseErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

export function isConnectionFailure(error: unknown): boolean {
  const code = databaseErrorCode(error)
  if (code !== undefined) return code !== '57014' && unavailable.has(code)
  return error instanceof Error && connectionWords.test(error.message)
}

export function isDeadlock(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === '40P01' || code === '40001'
}

/** Whether another session has the lock, or two wait for each other: a retry may succeed. */
export function isLockedOut(error: unknown): boolean {
  return databaseErrorCode(error) === '55P03' || isDeadlock(error)
}

/** Whether the statement did not run because an earlier one of the transaction failed. */
export function isAborted(error: unknown): boolean {
  return databaseErrorCode(error) === '25P02'
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    databaseErrorCode(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    error.constraint === constraint
  )
}

/** The answer for a database failure that no feature expects; undefined for a defect. */
export function translateDatabaseError(error: unknown): ApiError | undefined {
  const code = databaseErrorCode(error)
  if (code !== undefined && contended.has(code)) return busy(error)
  if (code !== undefined && badText.has(code)) return invalidText('some field')
  if ((code !== undefined && unavailable.has(code)) || isConnectionFailure(error)) {
    return databaseUnavailable(error)
  }
  return undefined
}
