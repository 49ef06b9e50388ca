import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { type DemoOptions, publishDemo } from './demo-site.ts'
import { untilReady } from './until-ready.ts'

const attemptsMax = 5

interface DemoPlaces extends DemoOptions {
  /** The address of the renderer, at which every site can be asked for. */
  readonly sitesUrl: string
  /** How long an attempt waits until the renderer serves the demo. */
  readonly servedMsMax?: number
}

/**
 * Makes the demo once api and renderer are ready, and waits until readers get it. While sources are
 * saved both restart, so what fails is tried again.
 */
export async function makeDemo(
  places: DemoPlaces,
  onFailure: (error: unknown) => void,
): Promise<string> {
  const { url, sitesUrl, servedMsMax = 60_000 } = places
  for (let attempt = 1; ; attempt += 1) {
    try {
      await untilReady([`${url}/readyz`, `${sitesUrl}/~readyz`])
      const demo = await publishDemo(places)
      await untilServed(demo, sitesUrl, servedMsMax)
      return demo
    } catch (error) {
      if (attempt === attemptsMax) throw error
      onFailure(error)
      await sleep(attempt * 1000)
    }
  }
}

async function untilServed(
  demo: string,
  sitesUrl: string,
  servedMsMax: number,
): Promise<void> {
  const deadline = Date.now() + servedMsMax
  for (;;) {
    const status = await statusOf(demo, sitesUrl)
    if (status === 200) return
    if (Date.now() > deadline) {
      throw new Error(`The renderer answers ${status ?? 'nothing'} for ${demo}`)
    }
    await sleep(100)
  }
}

/** Names below localhost are not known to every system, so the renderer itself is asked. */
async function statusOf(demo: string, sitesUrl: string): Promise<number | undefined> {
  const { host, pathname } = new URL(demo)
  return new Promise((resolve) => {
    request(new URL(pathname, sitesUrl), { headers: { host } }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
      .on('error', () => resolve(undefined))
      .end()
  })
}
