/** A body of this many bytes or fewer is read at once: it takes less time than a turn. */
const smallBytesMax = 256 * 1024

interface Waiting {
  readonly read: () => void
}

/**
 * Reads large bodies one after another, callers in turn. The thread that reads them answers
 * everybody: after each it has as long for others as the reading took.
 */
export class LargeBodies {
  /** Those who wait, by caller; the one whose turn is longest ago is first. */
  readonly #lines = new Map<string, Waiting[]>()
  #isBusy = false

  /** Calls `read` now, or when it is the caller's turn. */
  take(caller: string, bytes: number, read: () => void): void {
    if (bytes <= smallBytesMax) {
      read()
      return
    }
    const line = this.#lines.get(caller)
    if (line === undefined) this.#lines.set(caller, [{ read }])
    else line.push({ read })
    if (!this.#isBusy) this.#next()
  }

  #next(): void {
    const [first] = this.#lines
    this.#isBusy = first !== undefined
    if (first === undefined) return
    const [caller, line] = first
    const [next, ...rest] = line
    this.#lines.delete(caller)
    if (rest.length > 0) this.#lines.set(caller, rest)
    const startedMs = performance.now()
    try {
      next?.read()
    } finally {
      setTimeout(() => this.#next(), performance.now() - startedMs)
    }
  }
}
