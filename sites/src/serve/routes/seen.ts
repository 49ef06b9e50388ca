import { spelledPath } from '#/serve/http/reader-url.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { type SiteSpacePlace, splitPath } from '#/serve/places/site-spaces.ts'
import { canonicalHref } from '#/serve/views/reading.ts'

import type { Tools } from './tools.ts'
import { isFromSite, plain, type Produced, type Visit } from './visit.ts'

const pathCharactersMax = 2048

/** Takes a browser's word that a page is seen, or that there is none at an address. */
export async function answerSeen(tools: Tools, visit: Visit): Promise<Produced> {
  if (!isFromSite(visit)) {
    return plain(403, 'Views are taken from the pages of the site only.')
  }
  const retrySeconds = tools.seenLimit.check(visit.address)
  if (retrySeconds !== undefined) {
    return plain(429, 'Too many views at once. Wait a minute.', {
      'retry-after': String(retrySeconds),
    })
  }
  await report(tools, visit)
  return {
    status: 204,
    headers: { 'cache-control': 'no-store' },
    body: '',
    isCacheable: false,
  }
}

async function report(tools: Tools, visit: Visit): Promise<void> {
  const { path = '', from = '' } = visit.form
  const at = path.length > pathCharactersMax ? undefined : placeAt(visit, path)
  const reading = at && (await tools.readings.of(visit.held, at.place))
  // Pages of the renderer itself, such as the one of search results, are no pages of the site.
  if (reading === undefined || at?.rest.startsWith('~') === true) return
  tools.reports.add(visit, reading, {
    type: 'page_view',
    ...pageAt(reading, at?.rest ?? ''),
    ...(URL.canParse(from) && { referrer: from }),
  })
}

/** The place of a path of the site; one where no space begins is told of the first. */
function placeAt(
  { held: { site } }: Visit,
  path: string,
): { readonly place: SiteSpacePlace; readonly rest: string } | undefined {
  const spelled = spelledPath(path)
  const isInside = `${spelled}/`.startsWith(site.siteBasePath)
  if (spelled === undefined || !isInside) return undefined
  const [first] = site.siteSpaces
  const rest = spelled.slice(site.siteBasePath.length)
  return splitPath(site.siteSpaces, spelled) ?? (first && { place: first, rest })
}

function pageAt(
  { place, revision }: PreparedReading,
  rest: string,
): { readonly url: string; readonly page: string | null } {
  const found = revision.documentByPath.get(decodeURIComponent(rest))
  return found === undefined
    ? { url: place.canonicalBase + rest, page: null }
    : { url: canonicalHref(place, revision, found.page), page: found.page.id }
}
