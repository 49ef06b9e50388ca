import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Diagram } from '#/model.ts'
import { byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { singleFlight } from '#/serve/cache/single-flight.ts'
import { Breakers } from '#/serve/reads/breakers.ts'

export interface DiagramSpace {
  readonly organizationId: string
  readonly spaceId: string
}

export type DiagramTheme = 'light' | 'dark'

type Failure = 'invalid' | 'expensive' | 'unavailable'

/** The state of a diagram, as the api knows it. */
export type DiagramState = { readonly id: string } & (
  | { readonly status: 'drawn'; readonly width: number; readonly height: number }
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly failure: Failure }
)

/** The states by source; a source that the api said nothing about is missing. */
export type DiagramStates = ReadonlyMap<string, DiagramState>

export interface Diagrams {
  /** The states of these sources, all of them from content. The api draws those that it lacks. */
  readonly statesOf: (
    of: DiagramSpace,
    sources: readonly string[],
  ) => Promise<DiagramStates>
  /** The SVG of a drawing; undefined if it is gone or the api is away. */
  readonly drawing: (
    of: DiagramSpace,
    id: string,
    theme: DiagramTheme,
  ) => Promise<Buffer | undefined>
  /** The name of a drawing in the URL of a site: only the renderer can make one. */
  readonly nameOf: (siteId: string, of: DiagramName) => string
  readonly read: (siteId: string, name: string) => DiagramName | undefined
}

export interface DiagramName {
  readonly spaceId: string
  readonly id: string
  readonly theme: DiagramTheme
}

export interface DiagramsOptions {
  readonly url: string
  readonly rendererSecret: string
  readonly bytesMax: number
}

/** The most diagrams of one question, as the api bounds it. */
export const diagramsAskedMax = 50

/** How long the renderer waits: a page that knows nothing of its diagrams shows their sources. */
const waitMsMax = 1500
const awayMs = 5000
const drawingMsMax = 5000
/** The api forgets diagrams that nobody asks for, so what is known is asked for again. */
const keptMs = 12 * 60 * 60 * 1000
const drawingBytesMax = 2 * 1024 * 1024
const bytesPerState = 300

export function openDiagrams(options: DiagramsOptions): Diagrams {
  return {
    statesOf: openStates(options),
    drawing: openDrawings(options),
    ...namesOf(options.rendererSecret),
  }
}

function addressOf(url: string, { organizationId, spaceId }: DiagramSpace): string {
  const ids = [organizationId, 'spaces', spaceId, 'diagrams']
  return `${url}/~render/orgs/${ids.map(encodeURIComponent).join('/')}`
}

function openStates({ bytesMax, ...options }: DiagramsOptions): Diagrams['statesOf'] {
  const states = byteLru<{ readonly state: DiagramState; readonly untilMs: number }>(
    bytesMax * 0.2,
  )
  const asking = singleFlight<readonly DiagramState[] | undefined>()
  const breakers = new Breakers(awayMs)

  async function ask(of: DiagramSpace, sources: readonly string[]) {
    if (!breakers.mayTry(of.spaceId)) return undefined
    try {
      const answered = await askForStates(options, of, sources)
      breakers.answered(of.spaceId)
      return answered
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      breakers.failed(isLate ? of.spaceId : undefined)
      return undefined
    }
  }

  return async (of, sources) => {
    const keyOf = (source: string) => `${of.spaceId} ${digestOf(source)}`
    const found = new Map<string, DiagramState>()
    for (const source of sources) {
      const known = states.get(keyOf(source))
      if (known !== undefined && known.untilMs > Date.now()) {
        found.set(source, known.state)
      }
    }
    const unknown = sources.filter((source) => !found.has(source))
    if (unknown.length === 0) return found
    const together = keyOf(JSON.stringify(unknown))
    const answered = (await asking(together, async () => ask(of, unknown))) ?? []
    for (const [at, state] of answered.entries()) {
      const source = unknown[at]
      if (source === undefined) continue
      found.set(source, state)
      if (!isFinal(state)) continue
      const untilMs = Date.now() + keptMs
      states.set(keyOf(source), { state, untilMs }, bytesPerState)
    }
    return found
  }
}

