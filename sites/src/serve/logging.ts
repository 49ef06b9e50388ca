import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

// Pino writes lines in batches; those of a quiet process must not wait for a full batch.
const flushEveryMs = 250

/**
 * JSON lines with constant messages. Paths are logged for public sites only, and queries never:
 * both can hold the secret that lets a reader in.
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

/** The messages and stacks of an error and its causes, without the data of the request. */
function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'Not an error' }
  return {
    type: error.name,
    message: redacted(error.message),
    stack: redacted(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: withoutSecrets(error.cause) }),
  }
}

/** Removes tokens, with dots between long parts, and share keys, 24 characters after a slash. */
export function redacted(text: string): string {
  return text
    .replaceAll(/[\w-]{3,}\.[\w-]{3,}\.[\w-]{16,}/g, '[token]')
    .replaceAll(/([?&][\w-]+=)[^&\s"']+/g, '$1[value]')
    .replaceAll(/\/[A-Za-z0-9_-]{24}(?=[/\s"'?#]|$)/g, '/[key]')
}
