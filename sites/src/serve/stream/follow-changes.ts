import { readEvents, type StreamEvent } from './read-events.ts'

export interface ChangedSite {
  readonly organization: string
  readonly site: string
  readonly epoch: number
  readonly spaces: Readonly<Record<string, string>>
  /** The public URL of the site, if the api gives one. */
  readonly url?: string
}

export interface ChangesListener {
  onSite(change: ChangedSite): void
  onGone(siteId: string): void
  /** Called when something else is shown of a specification than before. */
  onSpec(organizationId: string, slug: string): void
  /** Called once the full set of sites has arrived: any other site is not published. */
  onReady(siteIds: ReadonlySet<string>): void
  /** Called when the connection is lost: changes are no longer reported. */
  onLost(error: unknown): void
}

export interface FollowOptions {
  readonly url: string
  readonly rendererSecret: string
  readonly listener: ChangesListener
  readonly silenceMsMax?: number
  readonly waitMsFirst?: number
  readonly waitMsMax?: number
}

const silenceMsDefault = 30_000
const waitMsFirstDefault = 100
const waitMsMaxDefault = 5000

/** A connection to the api's stream of changes, made again whenever it ends. */
export class ChangesStream {
  readonly #options: FollowOptions
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #isLive = false
  #failures = 0

  constructor(options: FollowOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Whether caches may be trusted: the stream is connected and the full set has arrived. */
  get isLive(): boolean {
    return this.#isLive
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await this.#listen()
        this.#lost(new Error('The api ended the stream'))
      } catch (error) {
        this.#lost(error)
      }
      await wait(backoffMs(this.#failures, this.#options), signal)
      this.#failures += 1
    }
  }

  #lost(error: unknown): void {
    if (this.#isLive) this.#options.listener.onLost(error)
    this.#isLive = false
  }

  async #listen(): Promise<void> {
    const { url, rendererSecret, silenceMsMax = silenceMsDefault } = this.#options
    const silence = new AbortController()
    const alarm = setTimeout(() => silence.abort(), silenceMsMax)
    try {
      const reply = await fetch(`${url}/~render/stream`, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${rendererSecret}`,
        },
        signal: AbortSignal.any([this.#stopping.signal, silence.signal]),
      })
      if (!reply.ok || reply.body === null) {
        await reply.body?.cancel()
        throw new Error(
          `The api answers ${reply.status} instead of its stream of changes`,
        )
      }
      const seen = new Set<string>()
      for await (const event of readEvents(reply.body, () => alarm.refresh())) {
        this.#take(event, seen)
      }
    } finally {
      clearTimeout(alarm)
    }
  }

  #take({ event, data }: StreamEvent, seen: Set<string>): void {
    const { listener } = this.#options
    if (event === 'ready') {
      this.#failures = 0
      listener.onReady(seen)
      this.#isLive = true
      return
    }
    if (event === 'openapi') {
      const spec = changedSpecIn(JSON.parse(data))
      if (spec !== undefined) listener.onSpec(spec.organization, spec.slug)
      return
    }
    const change =
      event === 'site' || event === 'gone' ? changedSiteIn(JSON.parse(data)) : undefined
    if (change === undefined) return
    if (event === 'gone') {
      seen.delete(change.site)
      listener.onGone(change.site)
    } else {
      if (!this.#isLive) seen.add(change.site)
      listener.onSite(change)
    }
  }
}

export function changedSiteIn(data: unknown): ChangedSite | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is checked below
  const parsed = (data ?? {}) as Partial<ChangedSite>
  if (typeof parsed.site !== 'string') return undefined
  return {
    organization: String(parsed.organization),
    site: parsed.site,
    epoch: Number(parsed.epoch),
    spaces: parsed.spaces ?? {},
    ...(typeof parsed.url === 'string' && { url: parsed.url }),
  }
}

function changedSpecIn(
  data: unknown,
): { readonly organization: string; readonly slug: string } | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is checked
  const { organization, slug } = (data ?? {}) as Record<string, unknown>
  const isNamed = typeof organization === 'string' && typeof slug === 'string'
  return isNamed ? { organization, slug } : undefined
}

/** A pause that grows with each failure, with jitter so that renderers do not reconnect at once. */
function backoffMs(failures: number, options: FollowOptions): number {
  const first = options.waitMsFirst ?? waitMsFirstDefault
  const most = options.waitMsMax ?? waitMsMaxDefault
  return Math.min(first * 2 ** failures, most) * (0.5 + Math.random() / 2)
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
