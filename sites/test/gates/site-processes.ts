import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { freePort } from '../../../tools/free-port.ts'
import {
  createInstance,
  type Instance,
  type ServerProcess,
} from '../../../server/test/gates/harness/instance.ts'
import {
  type Send,
  senderTo,
} from '../../../server/test/gates/merge-cost/merge-cost-world.ts'
import { spawnSites } from '../../../tools/spawn-sites.ts'
import { untilReady } from '../../../tools/until-ready.ts'

interface SitePage {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The renderer as an operating system process. */
export interface SitesProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly read: (
    target: string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<SitePage>
  /** What it counted so far, by name and label as `/~metrics` prints them. */
  readonly figures: () => Promise<ReadonlyMap<string, number>>
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
}

export interface SitesWorld {
  readonly instance: Instance
  readonly api: ServerProcess
  /** Calls as an administrator. */
  readonly send: Send
  readonly snapshotFolder: string
  readonly startSites: (more?: Readonly<Record<string, string>>) => Promise<SitesProcess>
  /** Another api at the address of the one that was ended. */
  readonly startApiAgain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What browsers send when somebody opens a page. */
export const asBrowser = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
}

/** An api as a process of its own, and renderers beside it that are started one by one. */
export async function createSitesWorld(
  databaseUrl?: string,
  forAll: Readonly<Record<string, string>> = {},
): Promise<SitesWorld> {
  const port = await freePort()
  const settings = { LOG_LEVEL: 'silent', PUBLISH_HOST: `localhost:${port}`, ...forAll }
  const instance = await createInstance(settings, databaseUrl)
  const snapshotFolder = await mkdtemp(path.join(tmpdir(), 'lectern-sites-'))
  const running = new Set<SitesProcess>()
  const api = await instance.startApi()
  const send = senderTo(api.url, instance.sample.tokens.admin)
  const { hostname } = await send('GET', `/orgs/${instance.sample.organization}`)
  const host = `${hostname}.localhost:${port}`
  return {
    instance,
    api,
    send,
    snapshotFolder,
    async startSites(more = {}) {
      const metricsPort = await freePort()
      const child = spawnSites({
        environment: {
          API_URL: api.url,
          SITES_HOST: '127.0.0.1',
          SITES_PORT: String(port),
          SITES_METRICS_PORT: String(metricsPort),
          SNAPSHOT_PATH: snapshotFolder,
          DRAIN_SECONDS: '0',
          LOG_LEVEL: 'silent',
          ...more,
        },
      })
      const sites = sitesProcess(child, { port, host, metricsPort })
      running.add(sites)
      await untilReady([`http://127.0.0.1:${port}/~readyz`], child)
      return sites
    },
    async startApiAgain() {
      await instance.startApi(Number(new URL(api.url).port))
    },
    async close() {
      await Promise.all([...running].map(async (sites) => sites.kill()))
      await instance.close()
      await rm(snapshotFolder, { recursive: true, force: true })
    },
  }
}

interface Address {
  readonly port: number
  readonly host: string
  readonly metricsPort: number
}

function sitesProcess(
  child: ChildProcess,
  { port, host, metricsPort }: Address,
): SitesProcess {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const gone = once(child, 'exit')
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    agent.destroy()
    child.kill(signal)
    await gone
  }
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    read: async (target, headers = {}) =>
      new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port, agent, path: target }
        request({ ...options, headers: { host, ...headers } }, (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const body = Buffer.concat(chunks).toString('utf8')
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body })
          })
        })
          .on('error', reject)
          .end()
      }),
    async figures() {
      const reply = await fetch(`http://127.0.0.1:${metricsPort}/~metrics`)
      const lines = (await reply.text()).split('\n')
      return new Map(
        lines
          .filter((line) => line !== '' && !line.startsWith('#'))
          .map((line) => {
            const at = line.lastIndexOf(' ')
            return [line.slice(0, at), Number(line.slice(at + 1))]
          }),
      )
    },
    stop: async () => end('SIGTERM'),
    kill: async () => end('SIGKILL'),
  }
}

export interface GateSite {
  readonly id: string
  /** Where it begins, with slashes at both ends. */
  readonly base: string
}

/** A site of one space, published. */
export async function publishSpace(
  { instance, send }: Pick<SitesWorld, 'instance' | 'send'>,
  {
    title,
    spaceId,
    ...settings
  }: { title: string; spaceId: string; visibility?: string },
): Promise<GateSite> {
  const sites = `/orgs/${instance.sample.organization}/sites`
  const { id } = await send('POST', sites, { title, spaces: [spaceId], ...settings })
  const { urls } = await send('POST', `${sites}/${id}/publish`)
  return { id, base: new URL(urls.published).pathname }
}

export async function until(
  what: string,
  holds: () => Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come to pass: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
