import { constants, readSync, openSync, closeSync } from 'node:fs'
import { open } from 'node:fs/promises'

export type Kind =
  | 'team'
  | 'membership'
  | 'token'
  | 'link'
  | 'mail'
  | 'role'
  | 'page'
  | 'file'

/** Written down before the request is sent. */
export interface Intent {
  readonly n: number
  readonly client: number
  readonly kind: Kind
  /** Undefined for what the server is yet to give an id. */
  readonly object?: string
  /** What the object becomes; null when it is to be gone. */
  readonly value: string | null
  readonly requestId: string
  /** Exactly one row of the audit log carries its request id once it is acknowledged. */
  readonly isAudited: boolean
}

/** Written down after the answer, or after there was none. */
export interface Outcome {
  readonly n: number
  /** `refused` is a definite no, so its effect must not exist; `unknown` may have happened. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown'
  readonly status: number
  readonly id?: string
}

/** Written down while nothing runs: what an object in doubt turned out to be. */
export interface Settled {
  readonly settled: Kind
  readonly object: string
  readonly value: string | null
}

export type Line = Intent | Outcome | Settled

export interface Journal {
  /** Resolves once the line is on the disk. */
  readonly write: (line: Line) => Promise<void>
  /** The lines since the last call, from the file itself. */
  readonly readOn: () => Line[]
  readonly close: () => Promise<void>
}

const { O_APPEND, O_CREAT, O_SYNC, O_WRONLY } = constants

/** An append-only file whose writes return once they are on the disk; those that wait share one. */
export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, O_WRONLY | O_CREAT | O_APPEND | O_SYNC)
  const source = openSync(path, 'r')
  let waiting: { text: string; done: PromiseWithResolvers<void> }[] = []
  let isWriting = false
  let unread = ''

  async function flush(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await file.appendFile(batch.map(({ text }) => text).join(''))
        for (const { done } of batch) done.resolve()
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    isWriting = false
  }

  return {
    async write(line) {
      const done = Promise.withResolvers<void>()
      waiting.push({ text: `${JSON.stringify(line)}\n`, done })
      if (!isWriting) void flush()
      return done.promise
    },
    readOn() {
      const lines = (unread + readRest(source)).split('\n')
      unread = lines.pop() ?? ''
      return lines.map((text): Line => JSON.parse(text))
    },
    async close() {
      await file.close()
      closeSync(source)
    },
  }
}

function readRest(file: number): string {
  const chunks: Buffer[] = []
  for (;;) {
    const chunk = Buffer.alloc(1 << 20)
    const bytes = readSync(file, chunk)
    if (bytes === 0) return Buffer.concat(chunks).toString()
    chunks.push(chunk.subarray(0, bytes))
  }
}
