import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

// Pino writes lines in batches; those of a quiet process must not wait for a full batch.
const flushEveryMs = 250

/**
 * A logger that writes JSON lines. Callers pass constant messages and neither paths nor queries of
 * requests: both can hold the secret that lets a reader in.
 */
export function openLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { component: 'sites' },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [
        '*.token',
        '*.secret',
        '*.jwt',
        '*.shareKey',
        '*.cookie',
        '*.authorization',
      ],
      serializers: { err: withoutSecrets },
    },
    destination ??
      pino.destination({
        fd: 1,
        sync: false,
        minLength: 4096,
        periodicFlush: flushEveryMs,
      }),
  )
}

/** The names of an error and its causes, with their messages and stacks `redacted`. */
function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'Not an error' }
  return {
    type: error.name,
    message: redacted(error.message),
    stack: redacted(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: withoutSecrets(error.cause) }),
  }
}

/** The text without tokens (parts with dots), values of queries and share keys (24 characters). */
export function redacted(text: string): string {
  return text
    .replaceAll(/(?<![\w-])[\w-]{3,}\.[\w-]{3,}\.[\w-]{16,}/g, '[token]')
    .replaceAll(/([?&][\w-]+=)[^&\s"']+/g, '$1[value]')
    .replaceAll(/\/[A-Za-z0-9_-]{24}(?=[/\s"'?#]|$)/g, '/[key]')
}
