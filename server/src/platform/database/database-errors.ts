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

/** Whether a statement took longer than it may, or would have had to wait for a lock so long. */
export function isOutOfTime(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === '57014' || code === '55P03'
}

export function isDeadlock(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === '40P01' || code === '40001'
}

/**
 * Whether another transaction wrote a row first that this one looked for and did not find: run again,
 * it finds it.
 */
export function isOvertaken(error: unknown): boolean {
  return databaseErrorCode(error) === '23505'
}

/** Whether another session has the lock, or two wait for each other: a retry may succeed. */
export function isLockedOut(error: unknown): boolean {
  return databaseErrorCode(error) === '55P03' || isDeadlock(error)
}

/** A cluster holds a shard while it is moved or split: no other request has anything to do with it. */
export class ShardHeldError extends Error {
  readonly code = '55P03'
}

/** Who waits for a row is told of it, and who waits for a lock by its name has asked for it. */
export function isShardHeld(error: unknown, text: string): boolean {
  if (databaseErrorCode(error) !== '55P03' || !(error instanceof Error)) return false
  const context = 'where' in error ? error.where : undefined
  return context === undefined && !text.includes('advisory')
}

/** Whether the statement did not run because an earlier one of the transaction failed. */
export function isAborted(error: unknown): boolean {
  return databaseErrorCode(error) === '25P02'
}

/**
 * On a cluster the name of a constraint has the number of the shard behind it, and stands only in
 * the message when another node refused the row.
 */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (databaseErrorCode(error) !== '23505' || !(error instanceof Error)) return false
  const named =
    'constraint' in error && typeof error.constraint === 'string'
      ? error.constraint
      : error.message
  return named.split(/\W+/).some((word) => word.replace(/_\d+$/, '') === constraint)
}

/** What Citus has no codes for: a node that was lost, and a shard that was split meanwhile. */
const clusterWords = [
  'could not commit transaction for shard',
  'could not find valid entry for shard',
  // How libpq says that a node closed the connection.
  'server closed the connection unexpectedly',
  'connection not open',
  'no connection to the server',
  'could not receive data from server',
  'could not send data to server',
  'SSL SYSCALL error',
  'SSL connection has been closed',
]

function isOfCluster(error: unknown): boolean {
  if (databaseErrorCode(error) !== 'XX000' || !(error instanceof Error)) return false
  const { message } = error
  return clusterWords.some((words) => message.startsWith(words))
}

/** The answer for a database failure that no feature expects; undefined for a defect. */
export function translateDatabaseError(error: unknown): ApiError | undefined {
  const code = databaseErrorCode(error)
  if (error instanceof ShardHeldError) return databaseUnavailable(error)
  if (code !== undefined && contended.has(code)) return busy(error)
  if (code !== undefined && badText.has(code)) return invalidText('some field')
  const isAway = code !== undefined && unavailable.has(code)
  if (isAway || isConnectionFailure(error) || isOfCluster(error)) {
    return databaseUnavailable(error)
  }
  return undefined
}
