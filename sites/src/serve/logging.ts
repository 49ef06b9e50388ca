import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

// Lines are written in packs; those of a quiet process must not wait until a pack is full.
const flushEveryMs = 250

/**
 * JSON lines with constant messages. A path is logged of public sites only, and a query never: both
 * can hold the secret that lets a reader in.
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

/** The chain of messages and where they came from; never what a request was sent with. */
function withoutSecrets(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'Not an error' }
  return {
    type: error.name,
    message: redacted(error.message),
    stack: redacted(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: withoutSecrets(error.cause) }),
  }
}

/** Tokens of readers have dots between long parts; share keys are 24 characters after a slash. */
export function redacted(text: string): string {
  return text
    .replaceAll(/[\w-]{3,}\.[\w-]{3,}\.[\w-]{16,}/g, '[token]')
    .replaceAll(/([?&][\w-]+=)[^&\s"']+/g, '$1[value]')
    .replaceAll(/\/[A-Za-z0-9_-]{24}(?=[/\s"'?#]|$)/g, '/[key]')
}
