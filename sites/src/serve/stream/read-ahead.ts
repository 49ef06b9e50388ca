export interface ReadAheadOptions {
  readonly open: (url: string) => Promise<void>
  readonly onFailure: (error: unknown) => void
}

const atOnce = 4

/**
 * Opens sites before anybody asks for them, a few at a time: the stream starts with all at once.
 */
export class ReadAhead {
  readonly #options: ReadAheadOptions
  readonly #waiting = new Set<string>()
  #opening = 0

  constructor(options: ReadAheadOptions) {
    this.#options = options
  }

  want(url: string): void {
    this.#waiting.add(url)
    this.#next()
  }

  stop(): void {
    this.#waiting.clear()
  }

  #next(): void {
    for (const url of this.#waiting) {
      if (this.#opening >= atOnce) return
      this.#waiting.delete(url)
      this.#opening += 1
      void this.#open(url)
    }
  }

  async #open(url: string): Promise<void> {
    try {
      await this.#options.open(url)
    } catch (error) {
      // There is no retry: the next change, a new stream or a reader opens the site again.
      this.#options.onFailure(error)
    }
    this.#opening -= 1
    this.#next()
  }
}
