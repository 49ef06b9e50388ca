import { tryPath } from '#/serve/http/try-body.ts'
import { splitPath } from '#/serve/places/site-spaces.ts'

import {
  answerAsset,
  answerFavicon,
  answerFont,
  answerIcon,
  answerTheme,
} from './assets.ts'
import { answerDiagram } from './diagrams.ts'
import { answerFeedback } from './feedback.ts'
import { answerLlms, answerRobots, answerRss, answerSitemap } from './feeds.ts'
import { answerMissingSpace, answerPath } from './page.ts'
import { answerPdf } from './pdf.ts'
import { answerSearch } from './search.ts'
import { answerSeen } from './seen.ts'
import { answerTry } from './try.ts'
import type { Tools } from './tools.ts'
import { plain, type Produced, redirect, type Visit, withQuery } from './visit.ts'

/** Answers a request inside of a site. */
export async function answerVisit(tools: Tools, visit: Visit): Promise<Produced> {
  const { held, url } = visit
  if (visit.method === 'POST') return answerForm(tools, visit)
  const ours = answerName(tools, visit)
  if (ours !== undefined) return ours
  const split = splitPath(held.site.siteSpaces, url.path)
  if (split === undefined) return answerMissingSpace(tools, visit)
  const { place, rest } = split
  if (rest === '' && !url.path.endsWith('/')) {
    return redirect(withQuery(place.basePath, url), 'permanent')
  }
  if (rest === '~pdf') return answerPdf(tools, visit, place)
  const feed = /^(?:(.+)\/)?rss\.xml$/.exec(rest)
  if (feed !== null) return answerRss(tools, { visit, place, rest: feed[1] ?? '' })
  const pages = /^sitemap-pages(?:-(\d{1,4}))?\.xml$/.exec(rest)
  if (pages !== null) {
    return answerSitemap(tools, held, { place, number: Number(pages[1] ?? 1) })
  }
  return answerPath(tools, { visit, place, rest })
}

async function answerForm(tools: Tools, visit: Visit): Promise<Produced> {
  if (visit.inside === '~seen') return answerSeen(tools, visit)
  if (visit.inside === tryPath) return answerTry(tools, visit)
  return visit.inside.endsWith('~feedback')
    ? answerFeedback(tools, visit)
    : methodNotAllowed()
}

/** Answers fixed paths of a site, such as `~search` and `robots.txt`; undefined for other paths. */
function answerName(
  tools: Tools,
  visit: Visit,
): Promise<Produced> | Produced | undefined {
  const { inside, held } = visit
  if (inside.startsWith('~assets/')) return answerAsset(tools, inside.slice(8))
  if (inside.startsWith('~theme/')) return answerTheme(tools, held.site, inside.slice(7))
  if (inside.startsWith('~fonts/')) return answerFont(tools, held.site, inside.slice(7))
  if (inside.startsWith('~icon/')) return answerIcon(held.site, inside.slice(6))
  if (inside.startsWith('~diagrams/')) {
    return answerDiagram(tools, visit, inside.slice(10))
  }
  switch (inside) {
    case '~search':
      return answerSearch(tools, visit)
    case 'favicon.ico':
      return answerFavicon(held.site)
    case 'robots.txt':
      return answerRobots(held.site)
    case 'sitemap.xml':
      return answerSitemap(tools, held)
    case 'llms.txt':
      return answerLlms(tools, held, false)
    case 'llms-full.txt':
      return answerLlms(tools, held, true)
    default:
      return undefined
  }
}

function methodNotAllowed(): Produced {
  return plain(405, 'This address only shows something: use GET.', { allow: 'GET, HEAD' })
}
