import type { PageMetaLinks } from '@lectern/contract/page-meta-links.ts'

import { publishedModel } from '#/features/publishing/published-sites/public.ts'
import { siteSpacesInOrder } from '#/features/publishing/site-structure/public.ts'
import { findPageAtPath, findPageById, hasPath } from '#/features/writing/pages/public.ts'
import {
  type Publication,
  selectPublication,
  siteUrls,
} from '#/features/writing/publications/public.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { selectLanguages } from './meta-link-queries.ts'

/** The languages that are looked at: a section has few. */
const languagesMax = 50

interface OfPage {
  readonly spaceId: string
  readonly pageId: string
}

/** What is said of a page of the main content; undefined if it is not there for the reader. */
export async function metaLinksOf(
  context: ReaderContext,
  { spaceId, pageId }: OfPage,
): Promise<PageMetaLinks | undefined> {
  const { organizationId, page } = await findPageById(context, spaceId, pageId)
  if (page === undefined) return undefined
  const of = { organizationId, spaceId }
  const publication = await publicationFor(context, of)
  if (publication === undefined || !hasPath(page) || page.type === 'group') return {}
  const first = await findPageAtPath(context, spaceId, [])
  const path = first?.id === pageId ? '' : page.path
  const { sectionPath, siteSpacePath } = publication
  const url = siteUrls.published(context.config, publication, {
    sectionPath: sectionPath ?? undefined,
    siteSpacePath: siteSpacePath ?? undefined,
    pagePath: path,
  })
  const alternates = await alternatesOf(context, { ...of, publication, path })
  return { canonical: { kind: 'url', url: new URL(url).href }, alternates }
}

/**
 * Where readers find the space. Visitors of a site hear of no other site, unless that is open to
 * everybody.
 */
async function publicationFor(
  { db, caller }: ReaderContext,
  of: { readonly organizationId: string; readonly spaceId: string },
): Promise<Publication | undefined> {
  const row = await db.first(selectPublication, of)
  const publication = row?.publication ?? undefined
  if (publication === undefined || !isVisitor(caller)) return publication
  const isTheirs = publication.siteId === caller.siteId
  return isTheirs || publication.visibility === 'public' ? publication : undefined
}

interface Published {
  readonly organizationId: string
  readonly spaceId: string
  readonly publication: Publication
  /** The path of the page, empty for the first one. */
  readonly path: string
}

type Alternates = NonNullable<PageMetaLinks['alternates']>

/** The same page in the other languages of the section, where the reader sees it. */
async function alternatesOf(
  context: ReaderContext,
  { organizationId, spaceId, publication, path }: Published,
): Promise<Alternates> {
  const { siteId } = publication
  const model = await publishedModel(context, { organizationId, siteId })
  const all = model === undefined ? [] : siteSpacesInOrder(model.tree)
  const own = all.find((node) => node.spaceId === spaceId)
  const variants = all.filter((node) => node.sectionId === own?.sectionId && node.isLive)
  const spaceIds = [...new Set(variants.map((node) => node.spaceId))]
  if (spaceIds.length < 2) return []
  const rows = await context.db.many(selectLanguages, { organizationId, spaceIds })
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  const ownLanguage = languages.get(spaceId)
  const others = spaceIds.filter((id) => {
    const language = languages.get(id)
    return language !== undefined && language !== ownLanguage
  })
  const found = await Promise.all(
    others
      .slice(0, languagesMax)
      .map(async (id) => samePage(context, { spaceId: id, path })),
  )
  return found.flat()
}

/** The page with the path in another space; none where the reader does not see it. */
async function samePage(
  context: ReaderContext,
  { spaceId, path }: { readonly spaceId: string; readonly path: string },
): Promise<Alternates> {
  const segments = path === '' ? [] : path.split('/')
  const page = await findPageAtPath(context, spaceId, segments).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return undefined
      throw error
    },
  )
  const isSame = page?.type === 'document' && (path === '' || page.path === path)
  return isSame ? [{ kind: 'page', page: page.id, space: spaceId }] : []
}
