import { renderEmpty, renderMissing } from '#/shell/render.tsx'
import { stringsFor } from '#/shell/strings/strings-for.ts'
import type { Destination } from '#/model.ts'
import { readerText } from '#/serve/http/reader-text.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { resolveUrl } from '#/serve/places/resolution.ts'
import { unlessAway, unlessRefused } from '#/serve/reads/api.ts'
import { destinationOf } from '#/serve/views/references.ts'
import { pageHref } from '#/serve/views/reading.ts'
import { similarPages, wordsOfPath } from '#/serve/views/similar-pages.ts'

import { locationFor } from './error-answers.ts'
import { findHits, type FoundHits, nothingFound, queryCharactersMax } from './search.ts'
import type { Tools } from './tools.ts'
import { html, type PathVisit, type Produced, redirect } from './visit.ts'

type Missing = PathVisit & { readonly path: string }

const suggestionsMax = 6
/** How long a page that says that there is none waits for what else there may be. */
const searchMsMax = 2000

/** Redirects a path that moved; otherwise suggests pages that the reader may have meant. */
export async function answerMissing(
  tools: Tools,
  reading: PreparedReading,
  at: Missing,
): Promise<Produced> {
  const moved = await unlessAway(async () => whereTo(tools, reading, at))
  if (moved !== undefined) return redirect(moved, 'permanent')
  const { place, site, language } = reading
  // Not found is what robots and monitors should hear; caches forget it when pages come.
  if (reading.revision.home === undefined) {
    const { emptyTitle } = stringsFor(language)
    return html(
      404,
      tools.composer.plain(reading, emptyTitle, renderEmpty(language)),
      true,
    )
  }
  const words = readerText(wordsOfPath(at.path), queryCharactersMax)
  const found = await searchFor(tools, reading, { words, address: at.visit.address })
  const suggestions: Destination[] = similarPages(
    reading.revision,
    at.path,
    suggestionsMax,
  ).flatMap(({ page }) => destinationOf(reading, { kind: 'page', page: page.id }) ?? [])
  for (const { href, title } of found?.hits ?? []) {
    if (suggestions.length >= suggestionsMax) break
    if (suggestions.some((known) => known.href === href)) continue
    suggestions.push({ href, title, isExternal: false })
  }
  const body = renderMissing({
    language,
    homeHref: place.basePath,
    searchHref: `${site.siteBasePath}~search`,
    ...(words !== '' && { query: words }),
    suggestions,
  })
  const whole = tools.composer.plain(reading, '404', body)
  // No cache may keep a page that lacks search results, as the api was away, a limit was reached or
  // the time was over.
  const isCacheable = found?.isPartial === false
  const page = html(404, whole, isCacheable)
  if (isCacheable) return page
  return { ...page, headers: { ...page.headers, 'cache-control': 'no-store' } }
}

/** Pages by the words of the path; a search like those of the search page, under their limit. */
async function searchFor(
  tools: Tools,
  reading: PreparedReading,
  { words, address }: { readonly words: string; readonly address: string },
): Promise<FoundHits | undefined> {
  if (words === '') return nothingFound
  if (tools.searchLimit.check(address) !== undefined) return undefined
  const signal = AbortSignal.timeout(searchMsMax)
  return unlessAway(async () => findHits(tools, reading, { query: words, signal }))
}

/** The new address of a path, by redirect rules, former paths of pages, or those of site-spaces. */
async function whereTo(
  { api }: Tools,
  { site, place, revision }: PreparedReading,
  { visit, path }: Missing,
): Promise<string | undefined> {
  const { scope } = site
  const rule = await unlessRefused(async () =>
    api.read('getSiteRedirectBySource', scope, {
      params: { organizationId: scope.organizationId, siteId: scope.siteId },
      query: {
        source: `/${visit.inside.replace(/\/$/, '')}`,
        ...(scope.shareKey !== undefined && { shareKey: scope.shareKey }),
      },
    }),
  )
  if (rule !== undefined) return ownAddress(site, rule.target)
  const former =
    path === ''
      ? undefined
      : await unlessRefused(async () =>
          api.read('getPageInRevisionByPath', scope, {
            params: {
              spaceId: place.siteSpace.space.id,
              revisionId: revision.id,
              pagePath: path,
            },
            query: { format: 'markdown', metadata: false },
          }),
        )
  const page = former && revision.pageById.get(former.id)?.page
  if (page?.type === 'document' && page.path !== path) {
    return pageHref(place, revision, page)
  }
  const resolution = await unlessRefused(async () =>
    resolveUrl(api, visit.url.origin + visit.url.path, {}),
  )
  return resolution !== undefined &&
    'redirect' in resolution &&
    resolution.permanent === true
    ? locationFor(resolution, visit.url)
    : undefined
}

/** Moves a target on the canonical host to the address that this reader uses. */
function ownAddress(site: PreparedReading['site'], target: string): string {
  const canonical = site.siteSpaces
    .toSorted((one, other) => other.canonicalBase.length - one.canonicalBase.length)
    .find(({ canonicalBase }) => target.startsWith(canonicalBase))
  if (canonical === undefined) return target
  return canonical.basePath + target.slice(canonical.canonicalBase.length)
}
