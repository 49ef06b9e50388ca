import { canonicalHref, isListed, type Reading } from '#/serve/views/reading.ts'

import { xmlText } from './xml.ts'

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** The most URLs that the sitemap protocol allows in one file. */
export const sitemapUrlsMax = 50_000

export interface SitemapEntry {
  readonly url: string
  /** The last change of the content behind the URL; absent when unknown. */
  readonly lastModified?: string
}

export function sitemap(entries: readonly SitemapEntry[]): string {
  return document('urlset', 'url', entries)
}

export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  return document('sitemapindex', 'sitemap', entries)
}

/** Pages that search engines may show, in reading order. */
export function sitemapEntries(reading: Reading): readonly SitemapEntry[] {
  return reading.revision.shownDocuments
    .filter((placed) => isListed(placed) && placed.page.noRobotsIndex !== true)
    .map(({ page }) => ({
      url: canonicalHref(reading.place, reading.revision, page),
      ...(page.updatedAt !== undefined && { lastModified: page.updatedAt }),
    }))
}

/** The number of sitemaps that the pages of a site-space need. */
function sitemapCount(entries: number): number {
  return Math.max(1, Math.ceil(entries / sitemapUrlsMax))
}

/** The sitemaps of one site-space, each dated by the last change of its pages. */
export function sitemapsOf(reading: Reading): readonly SitemapEntry[] {
  const entries = sitemapEntries(reading)
  return Array.from({ length: sitemapCount(entries.length) }, (_, at) => {
    const own = entries.slice(at * sitemapUrlsMax, (at + 1) * sitemapUrlsMax)
    const lastModified = own
      .map((entry) => entry.lastModified ?? '')
      .reduce((latest, next) => (next > latest ? next : latest), '')
    return {
      url: `${reading.place.canonicalBase}sitemap-pages${at === 0 ? '' : `-${at + 1}`}.xml`,
      ...(lastModified !== '' && { lastModified }),
    }
  })
}

function document(
  root: string,
  element: string,
  entries: readonly SitemapEntry[],
): string {
  const lines = entries.map(({ url, lastModified }) => {
    const changed =
      lastModified === undefined ? '' : `<lastmod>${xmlText(lastModified)}</lastmod>`
    return `<${element}><loc>${xmlText(url)}</loc>${changed}</${element}>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">\n${lines.join('\n')}\n</${root}>\n`
}
