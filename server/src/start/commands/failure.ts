import { ConfigError } from '#/platform/config/config.ts'
import {
  databaseErrorCode,
  isConnectionFailure,
} from '#/platform/database/database-errors.ts'

/** The lines for an operator, each with a failure and, if known, what to do about it. */
export function describeFailure(error: unknown): string[] {
  if (error instanceof ConfigError) return error.message.split('\n')
  const remedy = databaseRemedy(error)
  const reason = reasonOf(error)
  return [oneLine(remedy === undefined ? reason : `${reason}. ${remedy}.`)]
}

/** The message with its causes; some network errors have theirs in a list and no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(reasonOf).join('; ')
  }
  const message = error.message === '' ? error.name : error.message
  return error.cause === undefined ? message : `${message}: ${reasonOf(error.cause)}`
}

const remedies: Readonly<Record<string, string>> = {
  '28P01': 'The database refused the password in DATABASE_URL',
  '28000': 'The database refused the user in DATABASE_URL',
  '3D000': 'Create the database that DATABASE_URL names',
  '42P01': 'Run "lectern-server migrate"',
  '42501':
    'Grant the user in DATABASE_URL the right, or use the owner of the schema for this command',
  '25006': 'DATABASE_URL leads to a standby; point it to the primary',
  EADDRINUSE:
    'Stop the other process, or set PORT and METRICS_PORT (with "start all", the worker has the port after it) to free ports',
  EACCES: 'Set PORT to one above 1023, or give the process the right',
  ENOTFOUND: 'Check the host names in the settings',
}

export function databaseRemedy(error: unknown): string | undefined {
  const code = codeOf(error)
  if (code !== undefined && code in remedies) return remedies[code]
  return isConnectionFailure(error) || code === 'ECONNREFUSED'
    ? 'Check DATABASE_URL and that PostgreSQL runs'
    : undefined
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  const code = databaseErrorCode(error)
  return code === undefined && error instanceof Error && error.cause !== undefined
    ? codeOf(error.cause)
    : code
}

export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('..', '.')
}
