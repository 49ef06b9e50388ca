import type {
  SiteExternalLink,
  SiteSectionOrGroup,
} from '@lectern/contract/site-structure.ts'

import type { FrameView, NavigationLink, SectionEntry, VariantEntry } from '#/model.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'

import { pageHref, type PageReading, type Reading, siteTitleOf } from './reading.ts'
import { destinationOf } from './references.ts'

/** The frame around a page. It depends on the page only through the links to its variants. */
export function frameView(reading: Reading, current?: PageReading['current']): FrameView {
  const { site, customization, language, direction } = reading
  const announcement = announcementOf(reading)
  return {
    siteTitle: siteTitleOf(reading),
    homeHref: site.siteBasePath,
    language,
    direction,
    customization,
    ...(customization.header.logo && { logo: customization.header.logo }),
    headerLinks: headerLinks(reading),
    sections: sectionEntries(reading),
    variants: variantEntries(reading, current),
    footerGroups: customization.footer.groups.map(({ title, links }) => ({
      title,
      links: resolvedLinks(reading, links),
    })),
    searchHref: `${site.siteBasePath}~search`,
    ...(announcement && { announcement }),
  }
}

type Links = Reading['customization']['footer']['groups'][number]['links']

function resolvedLinks(
  reading: Reading,
  links: Links,
): { title: string; href: string }[] {
  return links.flatMap(({ title, to }) => {
    const href = destinationOf(reading, to)?.href
    return href === undefined ? [] : [{ title, href }]
  })
}

function headerLinks(reading: Reading): readonly NavigationLink[] {
  return reading.customization.header.links.flatMap(({ title, style, to, links }) => {
    const href = to === null ? undefined : destinationOf(reading, to)?.href
    const below = resolvedLinks(reading, links)
    if (href === undefined && below.length === 0) return []
    return [
      {
        title,
        ...(href !== undefined && { href }),
        style: style ?? 'link',
        links: below,
      },
    ]
  })
}

function announcementOf(reading: Reading): FrameView['announcement'] {
  const { announcement } = reading.customization
  if (announcement?.enabled !== true) return undefined
  const { message, style, link } = announcement
  const href = link && destinationOf(reading, link.to)?.href
  return {
    message,
    style,
    ...(link && href !== undefined && { link: { title: link.title, href } }),
  }
}

function sectionEntries(reading: Reading): readonly SectionEntry[] {
  const { structure } = reading.site.published
  return structure.type === 'sections' ? entriesOf(reading, structure.structure) : []
}

function entriesOf(
  reading: Reading,
  entries: readonly SiteSectionOrGroup[],
): readonly SectionEntry[] {
  return entries.flatMap((entry) => {
    if (entry.object === 'site-section-group') {
      const children = entriesOf(reading, entry.children)
      if (children.length === 0) return []
      const isCurrent = children.some((child) => child.isCurrent)
      return [{ title: entry.title, ...iconOf(entry), isCurrent, children }]
    }
    if (entry.object === 'site-external-link') return [linkEntry(reading, entry)]
    const place = firstPlaceOf(reading, entry.id)
    if (place === undefined) return []
    return [
      {
        title: entry.title,
        href: place.basePath,
        ...iconOf(entry),
        ...(entry.description !== undefined && { description: entry.description }),
        isCurrent: reading.place.section?.id === entry.id,
        children: [],
      },
    ]
  })
}

function linkEntry(
  { customization: { externalLinks } }: Reading,
  { title, url, icon, description }: SiteExternalLink,
): SectionEntry {
  return {
    title,
    href: url,
    ...(icon !== undefined && { icon }),
    ...(description !== undefined && { description }),
    isCurrent: false,
    inNewTab: externalLinks.target === 'blank',
    children: [],
  }
}

function iconOf({ icon }: { icon?: string }): { icon?: string } {
  return icon === undefined ? {} : { icon }
}

function firstPlaceOf({ site }: Reading, sectionId: string): SiteSpacePlace | undefined {
  const places = site.siteSpaces.filter(({ section }) => section?.id === sectionId)
  return places.find(({ siteSpace }) => siteSpace.default === true) ?? places[0]
}

/** The versions or languages of the current section, the current site-space included. */
export function siblingPlaces({
  site,
  place,
}: Pick<Reading, 'site' | 'place'>): readonly SiteSpacePlace[] {
  return site.siteSpaces.filter(({ section }) => section?.id === place.section?.id)
}

function variantEntries(
  reading: Reading,
  current: PageReading['current'] | undefined,
): readonly VariantEntry[] {
  const places = siblingPlaces(reading)
  if (places.length < 2) return []
  return places.map((place) => {
    const { siteSpace } = place
    const { language } = siteSpace.space
    return {
      title: siteSpace.title,
      href: samePage(reading, place, current) ?? place.basePath,
      ...(language !== undefined && { language }),
      isCurrent: siteSpace.id === reading.place.siteSpace.id,
    }
  })
}

/** The path of the same page in another variant; its first page corresponds to the first page. */
export function samePage(
  reading: Reading,
  place: SiteSpacePlace,
  current: PageReading['current'] | undefined,
): string | undefined {
  if (current === undefined) return undefined
  const spaceId = place.siteSpace.space.id
  const isOwn = place.siteSpace.id === reading.place.siteSpace.id
  const revision = isOwn ? reading.revision : reading.others.get(spaceId)
  if (revision === undefined) return undefined
  const isHome = reading.revision.home?.page.id === current.page.id
  const found = isHome ? revision.home : revision.documentByPath.get(current.page.path)
  return found && pageHref(place, revision, found.page)
}
