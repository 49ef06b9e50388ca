import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { webKey } from '@lectern/content/website/web-key.ts'

import { ImportFailure } from '#/features/writing/file-trees/public.ts'
import { goOn } from '#/platform/jobs/job.ts'
import type { Services } from '#/platform/services.ts'

import { fetchOnHost, NotRead, partOf, type WebFetch } from './website-fetch.ts'
import { noRobots, readRobots, type Robots } from './website-robots.ts'
import { type WebScope, webScope } from './website-scope.ts'
import { readSitemap } from './website-sitemap.ts'
import { type PageRead, readPage } from './website-work.ts'

const mebibyte = 1024 * 1024

/** The bounds of an import from a website. */
export const websiteLimits = {
  pages: 500,
  depth: 12,
  pageBytes: 2 * mebibyte,
  /** Of all pages together, before anything is taken out of them. */
  bytes: 64 * mebibyte,
  files: 500,
  fileBytes: 10 * mebibyte,
  filesBytes: 128 * mebibyte,
  textBytes: 8 * mebibyte,
  durationMs: 15 * 60_000,
  pauseMs: 250,
  pauseMsMax: 10_000,
} as const
export type WebsiteLimits = Readonly<Record<keyof typeof websiteLimits, number>>

export type Problem = Readonly<{ path: string; message: string }>

export interface CrawledPage extends Omit<PageRead, 'packed'> {
  readonly url: URL
  /** The file with its packed document: a site is not held in memory while it is read. */
  readonly file: string
  /** The bytes of its HTML. */
  readonly bytes: number
}

export interface Crawl {
  readonly scope: WebScope
  readonly pages: readonly CrawledPage[]
  readonly problems: Problem[]
  /** Fetches something more from the host, with the same rules. */
  readonly web: WebFetch
}

interface Crawling {
  readonly organizationId: string
  readonly url: string
  /** Takes how many pages were read and how many are known; throws to end the import. */
  readonly report: (done: number, total: number) => Promise<void>
  readonly stopping: AbortSignal | undefined
  /** Takes what was read. */
  readonly folder: string
  readonly limits: WebsiteLimits
}

/** Reads the pages of a website from its start on: those of its sitemap, and those it links to. */
export async function crawlWebsite(
  services: Pick<Services, 'egress' | 'threads'>,
  { organizationId, url: start, report, stopping, folder, limits }: Crawling,
): Promise<Crawl> {
  const scope = webScope(start)
  const web = await webOf(services, { scope, stopping, limits })
  const problems: Problem[] = []
  const { queue, add } = addressesOf(scope, limits)
  const pages = new Map<string, CrawledPage>()
  let bytes = 0
  for (const [at, { url, depth }] of queue.entries()) {
    const stop = reasonToStop({ pages: pages.size, bytes, asked: at }, limits)
    if (stop !== undefined) {
      problems.push({ path: start, message: stop })
      break
    }
    await report(pages.size, Math.min(queue.length, limits.pages))
    try {
      const page = await pageAt(services, {
        web,
        url,
        organizationId,
        file: path.join(folder, `page-${at}`),
        bytesMax: limits.pageBytes,
      })
      bytes += page.bytes
      const key = webKey(page.url.href)
      if (!pages.has(key)) pages.set(key, page)
      if (at === 0) add(await sitemapOf(web), 1)
      if (!page.isDeadEnd) add(page.links, depth + 1)
    } catch (error) {
      if (!(error instanceof NotRead)) throw error
      if (at === 0) throw nothingRead(start, error)
      problems.push({ path: url.href, message: error.message })
    }
  }
  return { scope, pages: [...pages.values()], problems, web }
}

/** The addresses to ask for, in the order in which they are found: each once. */
function addressesOf(scope: WebScope, limits: WebsiteLimits) {
  const queue = [{ url: new URL(scope.start), depth: 0 }]
  const seen = new Set([webKey(scope.start)])
  const add = (addresses: readonly string[], depth: number) => {
    for (const address of addresses) {
      const url = URL.parse(address)
      if (url === null || !scope.isInside(url) || depth > limits.depth) continue
      url.hash = ''
      const key = webKey(url.href)
      // More addresses than that are never asked for: a site may make up as many as it likes.
      if (seen.has(key) || seen.size >= limits.pages * 10) continue
      seen.add(key)
      queue.push({ url, depth })
    }
  }
  return { queue, add }
}

function nothingRead(start: string, { message }: NotRead): ImportFailure {
  const why = message.charAt(0).toLowerCase() + message.slice(1)
  return new ImportFailure(
    `Nothing was read from "${start}": ${why}. Check the address, and import again.`,
  )
}

interface SoFar {
  readonly pages: number
  readonly bytes: number
  readonly asked: number
}

