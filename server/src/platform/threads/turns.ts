import { contentBusy, overloaded } from '#/platform/errors/api-error.ts'

export interface TurnsOptions {
  /** How many tasks may run at once. */
  readonly places: number
  /** How many tasks of one organization may wait, and the bytes of their inputs. */
  readonly waitingMax: number
  readonly waitingBytesMax: number
  readonly waitMsMax: number
}

interface Waiting {
  readonly bytes: number
  readonly start: () => void
  readonly refuse: (error: Error) => void
}

/** The tasks of one organization. */
interface Line {
  running: number
  waitingBytes: number
  readonly waiting: Set<Waiting>
}

/** The bytes that wait for all organizations together, as a multiple of those for one. */
const fullLinesMax = 4

/**
 * Gives places to organizations in turn. One that has a place does not get the last free one, so
 * that another organization finds it free.
 */
export class Turns {
  readonly #options: TurnsOptions
  /** The organization whose turn is longest ago is first. */
  readonly #lines = new Map<string, Line>()
  #free: number
  #waitingBytes = 0

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#free = options.places
  }

  /** Waits for a place, which the caller gives back with the function that it gets. */
  async take(organizationId: string, bytes: number): Promise<() => void> {
    const known = this.#lines.get(organizationId)
    const line = known ?? { running: 0, waitingBytes: 0, waiting: new Set<Waiting>() }
    if (line.waiting.size === 0 && this.#mayStart(line)) {
      return this.#begin(organizationId, line)
    }
    this.#requireRoom(line, bytes)
    this.#lines.set(organizationId, line)
    return this.#wait(organizationId, line, bytes)
  }

  /** Refuses everything that waits. */
  close(): void {
    const all = [...this.#lines.values()].flatMap(({ waiting }) => [...waiting])
    this.#lines.clear()
    for (const waiting of all) waiting.refuse(new Error('The threads are closed'))
  }

  #mayStart({ running }: Line): boolean {
    return this.#free > 1 || (this.#free === 1 && running === 0)
  }

  #begin(organizationId: string, line: Line): () => void {
    this.#free -= 1
    line.running += 1
    this.#lines.delete(organizationId)
    this.#lines.set(organizationId, line)
    return () => {
      this.#free += 1
      line.running -= 1
      this.#forgetIdle(organizationId, line)
      this.#startNext()
    }
  }

  #forgetIdle(organizationId: string, line: Line): void {
    if (line.running + line.waiting.size === 0) this.#lines.delete(organizationId)
  }

  #startNext(): void {
    for (let line = this.#nextLine(); line !== undefined; line = this.#nextLine()) {
      const [first] = line.waiting
      if (first === undefined) return
      this.#leave(line, first)
      first.start()
    }
  }

  /** Of those who wait and may start, one with the fewest running tasks. */
  #nextLine(): Line | undefined {
    const ready = [...this.#lines.values()].filter(
      (line) => line.waiting.size > 0 && this.#mayStart(line),
    )
    const fewest = Math.min(...ready.map(({ running }) => running))
    return ready.find(({ running }) => running === fewest)
  }

  #leave(line: Line, waiting: Waiting): void {
    line.waiting.delete(waiting)
    line.waitingBytes -= waiting.bytes
    this.#waitingBytes -= waiting.bytes
  }

  /** One task of an organization may always wait, whatever its size; more need room. */
  #requireRoom({ waiting, waitingBytes }: Line, bytes: number): void {
    if (waiting.size === 0) return
    const { waitingMax, waitingBytesMax } = this.#options
    if (waiting.size >= waitingMax || waitingBytes + bytes > waitingBytesMax) {
      throw contentBusy(new Error(`${waiting.size} tasks are waiting`))
    }
    if (this.#waitingBytes + bytes > waitingBytesMax * fullLinesMax) {
      throw overloaded(new Error(`${this.#waitingBytes} bytes are waiting`))
    }
  }

  async #wait(organizationId: string, line: Line, bytes: number): Promise<() => void> {
    const { waitMsMax } = this.#options
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // An organization that waits for nobody but others has not filled anything.
        const isOwn = line.running + line.waiting.size > 1
        this.#leave(line, waiting)
        this.#forgetIdle(organizationId, line)
        const cause = new Error(`A task has waited for ${waitMsMax} ms`)
        reject(isOwn ? contentBusy(cause) : overloaded(cause))
      }, waitMsMax)
      const waiting: Waiting = {
        bytes,
        start: () => {
          clearTimeout(timer)
          resolve(this.#begin(organizationId, line))
        },
        refuse: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      line.waiting.add(waiting)
      line.waitingBytes += bytes
      this.#waitingBytes += bytes
    })
  }
}
