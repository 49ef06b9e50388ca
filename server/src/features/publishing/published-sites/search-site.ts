import type { SiteSearchScope } from '@lectern/contract/published-sites.ts'

import { defaultsOf, type SiteTree } from '#/features/publishing/site-structure/public.ts'
import { searchSpaces } from '#/features/writing/search/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { readPage } from '#/platform/http/paging.ts'

import { seenSite } from './seen-site.ts'

export const searchSiteContent = operation(
  'searchSiteContent',
  async ({ params, query, body }, context) => {
    const { organizationId, siteId } = params
    const { tree } = await seenSite(context, { organizationId, siteId })
    const scope = scopeOf(body)
    const spaceIds = spacesIn(tree, scope)
    // The cursor of a page is bound to the query and the scope as well.
    const filters = { ...query, asked: body.query, scope: JSON.stringify(scope) }
    const page = readPage(context, { params, query: filters })
    const { limit } = query
    return searchSpaces(context, page, {
      organizationId,
      spaceIds,
      query: body.query,
      limit,
    })
  },
)

interface AskedScope {
  readonly scope?: SiteSearchScope
  readonly mode?: 'specific' | 'current' | 'all'
  readonly siteSpaceIds?: readonly string[]
  readonly siteSpaceId?: string
}

/** The scope of a search, which callers may also express by `mode` and the ids beside it. */
function scopeOf({
  scope,
  mode,
  siteSpaceIds,
  siteSpaceId,
}: AskedScope): SiteSearchScope {
  if (scope !== undefined) return scope
  if (mode === 'all') return { mode: 'all' }
  if (siteSpaceIds !== undefined) {
    return { mode: 'specific', siteSpaceIds: [...siteSpaceIds] }
  }
  return {
    mode: 'default',
    ...(siteSpaceId !== undefined && { currentSiteSpace: siteSpaceId }),
  }
}

/**
 * The spaces to search among those the caller sees; ids in the scope they cannot see are ignored.
 */
function spacesIn(tree: SiteTree, scope: SiteSearchScope): string[] {
  const wanted = siteSpacesIn(tree, scope)
  return [...new Set(wanted.map(({ spaceId }) => spaceId))]
}

function siteSpacesIn(tree: SiteTree, scope: SiteSearchScope): SiteTree['siteSpaces'] {
  if (scope.mode === 'all') return tree.siteSpaces
  if (scope.mode === 'specific') {
    return tree.siteSpaces.filter(({ id }) => scope.siteSpaceIds.includes(id))
  }
  const { siteSpaceIds } = defaultsOf(tree)
  const current = tree.siteSpaces.find(({ id }) => id === scope.currentSiteSpace)
  const firsts = new Set(siteSpaceIds.values())
  return tree.siteSpaces.filter(
    ({ id, sectionId }) =>
      id === current?.id || (firsts.has(id) && sectionId !== current?.sectionId),
  )
}
