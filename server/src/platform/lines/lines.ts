import { tooManyAtOnce } from '#/platform/errors/api-error.ts'

export interface LinesOptions {
  /** How many of one line may go on at the same time. */
  readonly places: number
  readonly waitingMax: number
  readonly waitMsMax: number
}

interface Waiting {
  readonly start: () => void
}

interface Line {
  running: number
  readonly waiting: Set<Waiting>
}

/**
 * Lets only so many of one caller or organization go on at the same time; the others wait in their
 * own line, which nobody else stands in, and are refused with a 429 where that line is full.
 */
export class Lines {
  readonly #options: LinesOptions
  readonly #lines = new Map<string, Line>()

  constructor(options: LinesOptions) {
    this.#options = options
  }

  /** A place now, or undefined where the line is full; the caller gives it back by the function. */
  takeNow(name: string): (() => void) | undefined {
    const line = this.#lines.get(name) ?? { running: 0, waiting: new Set<Waiting>() }
    if (line.running >= this.#options.places) return undefined
    this.#lines.set(name, line)
    return this.#begin(name, line)
  }

  /** Waits for a place, which the caller gives back by the function. */
  async take(name: string): Promise<() => void> {
    const giveBack = this.takeNow(name)
    if (giveBack !== undefined) return giveBack
    const line = this.#lines.get(name)
    const { waitingMax, waitMsMax } = this.#options
    // Where nobody has a place, the line has just ended.
    if (line === undefined) return this.take(name)
    if (line.waiting.size >= waitingMax) {
      throw tooManyAtOnce(new Error(`${line.waiting.size} are waiting`))
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.delete(waiting)
        reject(tooManyAtOnce(new Error(`One has waited for ${waitMsMax} ms`)))
      }, waitMsMax)
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer)
          resolve(this.#begin(name, line))
        },
      }
      line.waiting.add(waiting)
    })
  }

  /** Does something in a place, for which it waits. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const giveBack = await this.take(name)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  #begin(name: string, line: Line): () => void {
    line.running += 1
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      line.running -= 1
      const [next] = line.waiting
      if (next !== undefined) {
        line.waiting.delete(next)
        next.start()
      } else if (line.running === 0) {
        this.#lines.delete(name)
      }
    }
  }
}
