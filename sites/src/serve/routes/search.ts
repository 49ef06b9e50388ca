import type { SearchPage } from '@lectern/contract/search.ts'

import { renderSearchPage } from '#/shell/render.tsx'
import type { SearchAnswer, SearchHit } from '#/search-answer.ts'
import { prefersJson } from '#/serve/http/accept.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { splitPath, type SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import { unlessAway } from '#/serve/reads/api.ts'
import { readerText } from '#/serve/http/reader-text.ts'
import { encodeSegment } from '#/serve/http/reader-url.ts'

import type { Tools } from './tools.ts'
import { html, plain, type Produced, type Visit } from './visit.ts'

const hitsMax = 50
export const queryCharactersMax = 512

/** A page of search results, or JSON for the search dialog. */
export async function answerSearch(tools: Tools, visit: Visit): Promise<Produced> {
  const { site } = visit.held
  const place = splitPath(site.siteSpaces, site.siteBasePath)?.place ?? site.siteSpaces[0]
  const reading = place && (await tools.readings.of(visit.held, place))
  if (reading === undefined) return plain(404, 'There is nothing here.')
  const asked = new URLSearchParams(visit.url.query).get('q') ?? ''
  const query = readerText(asked, queryCharactersMax)
  const retrySeconds = query === '' ? undefined : tools.searchLimit.check(visit.address)
  if (retrySeconds !== undefined) {
    return plain(429, 'Too many searches. Wait a moment, then search again.', {
      'retry-after': String(retrySeconds),
    })
  }
  const hits =
    query === '' ? [] : await unlessAway(async () => findHits(tools, reading, query))
  return prefersJson(visit.accept)
    ? jsonResults(query, hits)
    : pageOfResults(tools, reading, { query, hits })
}

const uncached = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  vary: 'accept, accept-encoding',
}

function jsonResults(query: string, hits: readonly SearchHit[] | undefined): Produced {
  const answer: SearchAnswer = { query, hits: hits ?? [] }
  return {
    status: hits === undefined ? 503 : 200,
    headers: { ...uncached, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(answer),
    isCacheable: false,
  }
}

function pageOfResults(
  tools: Tools,
  reading: PreparedReading,
  { query, hits }: { query: string; hits: readonly SearchHit[] | undefined },
): Produced {
  const body = renderSearchPage({
    language: reading.language,
    searchHref: `${reading.site.siteBasePath}~search`,
    query,
    hits: hits ?? [],
    ...(hits === undefined && { isUnavailable: true }),
  })
  const page = html(
    hits === undefined ? 503 : 200,
    tools.composer.plain(reading, query, body),
    false,
  )
  return { ...page, headers: { ...page.headers, ...uncached } }
}

export async function findHits(
  { api }: Tools,
  { site, place }: PreparedReading,
  query: string,
): Promise<readonly SearchHit[]> {
  const { scope } = site
  const answer = await api.read('searchSiteContent', scope, {
    params: { organizationId: scope.organizationId, siteId: scope.siteId },
    body: { query, scope: { mode: 'default', currentSiteSpace: place.siteSpace.id } },
  })
  const hits = (answer?.items ?? []).flatMap(({ id, pages }) => {
    const at = site.siteSpaces.find(({ siteSpace }) => siteSpace.space.id === id)
    return at === undefined ? [] : pages.map((page) => hitOf(at, page))
  })
  return hits.slice(0, hitsMax)
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