function reasonToStop(soFar: SoFar, limits: WebsiteLimits): string | undefined {
  if (soFar.pages >= limits.pages) {
    return `Only the first ${limits.pages} pages were read`
  }
  if (soFar.asked >= limits.pages * 2) {
    return `Only the first ${limits.pages * 2} addresses were asked for`
  }
  if (soFar.bytes < limits.bytes) return undefined
  return `Only the first ${limits.bytes / mebibyte} MB were read`
}

interface HostToAsk {
  readonly scope: WebScope
  readonly stopping: AbortSignal | undefined
  readonly limits: WebsiteLimits
}

/** The host as its `robots.txt` wants it to be asked. */
async function webOf(
  { egress }: Pick<Services, 'egress'>,
  { scope, stopping, limits }: HostToAsk,
): Promise<WebFetch> {
  const first = { egress, scope, robots: noRobots, turn: async () => {}, stopping }
  const robots = await robotsOf(first)
  const pauseMs = Math.min(Math.max(robots.pauseMs, limits.pauseMs), limits.pauseMsMax)
  const endsMs = performance.now() + limits.durationMs
  let nextMs = performance.now()
  const turn = async () => {
    // Nobody waits for a turn that comes too late: the addresses that are left may be many.
    if (Math.max(nextMs, performance.now()) > endsMs) {
      throw new NotRead(`Not read: ${limits.durationMs / 60_000} minutes were over`)
    }
    const waitMs = nextMs - performance.now()
    if (waitMs > 0) await rest(waitMs, stopping)
    nextMs = performance.now() + pauseMs
  }
  return { ...first, robots, turn }
}

/** Waits, unless the worker stops. */
async function rest(ms: number, stopping: AbortSignal | undefined): Promise<void> {
  const options = stopping === undefined ? {} : { signal: stopping }
  await sleep(ms, undefined, options).catch(() => undefined)
  goOn(stopping)
}

const robotsBytesMax = mebibyte / 2

async function robotsOf(web: WebFetch): Promise<Robots> {
  const address = new URL('/robots.txt', web.scope.start).href
  try {
    const { status, body } = await fetchOnHost(web, address, {
      bytesMax: robotsBytesMax,
      accept: 'text/plain',
    })
    if (status === 200) return readRobots(body.toString())
    if (status < 500) return noRobots
  } catch (error) {
    if (!(error instanceof NotRead)) throw error
    // One that leads elsewhere says nothing about this host.
    if (error.message.startsWith('It leads')) return noRobots
    throw nothingRead(web.scope.start, error)
  }
  throw new ImportFailure(
    'The robots.txt of the site cannot be read now, so nothing may be read. Import again later.',
  )
}

const sitemapBytesMax = 5 * mebibyte
const sitemapsMax = 6

/** The pages that the site lists itself; none where it lists none. */
async function sitemapOf(web: WebFetch): Promise<readonly string[]> {
  const usual = new URL('/sitemap.xml', web.scope.start).href
  const waiting = web.robots.sitemaps.length > 0 ? [...web.robots.sitemaps] : [usual]
  const pages: string[] = []
  for (let asked = 0; asked < sitemapsMax; asked += 1) {
    const address = waiting.shift()
    if (address === undefined || URL.parse(address) === null) break
    try {
      const reply = await fetchOnHost(web, address, {
        bytesMax: sitemapBytesMax,
        accept: 'application/xml, text/xml',
      })
      if (reply.status !== 200) continue
      const found = readSitemap(reply.body.toString())
      for (const page of found.pages) pages.push(page)
      for (const sitemap of found.sitemaps) waiting.push(sitemap)
    } catch (error) {
      if (!(error instanceof NotRead)) throw error
    }
  }
  return pages
}

interface PageToFetch {
  readonly web: WebFetch
  readonly url: URL
  readonly organizationId: string
  readonly file: string
  readonly bytesMax: number
}

async function pageAt(
  { threads }: Pick<Services, 'threads'>,
  { web, url, organizationId, file, bytesMax }: PageToFetch,
): Promise<CrawledPage> {
  const reply = await fetchOnHost(web, url.href, {
    bytesMax,
    accept: 'text/html, application/xhtml+xml',
  })
  if (reply.status !== 200) throw new NotRead(`Its server answered ${reply.status}`)
  const contentType = reply.headers['content-type'] ?? ''
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)) {
    throw new NotRead('It is no HTML page')
  }
  const found = new URL(reply.url)
  if (!web.scope.isInside(found)) {
    throw new NotRead('It leads out of the part that is read')
  }
  const toRead = { body: reply.body, contentType, url: reply.url }
  const { packed, ...read } = await partOf(
    threads.run({ organizationId }, readPage, toRead),
  )
  if (read.isClosed) throw new NotRead('It asks robots not to keep it')
  await writeFile(file, packed)
  return { ...read, url: found, file, bytes: reply.body.length }
}
