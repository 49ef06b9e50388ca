import type { File } from '@lectern/contract/content.ts'
import type { DocumentPage, GroupPage } from '@lectern/contract/pages.ts'
import type { AssetRef, ContentRef } from '@lectern/content/document/references.ts'

import type { Asset, Destination } from '#/model.ts'
import type { SiteSpacePlace } from '#/serve/places/site-spaces.ts'
import type { RevisionIndex } from '#/serve/reads/revision-index.ts'
import { safeHref } from '#/urls.ts'

import { pageHref, type Reading } from './reading.ts'

/** The destination of a reference; undefined when it is gone or not visible to this reader. */
export function destinationOf(
  reading: Reading,
  ref: ContentRef,
  fromPath = '',
): Destination | undefined {
  switch (ref.kind) {
    case 'url':
      return urlDestination(reading, ref.url, fromPath)
    case 'file':
      return fileDestination(reading, ref.file)
    case 'page':
      return pageDestination(reading, ref.page, ref.space)
    case 'anchor':
      return anchorDestination(reading, ref)
    case 'space':
      return spaceDestination(reading, ref.space)
    // Users, collections, reusable contents and specifications have no page on a site.
    default:
      return undefined
  }
}

function fileDestination({ revision }: Reading, fileId: string): Destination | undefined {
  const file = revision.fileById.get(fileId)
  return file && { href: file.downloadURL, title: file.name, isExternal: false }
}

/**
 * The file of this space that a URL in a page names. The URL was given to its author: a reader is
 * shown the one that the api gave to them.
 */
function fileAtUrl({ spaceId, revision }: OfFiles, href: string): File | undefined {
  const [start, rest] = href.split(`/${spaceId}/`, 2)
  const file = revision.fileById.get(rest?.split('/', 1)[0] ?? '')
  return file?.downloadURL.startsWith(`${start}/`) === true ? file : undefined
}

function spaceDestination(reading: Reading, spaceId: string): Destination | undefined {
  const place = placeOf(reading, spaceId)?.place
  return (
    place && { href: place.basePath, title: place.siteSpace.title, isExternal: false }
  )
}

export function assetOf({ place, revision }: Reading, ref: AssetRef): Asset | undefined {
  return assetIn({ spaceId: place.siteSpace.space.id, revision }, ref)
}

/** Where files are looked for. */
interface OfFiles {
  readonly spaceId: string
  readonly revision: Pick<RevisionIndex, 'fileById'>
}

export function assetIn(of: OfFiles, ref: AssetRef): Asset | undefined {
  if (ref.kind === 'url') {
    const href = safeHref(ref.url)
    if (href === undefined || !/^https?:/i.test(href)) return undefined
    const own = fileAtUrl(of, href)
    if (own !== undefined) return assetOfFile(own)
    const name = href.split(/[?#]/, 1)[0]?.split('/').pop() ?? ''
    return { src: href, name, isExternal: true }
  }
  const file = of.revision.fileById.get(ref.file)
  return file && assetOfFile(file)
}

function assetOfFile(file: File): Asset {
  return {
    src: file.downloadURL,
    name: file.name,
    contentType: file.contentType,
    bytes: file.size,
    ...(file.dimensions && {
      width: file.dimensions.width,
      height: file.dimensions.height,
    }),
  }
}

/** The place of a named space on this site: the current one, or else one in the current section. */
function placeOf(
  { place, revision, site, others }: Reading,
  spaceId: string | undefined,
): { place: SiteSpacePlace; revision: RevisionIndex | undefined } | undefined {
  if (spaceId === undefined || spaceId === place.siteSpace.space.id) {
    return { place, revision }
  }
  const shown = site.siteSpaces.filter(({ siteSpace }) => siteSpace.space.id === spaceId)
  const nearest =
    shown.find(({ section }) => section?.id === place.section?.id) ?? shown[0]
  return nearest && { place: nearest, revision: others.get(spaceId) }
}

function pageDestination(
  reading: Reading,
  pageId: string,
  spaceId: string | undefined,
): Destination | undefined {
  const found = placeOf(reading, spaceId)
  const page = found?.revision?.pageById.get(pageId)?.page
  if (found?.revision === undefined || page === undefined) return undefined
  if (page.type === 'link') return destinationOf(reading, page.target)
  if (page.type === 'computed') return undefined
  return { href: pageHref(found.place, found.revision, page), ...aboutPage(page) }
}

function aboutPage(page: DocumentPage | GroupPage): Omit<Destination, 'href'> {
  return {
    title: page.title,
    isExternal: false,
    ...(page.emoji !== undefined && { emoji: page.emoji }),
    ...(page.icon !== undefined && { icon: page.icon }),
    ...(page.type === 'document' &&
      page.description !== undefined && { description: page.description }),
  }
}

function anchorDestination(
  reading: Reading,
  ref: Extract<ContentRef, { kind: 'anchor' }>,
): Destination | undefined {
  const hash = `#${encodeURIComponent(ref.anchor)}`
  if (ref.page === undefined) return { href: hash, title: ref.anchor, isExternal: false }
  const page = pageDestination(reading, ref.page, ref.space)
  return page && { ...page, href: page.href + hash }
}

function urlDestination(
  reading: Reading,
  url: string,
  fromPath: string,
): Destination | undefined {
  const href = safeHref(url)
  if (href === undefined) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
    const spaceId = reading.place.siteSpace.space.id
    const file = fileAtUrl({ spaceId, revision: reading.revision }, href)
    if (file !== undefined) return fileDestination(reading, file.id)
    const isExternal = !isOfSite(reading, href)
    return { href, title: url, isExternal }
  }
  return pathDestination(reading, href, fromPath)
}

function isOfSite({ site, place }: Reading, href: string): boolean {
  return href.startsWith(`${site.origin}/`) || href.startsWith(place.canonicalBase)
}

/** The page at a path that had no target when the body was written: it may exist by now. */
function pathDestination(
  { place, revision }: Reading,
  href: string,
  fromPath: string,
): Destination | undefined {
  const base = new URL(encodeURI(fromPath), 'http://x/')
  if (!URL.canParse(href, base.href)) return undefined
  const { pathname, hash } = new URL(href, base)
  const path = decode(pathname)
    .slice(1)
    .replace(/\/$/, '')
    .replace(/\.md$/i, '')
    .replace(/(?:^|\/)readme$/i, '')
  const page = revision.documentByPath.get(path)?.page
  if (page === undefined) return undefined
  return {
    href: pageHref(place, revision, page) + hash,
    title: page.title,
    isExternal: false,
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
