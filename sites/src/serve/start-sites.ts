import type { AddressInfo } from 'node:net'

import type { Assets } from '#/assets/assets.ts'
import { provideIcons } from '#/icons/icon-set.ts'
import { errorStyleHash } from '#/shell/error-style.ts'
import { themeScriptHash } from '#/shell/theme-script.ts'

import type { Config } from './config/config.ts'
import { readForwarded } from './http/forwarded.ts'
import { rateLimit } from './http/rate-limit.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type Logger, openLogger } from './logging.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { Bodies } from './pages/bodies.ts'
import { Composer } from './pages/composer.ts'
import { createCustomFonts, type CustomFonts } from './pages/custom-fonts.ts'
import { createHotPages } from './pages/hot-pages.ts'
import { createReadings } from './pages/readings.ts'
import { createThemes } from './pages/theme.ts'
import { askForSite } from './places/ask-for-site.ts'
import { type BeginVisit, beginVisits } from './places/begin-visit.ts'
import { Locator } from './places/locate.ts'
import { SiteRegistry } from './places/registry.ts'
import { type Api, openApi } from './reads/api.ts'
import { askForBodies } from './reads/body-changes.ts'
import { openFileParts } from '#/serve/reads/file-parts.ts'
import { type ApiPartsReader, openApiParts } from './reads/api-parts.ts'
import { type Diagrams, openDiagrams } from './reads/diagrams.ts'
import { type Library, openLibrary } from './reads/library.ts'
import { isPublic } from './reads/scope.ts'
import { Serving } from './routes/serve-request.ts'
import { siteHeaders } from './routes/site-headers.ts'
import { buildMetricsServer, buildServer } from './server.ts'
import { Capture } from './snapshot/capture.ts'
import { openSnapshotStore, type SnapshotStore } from './snapshot/snapshot-store.ts'
import { ChangesStream } from './stream/follow-changes.ts'
import { changesOnly, listenerOf } from './stream/listener.ts'
import { openReports, type Reports } from './reports/reports.ts'
import { ReadAhead } from './stream/read-ahead.ts'
import { SiteCheck } from './stream/site-check.ts'