async function askForStates(
  { url, rendererSecret }: Omit<DiagramsOptions, 'bytesMax'>,
  of: DiagramSpace,
  sources: readonly string[],
): Promise<readonly DiagramState[] | undefined> {
  const reply = await fetch(addressOf(url, of), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rendererSecret}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ sources }),
    signal: AbortSignal.timeout(waitMsMax),
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    return undefined
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own api, which knows the renderer by its secret
  const { diagrams } = (await reply.json()) as { diagrams: readonly DiagramState[] }
  return diagrams
}

function openDrawings({
  url,
  rendererSecret,
  bytesMax,
}: DiagramsOptions): Diagrams['drawing'] {
  const drawings = byteLru<{ readonly svg: Buffer; readonly untilMs: number }>(
    bytesMax * 0.8,
  )
  const fetching = singleFlight<Buffer | undefined>()

  async function load(address: string): Promise<Buffer | undefined> {
    const reply = await fetch(address, {
      headers: { authorization: `Bearer ${rendererSecret}` },
      signal: AbortSignal.timeout(drawingMsMax),
    })
    const length = Number(reply.headers.get('content-length') ?? 0)
    if (!reply.ok || length > drawingBytesMax) {
      await reply.body?.cancel()
      return undefined
    }
    return Buffer.from(await reply.arrayBuffer())
  }

  return async (of, id, theme) => {
    const address = `${addressOf(url, of)}/${encodeURIComponent(id)}/${theme}`
    const known = drawings.get(address)
    if (known !== undefined && known.untilMs > Date.now()) return known.svg
    try {
      const svg = await fetching(address, async () => load(address))
      const untilMs = Date.now() + keptMs
      if (svg !== undefined) drawings.set(address, { svg, untilMs }, svg.length)
      return svg
    } catch {
      return known?.svg
    }
  }
}

/** Names of drawings are signed: of what no page of a site shows, nobody can make a name. */
function namesOf(rendererSecret: string): Pick<Diagrams, 'nameOf' | 'read'> {
  const signature = (siteId: string, { spaceId, id }: Omit<DiagramName, 'theme'>) =>
    createHmac('sha256', rendererSecret)
      .update(JSON.stringify(['diagram', siteId, spaceId, id]))
      .digest('base64url')
      .slice(0, 22)
  return {
    nameOf: (siteId, name) =>
      `${name.spaceId}/${name.id}.${signature(siteId, name)}.${name.theme}.svg`,
    read(siteId, name) {
      const [, spaceId, id, given, theme] =
        /^([\w-]{1,128})\/([\w-]{43})\.([\w-]{22})\.(light|dark)\.svg$/.exec(name) ?? []
      if (spaceId === undefined || id === undefined || given === undefined) {
        return undefined
      }
      const expected = Buffer.from(signature(siteId, { spaceId, id }))
      return timingSafeEqual(Buffer.from(given), expected)
        ? { spaceId, id, theme: theme === 'dark' ? 'dark' : 'light' }
        : undefined
    },
  }
}

/** Whether a state stays as it is until the source changes. */
export function isFinal(state: DiagramState | undefined): boolean {
  return (
    state?.status === 'drawn' ||
    (state?.status === 'failed' && state.failure !== 'unavailable')
  )
}

/** A diagram as a page shows it; undefined as long as only its source can be shown. */
export function diagramOf(
  state: DiagramState | undefined,
  hrefOf: (id: string, theme: DiagramTheme) => string,
): Diagram | undefined {
  if (state?.status === 'drawn') {
    const { id, width, height } = state
    return {
      kind: 'drawn',
      width,
      height,
      light: hrefOf(id, 'light'),
      dark: hrefOf(id, 'dark'),
    }
  }
  if (state === undefined) return undefined
  if (state.status !== 'failed') return { kind: 'coming' }
  if (state.failure === 'unavailable') return undefined
  return { kind: 'failed', failure: state.failure }
}
