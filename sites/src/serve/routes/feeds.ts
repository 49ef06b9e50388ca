import { listedDocuments, llmsText, markdownAmongOthers } from '#/serve/feeds/llms.ts'
import { robots } from '#/serve/feeds/robots.ts'
import { type FeedEntry, rss, updatesIn } from '#/serve/feeds/rss.ts'
import {
  sitemap,
  sitemapEntries,
  sitemapIndex,
  sitemapsOf,
  sitemapUrlsMax,
} from '#/serve/feeds/sitemap.ts'
import { pageMarkdown } from '#/serve/pages/page-markdown.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import type { HeldSite } from '#/serve/places/registry.ts'
import { isForAgents, type SiteAt } from '#/serve/places/site-at.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import { canonicalHref, siteTitleOf } from '#/serve/views/reading.ts'

import type { Tools } from './tools.ts'
import { notForAgents, type PathVisit, plain, type Produced, text } from './visit.ts'

const fullBytesMax = 8_000_000
const readsAtOnce = 8

export function answerRobots(site: SiteAt): Produced {
  return text('text/plain', robots(site))
}

/** The index of a site's sitemaps, or one sitemap of a space. Only public sites have any. */
export async function answerSitemap(
  tools: Tools,
  held: HeldSite,
  of?: { readonly place: SiteSpacePlace; readonly number: number },
): Promise<Produced> {
  if (held.site.scope.visibility !== 'public') {
    return plain(404, 'This site has no sitemap.')
  }
  if (of === undefined) {
    const readings = await allReadings(tools, held)
    return text('application/xml', sitemapIndex(readings.flatMap(sitemapsOf)))
  }
  const reading = await tools.readings.of(held, of.place)
  const from = (of.number - 1) * sitemapUrlsMax
  const entries = reading === undefined ? [] : sitemapEntries(reading)
  if (reading === undefined || of.number < 1 || (from > 0 && from >= entries.length)) {
    return plain(404, 'There is no such sitemap.')
  }
  return text('application/xml', sitemap(entries.slice(from, from + sitemapUrlsMax)))
}

export async function answerLlms(
  tools: Tools,
  held: HeldSite,
  isFull: boolean,
): Promise<Produced> {
  if (!isForAgents(held.site)) return notForAgents()
  const readings = await allReadings(tools, held)
  if (!isFull) return text('text/markdown', llmsText(readings))
  const parts: string[] = []
  let bytes = 0
  for (const reading of readings) {
    for (const page of await fullPages(tools, reading, fullBytesMax - bytes)) {
      parts.push(page)
      bytes += Buffer.byteLength(page)
    }
    if (bytes >= fullBytesMax) {
      parts.push('<!-- There is more: llms.txt names every page. -->\n')
      break
    }
  }
  return text('text/markdown', parts.join('\n'))
}

async function fullPages(
  tools: Tools,
  reading: PreparedReading,
  bytesMax: number,
): Promise<readonly string[]> {
  const pages = listedDocuments(reading)
  const made: string[] = []
  let bytes = 0
  for (let at = 0; at < pages.length && bytes < bytesMax; at += readsAtOnce) {
    const some = await Promise.all(
      pages.slice(at, at + readsAtOnce).map(async (page) => {
        const body = await pageMarkdown(tools, reading, page)
        return markdownAmongOthers(reading, page, body)
      }),
    )
    for (const page of some) {
      made.push(page)
      bytes += Buffer.byteLength(page)
    }
  }
  return made
}

/** A feed of the updates on a page, or of a whole space's pages by their last change. */
export async function answerRss(
  tools: Tools,
  { visit, place, rest }: PathVisit,
): Promise<Produced> {
  if (!isForAgents(visit.held.site)) return notForAgents()
  const reading = await tools.readings.of(visit.held, place)
  if (reading === undefined) return plain(404, 'There is nothing here.')
  const { revision, site, language } = reading
  const about = revision.documentByPath.get(decodeURIComponent(rest))?.page
  if (about === undefined) return plain(404, 'There is no such page.')
  const url = rest === '' ? place.canonicalBase : canonicalHref(place, revision, about)
  const entries =
    rest === ''
      ? changedPages(reading)
      : updatesIn(
          expected(
            site,
            await tools.library.document({
              scope: site.scope,
              spaceId: place.siteSpace.space.id,
              revision,
              page: about,
            }),
          ) ?? { object: 'document', data: {}, nodes: [] },
          url,
        )
  const feedUrl = `${url.replace(/\/$/, '')}/rss.xml`
  const title = rest === '' ? siteTitleOf(reading) : about.title
  return text('application/rss+xml', rss({ title, url, feedUrl, language, entries }))
}

function changedPages({ revision, place }: PreparedReading): readonly FeedEntry[] {
  return revision.shownDocuments
    .filter(({ page }) => page.noIndex !== true)
    .map(({ page }) => ({
      title: page.title,
      url: canonicalHref(place, revision, page),
      ...(page.updatedAt !== undefined && { date: page.updatedAt }),
      ...(page.description !== undefined && { summary: page.description }),
    }))
}

/** The readings of all spaces of the site, except one that vanished meanwhile. */
async function allReadings(
  tools: Tools,
  held: HeldSite,
): Promise<readonly PreparedReading[]> {
  const found = await Promise.all(
    held.site.siteSpaces.map(async (place) => tools.readings.of(held, place)),
  )
  return found.filter((reading) => reading !== undefined)
}