export interface RunningSites {
  readonly url: string
  readonly port: number
  readonly metrics: Metrics
  /** Whether the stream of changes is connected. */
  readonly isLive: () => boolean
  /** Resolves once every scheduled capture of a site has ended. */
  readonly snapshotIdle: () => Promise<void>
  /** Sends to the api what readers did, without waiting for the time to. */
  readonly reportsSent: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Shares of the memory for caches. Sites are those for everybody, audiences the same as single
 * audiences see them, reads the content that was read, readings the content prepared for pages.
 */
const shares = {
  sites: 0.08,
  audiences: 0.04,
  reads: 0.21,
  apiParts: 0.02,
  readings: 0.13,
  bodies: 0.16,
  parts: 0.1,
  diagrams: 0.02,
  hot: 0.2,
  fonts: 0.04,
}

/** The prints that one address may request in a minute: the largest has a hundred documents. */
const pdfsPerMinute = 20

/** The members who may come back from signing in to one address in a minute: a whole office. */
const entriesPerMinute = 60

/** The views that one address may report in a minute: many readers may share one. */
const viewsPerMinute = 600

export async function startSites(config: Config, assets: Assets): Promise<RunningSites> {
  const log = openLogger(config.LOG_LEVEL)
  provideIcons(assets.icons)
  const metrics = createMetrics()
  const store = await openSnapshotStore({
    folder: config.SNAPSHOT_PATH,
    bytesMax: config.SNAPSHOT_BYTES_MAX,
    metrics,
    onFailure: (error) => log.error({ err: error }, 'snapshot failed'),
  })
  const source = { url: config.API_URL, rendererSecret: config.RENDERER_SECRET }
  const api = openApi({ ...source, metrics })
  const bodiesSince = askForBodies(source)
  const diagrams = openDiagrams({
    ...source,
    bytesMax: config.CACHE_BYTES_MAX * shares.diagrams,
  })
  const reads = { api, bodiesSince, snapshot: store }
  const library = openLibrary({
    ...reads,
    bytesMax: config.CACHE_BYTES_MAX * shares.reads,
  })
  const registry = new SiteRegistry(config.CACHE_BYTES_MAX * shares.sites)
  let stream: ChangesStream | undefined
  const isLive = () => stream?.isLive === true
  const { apiParts, archivedParts } = apiPartsOf(config, { api, source, store, isLive })
  const customFonts = createCustomFonts({
    ...source,
    bytesMax: config.CACHE_BYTES_MAX * shares.fonts,
    snapshot: store,
  })
  const capture = new Capture({
    library,
    archivist: openLibrary({ ...reads, bytesMax: 0, waitsForDisk: true }),
    apiParts: archivedParts,
    store,
    customFonts,
    onFailure: (error) => log.error({ err: error }, 'snapshot failed'),
  })
  const locator = locatorOf(config, { api, registry, capture, isLive })
  const ahead = readAhead({ capture, locator, log })
  const heard = { registry, locator, ahead, capture, apiParts, metrics, log }
  const listener = listenerOf(heard)
  stream = new ChangesStream({ ...source, listener })
  const check = new SiteCheck({ ...source, listener: changesOnly(listener, registry) })
  addGauges(metrics, { store, registry, isLive })
  const reports = reportsOf(config, { api, metrics })
  const serving = servingOf(config, {
    api,
    beginVisit: beginVisits(source),
    reports,
    library,
    diagrams,
    apiParts,
    locator,
    check,
    capture,
    store,
    customFonts,
    assets,
    metrics,
    log,
  })
  const parts = { serving, reports, assets, diagrams, metrics, log, stream }
  return listen(config, { ...parts, ahead, capture, isLive })
}

/** What reads parts of specifications for pages, and what puts them on disk. */
function apiPartsOf(
  config: Config,
  {
    api,
    source,
    store,
    isLive,
  }: Pick<Parts, 'api' | 'store'> & {
    readonly source: Parameters<typeof openFileParts>[0]
    readonly isLive: () => boolean
  },
) {
  const reads = { api, fileParts: openFileParts(source), snapshot: store, isLive }
  const bytesMax = config.CACHE_BYTES_MAX * shares.apiParts
  return {
    apiParts: openApiParts({ ...reads, bytesMax }),
    archivedParts: openApiParts({ ...reads, bytesMax: 0, waitsForDisk: true }),
  }
}

function reportsOf(
  config: Config,
  { api, metrics }: Pick<Parts, 'api' | 'metrics'>,
): Reports {
  const isOn = config.READER_REPORTS === 'on'
  return openReports({ api, metrics, isOn, secret: config.RENDERER_SECRET })
}

function locatorOf(
  config: Config,
  {
    api,
    registry,
    capture,
    isLive,
  }: Pick<Parts, 'api' | 'capture'> & Pick<Measured, 'registry' | 'isLive'>,
): Locator {
  return new Locator({
    api,
    registry,
    isLive,
    onOpened: (held) => capture.want(held),
    siteIdAt: askForSite({
      url: config.API_URL,
      rendererSecret: config.RENDERER_SECRET,
    }),
    bytesMax: config.CACHE_BYTES_MAX * shares.audiences,
    keptAt: async (origin, path) => capture.at(origin, path),
  })
}

function readAhead({
  capture,
  locator,
  log,
}: Pick<Parts, 'capture' | 'locator' | 'log'>): ReadAhead {
  return new ReadAhead({
    async open(url) {
      await capture.hasRoom()
      await locator.open(url)
    },
    onFailure: (error) => log.warn({ err: error }, 'site not read ahead'),
  })
}

interface Measured {
  readonly store: SnapshotStore
  readonly registry: SiteRegistry
  readonly isLive: () => boolean
}

function addGauges(metrics: Metrics, { store, registry, isLive }: Measured): void {
  metrics.gauge(
    'lectern_sites_snapshot_bytes',
    'Bytes of sites on disk',
    () => store.bytes,
  )
  metrics.gauge('lectern_sites_held', 'Sites in memory', () => registry.size)
  metrics.gauge('lectern_sites_held_bytes', 'Bytes of these', () => registry.bytes)
  metrics.gauge('lectern_sites_stream_live', 'Whether changes are heard of', () =>
    Number(isLive()),
  )
}

interface Parts {
  readonly api: Api
  readonly beginVisit: BeginVisit
  readonly reports: Reports
  readonly library: Library
  readonly diagrams: Diagrams
  readonly apiParts: ApiPartsReader
  readonly locator: Locator
  readonly check: SiteCheck
  readonly capture: Capture
  readonly store: SnapshotStore
  readonly customFonts: CustomFonts
  readonly assets: Assets
  readonly metrics: Metrics
  readonly log: Logger
}

function servingOf(config: Config, parts: Parts): Serving {
  const { api, reports, library, diagrams, apiParts, locator, check, capture } = parts
  const { store, customFonts, assets, metrics, log } = parts
  const bytes = config.CACHE_BYTES_MAX
  const filesOrigin = new URL(config.FILES_URL).origin
  const readings = createReadings(library, bytes * shares.readings)
  const themes = createThemes(assets.fonts)
  const bodies = new Bodies({
    library,
    readings,
    diagrams,
    apiParts,
    metrics,
    sendsRequests: config.OPENAPI_PROXY === 'on',
    bytesMax: bytes * shares.bodies,
  })
  const bytesMax = bytes * shares.parts
  const composer = new Composer({ assets, bodies, themes, metrics, bytesMax })
  const hotPages = createHotPages(bytes * shares.hot)
  metrics.gauge(
    'lectern_sites_hot_bytes',
    'Bytes of whole pages in memory',
    () => hotPages.bytes,
  )
  const forwarded = readForwarded({
    proxies: config.TRUSTED_PROXIES,
    hostHeader: config.SITES_HOST_HEADER,
  })
  metrics.gauge('lectern_sites_hot_pages', 'Whole pages in memory', () => hotPages.size)
  return new Serving({
    tools: {
      api,
      library,
      diagrams,
      apiParts,
      readings,
      composer,
      themes,
      customFonts,
      assets,
      ...limitsOf(config),
      reports,
    },
    locator,
    check,
    keptOf: async (held) => capture.keptOf(held),
    beginVisit: parts.beginVisit,
    onRead({ site: { scope } }) {
      if (isPublic(scope)) store.use(scope.siteId)
    },
    hotPages,
    headers: siteHeaders({
      filesOrigin,
      themeScriptHash,
      errorStyleHash,
      sharedCacheSeconds: config.SHARED_CACHE_SECONDS,
      decidedBy: forwarded.decidedBy,
    }),
    forwarded,
    metrics,
    log,
    isDevelopment: config.LECTERN_ENV === 'development',
  })
}

/** What one network address may do in a minute. */
function limitsOf(config: Config) {
  return {
    feedbackLimit: rateLimit(config.FEEDBACK_RATE_LIMIT),
    searchLimit: rateLimit(config.SEARCH_RATE_LIMIT),
    pdfLimit: rateLimit(pdfsPerMinute),
    seenLimit: rateLimit(viewsPerMinute),
    enterLimit: rateLimit(entriesPerMinute),
    ...(config.OPENAPI_PROXY === 'on' && {
      tryLimit: rateLimit(config.OPENAPI_PROXY_RATE_LIMIT),
    }),
  }
}

interface Listening {
  readonly serving: Serving
  readonly reports: Reports
  readonly assets: Assets
  readonly diagrams: Diagrams
  readonly metrics: Metrics
  readonly log: Logger
  readonly stream: ChangesStream
  readonly ahead: ReadAhead
  readonly capture: Capture
  readonly isLive: () => boolean
}

async function listen(config: Config, parts: Listening): Promise<RunningSites> {
  const { serving, reports, assets, diagrams, metrics, log, stream, ahead } = parts
  const { capture, isLive } = parts
  let isDraining = false
  const server = buildServer({
    config,
    serve: async (request, reply) => serving.serve(request, reply),
    isDraining: () => isDraining,
    guards: securityHeaders({
      filesOrigin: new URL(config.FILES_URL).origin,
      themeScriptHash,
      errorStyleHash,
      isHttps: false,
    }),
    print: {
      apiUrl: config.API_URL,
      rendererSecret: config.RENDERER_SECRET,
      filesOrigin: new URL(config.FILES_URL).origin,
      assets,
      diagrams,
      log,
    },
  })
  const figures = buildMetricsServer(metrics)
  const url = await server.listen({ host: config.SITES_HOST, port: config.SITES_PORT })
  await figures.listen({
    host: config.SITES_METRICS_HOST,
    port: config.SITES_METRICS_PORT,
  })
  log.info({ url }, 'sites listens')
  return {
    url,
    port: portOf(server.server.address()),
    metrics,
    isLive,
    snapshotIdle: async () => capture.idle(),
    reportsSent: async () => reports.flush(),
    async stop() {
      isDraining = true
      await new Promise((resolve) => setTimeout(resolve, config.DRAIN_SECONDS * 1000))
      ahead.stop()
      capture.stop()
      await stream.stop()
      setTimeout(() => server.server.closeAllConnections(), closeMsMax).unref()
      await server.close()
      await reports.stop()
      await figures.close()
    },
  }
}

const closeMsMax = 10_000

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
