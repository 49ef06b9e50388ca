import type { SearchPage } from '@lectern/contract/search.ts'

import { renderSearchPage } from '#/shell/render.tsx'
import type { SearchAnswer, SearchHit } from '#/search-answer.ts'
import { prefersJson } from '#/serve/http/accept.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { splitPath, type SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import { ApiAwayError } from '#/serve/reads/api.ts'
import { readerText } from '#/serve/http/reader-text.ts'
import { encodeSegment } from '#/serve/http/reader-url.ts'

import type { Tools } from './tools.ts'
import { html, plain, type Produced, type Visit } from './visit.ts'

const hitsMax = 50
/** Longer than the api looks before it answers with what it found in time. */
const searchMsMax = 12_000
export const queryCharactersMax = 512

/** A page of search results, or JSON for the search dialog. */
export async function answerSearch(tools: Tools, visit: Visit): Promise<Produced> {
  const { site } = visit.held
  const place = splitPath(site.siteSpaces, site.siteBasePath)?.place ?? site.siteSpaces[0]
  const reading = place && (await tools.readings.of(visit.held, place))
  if (reading === undefined) return plain(404, 'There is nothing here.')
  const asked = new URLSearchParams(visit.url.query).get('q') ?? ''
  const query = readerText(asked, queryCharactersMax)
  const found: Found =
    query === '' ? nothingFound : await search(tools, reading, { visit, query })
  if (query !== '' && found.failure === undefined && !found.isPartial) {
    tools.reports.add(visit, reading, {
      type: 'search_type_query',
      query: query.toLowerCase(),
      found: found.hits.length > 0,
      url: reading.place.canonicalBase,
      page: null,
    })
  }
  return prefersJson(visit.accept)
    ? jsonResults(query, found)
    : pageOfResults(tools, reading, { query, ...found })
}

export interface FoundHits {
  readonly hits: readonly SearchHit[]
  /** Whether the api had no time to look at everything. */
  readonly isPartial: boolean
}

export const nothingFound: FoundHits = { hits: [], isPartial: false }

interface Found extends FoundHits {
  /** Why nothing could be searched, as a status, and when to try again. */
  readonly failure?: Pick<ApiAwayError, 'status' | 'retrySeconds'>
}

async function search(
  tools: Tools,
  reading: PreparedReading,
  { visit, query }: { readonly visit: Visit; readonly query: string },
): Promise<Found> {
  const retrySeconds = tools.searchLimit.check(visit.address)
  if (retrySeconds !== undefined) {
    return { ...nothingFound, failure: { status: 429, retrySeconds } }
  }
  try {
    const signal = AbortSignal.timeout(searchMsMax)
    return await findHits(tools, reading, { query, signal })
  } catch (error) {
    if (error instanceof ApiAwayError) return { ...nothingFound, failure: error }
    throw error
  }
}

function jsonResults(query: string, { hits, isPartial, failure }: Found): Produced {
  const answer: SearchAnswer = { query, hits, ...(isPartial && { partial: true }) }
  return {
    status: failure?.status ?? 200,
    headers: {
      ...headersOf(failure),
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(answer),
    isCacheable: false,
  }
}

function pageOfResults(
  tools: Tools,
  reading: PreparedReading,
  { query, hits, isPartial, failure }: Found & { readonly query: string },
): Produced {
  const body = renderSearchPage({
    language: reading.language,
    searchHref: `${reading.site.siteBasePath}~search`,
    query,
    hits,
    isPartial,
    ...(failure !== undefined && { failure: failure.status === 429 ? 'busy' : 'away' }),
  })
  const whole = tools.composer.plain(reading, query, body)
  const page = html(failure?.status ?? 200, whole, false)
  return { ...page, headers: { ...page.headers, ...headersOf(failure) } }
}

function headersOf(failure: Found['failure']): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    vary: 'accept, accept-encoding',
    ...(failure !== undefined && { 'retry-after': String(failure.retrySeconds) }),
  }
}

export async function findHits(
  { api }: Tools,
  { site, place }: PreparedReading,
  { query, signal }: { readonly query: string; readonly signal: AbortSignal },
): Promise<FoundHits> {
  const { scope } = site
  const answer = await api.read('searchSiteContent', scope, {
    params: { organizationId: scope.organizationId, siteId: scope.siteId },
    body: { query, scope: { mode: 'default', currentSiteSpace: place.siteSpace.id } },
    signal,
  })
  const hits = (answer?.items ?? []).flatMap(({ id, pages }) => {
    const at = site.siteSpaces.find(({ siteSpace }) => siteSpace.space.id === id)
    return at === undefined ? [] : pages.map((page) => hitOf(at, page))
  })
  return { hits: hits.slice(0, hitsMax), isPartial: answer?.partial ?? false }
}

function hitOf(place: SiteSpacePlace, page: SearchPage): SearchHit {
  const href = place.basePath + encodePath(page.path)
  const [first] = page.sections
  const section = place.section === undefined ? [] : [place.section.title]
  return {
    href,
    title: page.title,
    trail: [...section, ...page.ancestors.map(({ title }) => title)],
    ...(first !== undefined && first.id === page.id && { excerpt: first.body }),
    sections: page.sections
      .filter(({ id }) => id !== page.id)
      .map(({ id, title, body }) => ({
        href: `${href}#${encodeURIComponent(id)}`,
        title,
        excerpt: body,
      })),
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeSegment).join('/')
}
