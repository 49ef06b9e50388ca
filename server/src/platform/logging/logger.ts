import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

// Lines are written in batches; those of a quiet process must not wait until a batch is full.
const flushEveryMs = 250

/** A logger of JSON lines with constant messages; redacts fields named for tokens and secrets. */
export function openLogger(
  level: string,
  component: string,
  destination?: DestinationStream,
): Logger {
  return pino(
    {
      level,
      base: { component },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [
        'req.headers.authorization',
        'req.headers.cookie',
        'headers.authorization',
        'headers.cookie',
        'headers["set-cookie"]',
        'res.headers["set-cookie"]',
        '*.cookie',
        '*.token',
        '*.secret',
      ],
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
