import { setTimeout as sleep } from 'node:timers/promises'

import { type OfSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { createWaker } from '#/platform/jobs/waker.ts'
import {
  changeHorizon,
  type ChangeNote,
  changesSince,
  changesTopic,
} from '#/platform/outbox/change-notes.ts'
import type { Services } from '#/platform/services.ts'

import {
  type PublishedSiteRow,
  selectChangedSites,
  selectHomesOfSites,
  selectPublishedSites,
} from './published-queries.ts'

export type SiteMessage =
  | {
      readonly name: 'site'
      readonly data: {
        readonly organization: string
        readonly site: string
        readonly epoch: number
        /** The newest revision of each space. */
        readonly spaces: Readonly<Record<string, string>>
        /** The URL of the site; absent unless the site is public. */
        readonly url?: string
      }
    }
  | {
      readonly name: 'gone'
      readonly data: { readonly organization: string; readonly site: string }
    }
  | {
      /** Something else is shown of a specification than before. */
      readonly name: 'openapi'
      readonly data: { readonly organization: string; readonly slug: string }
    }
  | { readonly name: 'ready'; readonly data: Record<string, never> }

interface Listener {
  readonly send: (message: SiteMessage) => void
  /** Ends the listener, which must then join again. */
  readonly end: () => void
  /**
   * Organizations whose sites the listener has not received yet; undefined before they are known.
   */
  waiting: string[] | undefined
}

export interface WatchedHeads {
  /** Sends all published sites, then every change; returns the function that leaves. */
  readonly join: (send: Listener['send'], end: () => void) => () => void
  readonly stop: () => Promise<void>
}

interface Source {
  readonly config: Services['config']
  readonly db: Queryable
}

/** The time between two looks for changes, by which a lost wake-up delays a change at most. */
const pollMs = 500
/** The number of organizations sent to a new listener before the next look for changes. */
const organizationsAtOnce = 20
/** The rows that one statement reads of sites or directory entries. */
const rowsMax = 500

/**
 * Keeps listeners of the stream up to date. One loop reads for all of them, one statement after the
 * other, so that nobody gets an older state after a newer. It stops while nobody listens.
 */
export function watchHeads(
  services: Pick<Services, 'config' | 'db' | 'jobs' | 'log'>,
): WatchedHeads {
  const { config, db, jobs, log } = services
  const stopping = new AbortController()
  const waker = createWaker(stopping.signal)
  const listeners = new Set<Listener>()
  let running: Promise<void> | undefined
  const isWanted = () => listeners.size > 0 && !stopping.signal.aborted

  async function run(): Promise<void> {
    const stopListening = await jobs.onWake((isAbout) => {
      if (isAbout(changesTopic)) waker.wake()
    })
    try {
      let horizon = await changeHorizon(db)
      let seen: ReadonlySet<string> = new Set()
      while (isWanted()) {
        waker.arm()
        const changes = await changesSince(db, horizon)
        horizon = changes.horizon
        const news = changes.notes.filter(({ id }) => !seen.has(id))
        for await (const message of messagesOf({ config, db }, news)) {
          for (const { send } of listeners) send(message)
        }
        seen = new Set(changes.notes.map(({ id }) => id))
        for (const listener of listeners) await welcome({ config, db }, listener)
        const isBusy = [...listeners].some(({ waiting }) => waiting?.length !== 0)
        if (!isBusy) await waker.pause(pollMs)
      }
    } finally {
      await stopListening()
    }
  }

  async function keepRunning(): Promise<void> {
    while (isWanted()) {
      try {
        await run()
      } catch (error) {
        log.warn({ err: error }, 'the stream of heads lost its database')
        // Changes may be missed while the database is away, so all listeners must join again.
        for (const { end } of listeners) end()
        await sleep(pollMs)
      }
    }
    // A listener may have joined while the loop ended.
    running = isWanted() ? keepRunning() : undefined
  }

  return {
    join(send, end) {
      const listener: Listener = { send, end, waiting: undefined }
      listeners.add(listener)
      running ??= keepRunning()
      waker.wake()
      return () => {
        listeners.delete(listener)
        waker.wake()
      }
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** The present state of one site. */
export async function siteNow(
  { config, db }: Source,
  { organizationId, siteId }: OfSite,
): Promise<SiteMessage> {
  const asked = { organizationId, siteIds: [siteId], spaceIds: [] }
  const [row] = await db.many(selectChangedSites, asked)
  return row === undefined
    ? goneFrom(organizationId, siteId)
    : messageOf(config, organizationId, row)
}

/**
 * The specifications that the change notes concern, then the present state of all sites: what shows a
 * specification has a new head afterwards.
 */
async function* messagesOf(
  { config, db }: Source,
  notes: readonly ChangeNote[],
): AsyncGenerator<SiteMessage> {
  const perOrganization = Map.groupBy(notes, ({ organizationId }) => organizationId)
  for (const [organizationId, ofOne] of perOrganization) {
    for (const slug of idsIn(ofOne, `organization:${organizationId}:openapi:`)) {
      yield { name: 'openapi', data: { organization: organizationId, slug } }
    }
    const siteIds = idsIn(ofOne, 'site:')
    const spaceIds = idsIn(ofOne, 'space:')
    const rows = await db.many(selectChangedSites, { organizationId, siteIds, spaceIds })
    const known = new Set(rows.map(({ id }) => id))
    for (const row of rows) yield messageOf(config, organizationId, row)
    for (const site of siteIds) {
      if (!known.has(site)) yield goneFrom(organizationId, site)
    }
  }
}

/** Sends a new listener the sites of the next organizations. */
async function welcome({ config, db }: Source, listener: Listener): Promise<void> {
  if (listener.waiting?.length === 0) return
  listener.waiting ??= await organizationsWithSites(db)
  for (const organizationId of listener.waiting.splice(0, organizationsAtOnce)) {
    const published = pagesOf(async (after) =>
      db.many(selectPublishedSites, { organizationId, after, rowsMax }),
    )
    for await (const row of published) {
      const message = messageOf(config, organizationId, row)
      if (message.name === 'site') listener.send(message)
    }
  }
  if (listener.waiting.length === 0) listener.send({ name: 'ready', data: {} })
}

async function organizationsWithSites(db: Queryable): Promise<string[]> {
  const found = new Set<string>()
  const homes = pagesOf(async (after) => db.many(selectHomesOfSites, { after, rowsMax }))
  for await (const { organization_id } of homes) found.add(organization_id)
  return [...found]
}

/** Every row of a list that is read page by page, in order of id. */
async function* pagesOf<Row extends { readonly id: string }>(
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsMax) return
    after = last.id
  }
}

function messageOf(
  config: Services['config'],
  organization: string,
  row: PublishedSiteRow,
): SiteMessage {
  const { id: site, epoch, heads: spaces } = row
  const isReadable = row.published && Object.keys(spaces).length > 0
  if (!isReadable) return goneFrom(organization, site)
  const data = { organization, site, epoch, spaces }
  if (row.visibility !== 'public') return { name: 'site', data }
  const url = siteUrls.published(config, {
    organizationHostname: row.organization_hostname,
    basename: row.basename,
    hostname: row.hostname,
    hostnameLive: row.hostname_live,
  })
  return { name: 'site', data: { ...data, url } }
}

function goneFrom(organization: string, site: string): SiteMessage {
  return { name: 'gone', data: { organization, site } }
}

function idsIn(notes: readonly ChangeNote[], prefix: string): string[] {
  const ids = notes
    .filter(({ subject }) => subject.startsWith(prefix))
    .map(({ subject }) => subject.slice(prefix.length))
  return [...new Set(ids)]
}
