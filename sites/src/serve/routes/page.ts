import { prefersMarkdown } from '#/serve/http/accept.ts'
import { pageMarkdown } from '#/serve/pages/page-markdown.ts'
import type { PreparedReading } from '#/serve/pages/readings.ts'
import { markdownPage } from '#/serve/feeds/llms.ts'
import { isForAgents } from '#/serve/places/site-at.ts'
import type { PlacedDocument } from '#/serve/reads/revision-index.ts'
import { canonicalHref, pageHref } from '#/serve/views/reading.ts'

import { answerMissing } from './missing.ts'
import type { Tools } from './tools.ts'
import {
  html,
  notForAgents,
  type PathVisit,
  plain,
  type Produced,
  redirect,
  type Visit,
  withQuery,
} from './visit.ts'

/** Answers with the page at a path, as HTML or Markdown, or as for a page that is missing. */
export async function answerPath(tools: Tools, at: PathVisit): Promise<Produced> {
  const { visit, place, rest } = at
  const reading = await tools.readings.of(visit.held, place)
  if (reading === undefined) return plain(404, 'There is nothing here.')
  const path = decodeURIComponent(rest)
  const found = reading.revision.documentByPath.get(path)
  if (found !== undefined) return answerDocument(tools, reading, { ...at, found })
  if (path.endsWith('.md')) {
    const source = path === 'index.md' ? reading.revision.home : undefined
    const document = source ?? reading.revision.documentByPath.get(path.slice(0, -3))
    if (document !== undefined) {
      return isForAgents(reading.site)
        ? answerMarkdown(tools, reading, document)
        : notForAgents()
    }
  }
  return (
    spelledElsewhere(reading, { ...at, path }) ??
    answerMissing(tools, reading, { ...at, path })
  )
}

/** Answers a path where no space begins for the reader: the default one may be hidden from them. */
export async function answerMissingSpace(tools: Tools, visit: Visit): Promise<Produced> {
  const [place] = visit.held.site.siteSpaces
  const reading = place && (await tools.readings.of(visit.held, place))
  if (reading === undefined || place === undefined) {
    return plain(404, 'There is nothing here.')
  }
  return answerMissing(tools, reading, {
    visit,
    place,
    rest: visit.inside,
    path: visit.inside,
  })
}

async function answerDocument(
  tools: Tools,
  reading: PreparedReading,
  { visit, place, found }: PathVisit & { readonly found: PlacedDocument },
): Promise<Produced> {
  const href = pageHref(place, reading.revision, found.page)
  if (visit.url.path !== href) {
    return redirect(withQuery(href, visit.url), 'permanent')
  }
  if (prefersMarkdown(visit.accept) && isForAgents(reading.site)) {
    const markdown = await answerMarkdown(tools, reading, found)
    // The same address shows HTML to other readers, so the Markdown answer is not cached.
    return {
      ...markdown,
      isCacheable: false,
      headers: { ...markdown.headers, vary: 'accept, accept-encoding' },
    }
  }
  const page = await tools.composer.page({ ...reading, current: found })
  const made = {
    ...html(200, page.html, page.isSettled),
    ...(page.connectsTo.length > 0 && { connectsTo: page.connectsTo }),
  }
  return page.isSettled
    ? made
    : { ...made, headers: { ...made.headers, 'cache-control': 'no-cache' } }
}

async function answerMarkdown(
  tools: Tools,
  reading: PreparedReading,
  { page }: PlacedDocument,
): Promise<Produced> {
  const body = await pageMarkdown(tools, reading, page)
  const canonical = canonicalHref(reading.place, reading.revision, page)
  return {
    status: 200,
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      vary: 'accept-encoding',
      link: `<${canonical}>; rel="canonical"`,
    },
    body: markdownPage(page, body),
    isCacheable: true,
  }
}

/** Redirects a group, or a path in other letter case, without asking the api; else undefined. */
function spelledElsewhere(
  { revision, place }: PreparedReading,
  { visit, path }: PathVisit & { readonly path: string },
): Produced | undefined {
  const group = revision.groupByPath.get(path)
  if (group !== undefined) {
    const first = revision.shownDocuments.find(({ parents }) =>
      parents.some(({ id }) => id === group.page.id),
    )
    if (first !== undefined) {
      return redirect(pageHref(place, revision, first.page), 'temporary')
    }
  }
  const lower = path.toLowerCase()
  const alike = revision.documents.filter(({ page }) => page.path.toLowerCase() === lower)
  const [only] = alike
  if (only === undefined || alike.length > 1) return undefined
  return redirect(withQuery(pageHref(place, revision, only.page), visit.url), 'permanent')
}
