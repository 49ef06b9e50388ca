import { byteLru } from '#/serve/cache/byte-lru.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'

/** The id of the site that a URL names, null where no site is, undefined if nobody can say. */
export type SiteIdAt = (url: string) => Promise<string | null | undefined>

export interface SiteIdOptions {
  readonly url: string
  readonly rendererSecret: string
  readonly now?: () => number
}

const waitMsMax = 1000
/** The time for which an answer counts: sites seldom move, and a wrong answer only costs a try. */
const answerMs = 2000
const answerBytesMax = 1_000_000

/** A function that asks the api; callers with the same URL share an answer for a moment. */
export function askForSite(options: SiteIdOptions): SiteIdAt {
  const { url, rendererSecret, now = Date.now } = options
  const answers = byteLru<{ readonly site: string | null; readonly untilMs: number }>(
    answerBytesMax,
  )
  const flight = singleFlight<string | null | undefined>()

  async function ask(asked: string): Promise<string | null | undefined> {
    try {
      const target = `${url}/~render/site-at?url=${encodeURIComponent(asked)}`
      const reply = await fetch(target, {
        headers: { authorization: `Bearer ${rendererSecret}` },
        signal: AbortSignal.timeout(waitMsMax),
      })
      if (!reply.ok) {
        await reply.body?.cancel()
        return undefined
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its only field is checked
      const { site } = (await reply.json()) as { readonly site?: unknown }
      return typeof site === 'string' || site === null ? site : undefined
    } catch {
      return undefined
    }
  }

  return async (asked) => {
    const known = answers.get(asked)
    if (known !== undefined && known.untilMs > now()) return known.site
    const site = await flight(asked, async () => ask(asked))
    if (site !== undefined) answers.set(asked, { site, untilMs: now() + answerMs }, 50)
    return site
  }
}
