/** The interval after a failure in which one call tries the api again; the others fail at once. */
const awayMsDefault = 500
const sitesMax = 5000

/**
 * Which calls of the api are worth a try. An answer that fails or is late says something about its
 * own site only; an api that cannot be reached is away for all.
 */
export class Breakers {
  readonly #awayMs: number
  #allUntilMs = 0
  /** Only sites whose last call has failed. */
  readonly #sites = new Map<string, number>()

  constructor(awayMs = awayMsDefault) {
    this.#awayMs = awayMs
  }

  /** Whether to call the api for a site. One caller in each interval may. */
  mayTry(site: string): boolean {
    const nowMs = Date.now()
    const untilMs = Math.max(this.#allUntilMs, this.#sites.get(site) ?? 0)
    if (nowMs < untilMs) return false
    if (this.#allUntilMs > 0) this.#allUntilMs = nowMs + this.#awayMs
    if (this.#sites.has(site)) this.#sites.set(site, nowMs + this.#awayMs)
    return true
  }

  answered(site: string): void {
    this.#allUntilMs = 0
    this.#sites.delete(site)
  }

  /** Notes a failure for one site, or without a site for all. */
  failed(site?: string): void {
    const untilMs = Date.now() + this.#awayMs
    if (site === undefined) {
      this.#allUntilMs = untilMs
      return
    }
    // A site that is forgotten is tried once more.
    if (this.#sites.size >= sitesMax) this.#sites.clear()
    this.#sites.set(site, untilMs)
  }
}
