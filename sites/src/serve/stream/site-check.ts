import { changedSiteIn, type ChangesListener } from './follow-changes.ts'

export interface SiteCheckOptions {
  readonly url: string
  readonly rendererSecret: string
  readonly listener: Pick<ChangesListener, 'onSite' | 'onGone'>
}

interface Checking {
  readonly running: Promise<void>
  /** The check for callers that came after `running` began, which starts when that ends. */
  next: Promise<void> | undefined
}

interface OfSite {
  readonly organizationId: string
  readonly siteId: string
}

/** The longest time that a reader waits for a check: the stream is seldom slower than that. */
const waitMsMax = 500

/**
 * Asks the api for the current state of a site. A running answer may predate a new caller, so all
 * callers meanwhile share the next one: many readers at once cost two requests.
 */
export class SiteCheck {
  readonly #options: SiteCheckOptions
  readonly #checking = new Map<string, Checking>()

  constructor(options: SiteCheckOptions) {
    this.#options = options
  }

  /** Tells the listener the current state of a site; rejects when the api does not answer. */
  async confirm(of: OfSite): Promise<void> {
    const current = this.#checking.get(of.siteId)
    if (current === undefined) return this.#begin(of)
    current.next ??= current.running.then(
      async () => this.#begin(of),
      async () => this.#begin(of),
    )
    return current.next
  }

  async #begin(of: OfSite): Promise<void> {
    const running = this.#ask(of)
    const checking: Checking = { running, next: undefined }
    this.#checking.set(of.siteId, checking)
    try {
      await running
    } finally {
      if (this.#checking.get(of.siteId) === checking && checking.next === undefined) {
        this.#checking.delete(of.siteId)
      }
    }
  }

  async #ask({ organizationId, siteId }: OfSite): Promise<void> {
    const { url, rendererSecret, listener } = this.#options
    const target = `${url}/~render/orgs/${encodeURIComponent(organizationId)}/sites/${encodeURIComponent(siteId)}`
    const reply = await fetch(target, {
      headers: { authorization: `Bearer ${rendererSecret}` },
      signal: AbortSignal.timeout(waitMsMax),
    })
    const text = await reply.text()
    if (!reply.ok) {
      throw new Error(`The api answers ${reply.status} to what a site is now`)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is checked
    const { name, data } = JSON.parse(text) as { name?: unknown; data?: unknown }
    if (name === 'gone') return listener.onGone(siteId)
    const change = changedSiteIn(data)
    if (change !== undefined) listener.onSite(change)
  }
}
