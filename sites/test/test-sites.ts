import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Assets } from '#/assets/assets.ts'
import { readConfig } from '#/serve/config/config.ts'
import { type RunningSites, startSites } from '#/serve/start-sites.ts'

import { startTestApi, type TestApi, type TestBody } from '../../server/test/test-api.ts'
import { freePort } from '../../tools/free-port.ts'

export interface SiteReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly bytes: Buffer
}

export interface Reader {
  (path: string, options?: ReadOptions): Promise<SiteReply>
}

interface ReadOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Another than that of the sample organization. */
  readonly host?: string
}

export interface TestSites {
  readonly api: TestApi
  readonly sites: RunningSites
  readonly snapshotFolder: string
  readonly host: string
  readonly read: Reader
  /** Ends the renderer and starts another on the same port and folder. */
  readonly restart: (environment?: Record<string, string>) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Enough for pages that are not looked at. */
const noAssets: Assets = {
  styles: ['main.css'],
  scripts: ['main.js'],
  fonts: [],
  icons: { icons: {}, otherNames: {} },
  files: new Map([
    ['main.css', { body: Buffer.from('body{}'), contentType: 'text/css; charset=utf-8' }],
  ]),
}

/** The real api on a database of its own, and the renderer beside it. */
export async function startTestSites(
  environment: Record<string, string> = {},
  assets: Assets = noAssets,
): Promise<TestSites> {
  const port = await freePort()
  const api = await startTestApi({ PUBLISH_HOST: `localhost:${port}`, ...environment })
  const snapshotFolder = await mkdtemp(path.join(tmpdir(), 'lectern-sites-'))
  const start = async (more: Record<string, string> = {}) =>
    startSites(
      readConfig({
        LECTERN_ENV: 'development',
        API_URL: api.url,
        SITES_HOST: '127.0.0.1',
        SITES_PORT: String(port),
        SITES_METRICS_PORT: '0',
        SNAPSHOT_PATH: snapshotFolder,
        DRAIN_SECONDS: '0',
        LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
        FEEDBACK_RATE_LIMIT: '5',
        ...environment,
        ...more,
      }),
      assets,
    )
  let sites = await start()
  const [organization] = await api.rows(
    'select hostname from organization where organization_id = $1',
    [api.organization],
  )
  const host = `${organization.hostname}.localhost:${port}`
  return {
    api,
    get sites() {
      return sites
    },
    snapshotFolder,
    host,
    read: async (target, options = {}) =>
      read(port, options.host ?? host, target, options),
    async restart(more) {
      await sites.stop()
      sites = await start(more)
    },
    async stop() {
      await sites.stop()
      await api.stop().catch(() => undefined)
      await rm(snapshotFolder, { recursive: true, force: true })
    },
  }
}

export interface TestSite {
  readonly id: string
  readonly path: string
  /** Where the site begins, with slashes at both ends. */
  readonly base: string
}

/** A site of these spaces, published. */
export async function publishSite(
  { api }: Pick<TestSites, 'api'>,
  spaces: readonly string[],
  settings: Readonly<Record<string, unknown>> = {},
): Promise<TestSite> {
  const admin = api.as('admin')
  const made = await admin.post(`/orgs/${api.organization}/sites`, {
    title: 'Handbook',
    spaces,
  })
  must(made, 201)
  const target = `/orgs/${api.organization}/sites/${made.body.id}`
  if (Object.keys(settings).length > 0) must(await admin.patch(target, settings), 200)
  const published = await admin.post(`${target}/publish`)
  must(published, 200)
  return {
    id: made.body.id,
    path: target,
    base: new URL(published.body.urls.published).pathname,
  }
}

/** Changes some settings of how a site looks, and leaves the others. */
export async function customize(
  { api }: Pick<TestSites, 'api'>,
  site: Pick<TestSite, 'path'>,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  const admin = api.as('admin')
  const target = `${site.path}/customization`
  const before = await admin.get(target)
  must(before, 200)
  must(await admin.put(target, { ...before.body, ...settings }), 200)
}

export function must(reply: { status: number; body: TestBody }, status: number): void {
  if (reply.status !== status) {
    throw new Error(
      `Expected ${status}, got ${reply.status}: ${JSON.stringify(reply.body)}`,
    )
  }
}

/** Until it holds; a stream needs a moment. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass in time')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function read(
  port: number,
  host: string,
  target: string,
  { method = 'GET', headers = {}, body }: ReadOptions,
): Promise<SiteReply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path: target, headers: { host, ...headers } },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const status = reply.statusCode ?? 0
          resolve({ status, headers: reply.headers, body: bytes.toString('utf8'), bytes })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
