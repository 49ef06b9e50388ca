import type { HeadView } from '#/model.ts'
import { isForAgents } from '#/serve/places/site-at.ts'
import type { Breadcrumb } from '#/shell/views.ts'

import { samePage, siblingPlaces } from './frame-view.ts'
import {
  canonicalHref,
  isIndexed,
  markdownPath,
  pageHref,
  type PageReading,
  type Reading,
  siteTitleOf,
} from './reading.ts'
import { iconNameOf } from './site-icon.ts'

/** The paths of the files that every page loads, ready for attributes; names hold a hash. */
export interface PageAssets {
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
  readonly fonts: readonly string[]
  readonly themeHref: string
}

export function headView(reading: PageReading, assets: PageAssets): HeadView {
  const { place, revision, current, customization, language, direction } = reading
  const { page } = current
  const social = customization.socialPreview.url
  return {
    title: page.title,
    siteTitle: siteTitleOf(reading),
    ...(page.description !== undefined && { description: page.description }),
    canonical: canonicalHref(place, revision, page),
    language,
    direction,
    isIndexed: isIndexed(reading),
    alternates: alternates(reading),
    ...(social !== undefined && { socialImage: social }),
    ...iconIn(reading),
    breadcrumbs: breadcrumbs(reading).flatMap(({ title, href }) =>
      href === undefined
        ? []
        : [{ title, href: place.canonicalBase + href.slice(place.basePath.length) }],
    ),
    ...(isForAgents(reading.site) && {
      markdownHref: place.basePath + markdownPath(page),
      feedHref: `${place.basePath}rss.xml`,
    }),
    ...(page.updatedAt !== undefined && { updatedAt: page.updatedAt }),
    ...assets,
  }
}

/** The head of pages without content of authors: search results, a missing page. */
export function plainHeadView(
  reading: Reading,
  title: string,
  assets: PageAssets,
): HeadView {
  const { place, language, direction } = reading
  return {
    title,
    siteTitle: siteTitleOf(reading),
    canonical: place.canonicalBase,
    language,
    direction,
    isIndexed: false,
    alternates: [],
    ...iconIn(reading),
    breadcrumbs: [],
    ...assets,
  }
}

function iconIn({
  site,
  customization,
}: Reading): Pick<HeadView, 'favicon' | 'faviconHref'> {
  const { favicon } = customization
  if ('icon' in favicon) return { favicon: favicon.icon }
  const name = iconNameOf(customization)
  return name === undefined ? {} : { faviconHref: `${site.siteBasePath}~icon/${name}` }
}

/** The titles from the section down to the page's parent. A group has no link. */
export function breadcrumbs({
  site,
  place,
  revision,
  current,
}: PageReading): readonly Breadcrumb[] {
  const section =
    place.section === undefined || site.siteSpaces.length < 2
      ? []
      : [{ title: place.section.title, href: place.basePath }]
  const parents = current.parents.map((parent) =>
    parent.type === 'group'
      ? { title: parent.title }
      : { title: parent.title, href: pageHref(place, revision, parent) },
  )
  const isHome = revision.home?.page.id === current.page.id
  return isHome ? parents : [...section, ...parents]
}

/** The same page in each language, as whole URLs; empty when there is only one language. */
function alternates(reading: PageReading): HeadView['alternates'] {
  const found = siblingPlaces(reading).flatMap((place) => {
    const { language } = place.siteSpace.space
    const href = samePage(reading, place, reading.current)
    if (language === undefined || href === undefined) return []
    const canonical = place.canonicalBase + href.slice(place.basePath.length)
    return [{ language, href: canonical, isDefault: place.siteSpace.default === true }]
  })
  if (new Set(found.map(({ language }) => language)).size < 2) return []
  const first = found.find(({ isDefault }) => isDefault)
  return [
    ...found.map(({ language, href }) => ({ language, href })),
    ...(first === undefined ? [] : [{ language: 'x-default', href: first.href }]),
  ]
}
