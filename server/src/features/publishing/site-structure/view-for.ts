import { viewSpaces } from '#/features/writing/spaces/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Context } from '#/platform/http/context.ts'

import { readsLinks, withoutLinks } from './reads-links.ts'
import { type SiteSpaceNode, siteSpacesOf, type SiteTree, walk } from './site-tree.ts'
import type { Structure } from './structure-resolve.ts'
import { type Viewing, viewing } from './structure-view.ts'

interface Wanted {
  readonly siteSpaces: readonly SiteSpaceNode[]
  /** The key of a valid share link. */
  readonly shareKey?: string | undefined
  /** Whether external links are shown; without it, to clients that can read them. */
  readonly externalLinks?: boolean | undefined
}

/** Reads the spaces that an answer shows; all other data is in the structure. */
export async function viewFor(
  db: Queryable,
  context: Pick<Context, 'caller' | 'config' | 'userAgent'>,
  { organizationId, site, tree }: Structure,
  { siteSpaces, shareKey, externalLinks = readsLinks(context) }: Wanted,
): Promise<Viewing> {
  const { caller, config } = context
  const shown = siteSpaces.filter((node) => node.isShown)
  const ids = [...new Set(shown.map(({ spaceId }) => spaceId))]
  const share = shareKey === undefined ? undefined : { siteId: site.id, key: shareKey }
  const spaces = await viewSpaces({ caller, config, db, share }, organizationId, ids)
  const seen = externalLinks ? tree : withoutLinks(tree)
  return viewing(config, { site, tree: seen, spaces, shareKey })
}

/** The site-spaces in all sections of a group and of its subgroups. */
export function siteSpacesBelow(
  tree: SiteTree,
  groupId: string,
): readonly SiteSpaceNode[] {
  return walk(tree, groupId).flatMap(({ type, node }) =>
    type === 'site-section' ? siteSpacesOf(tree, node.id) : [],
  )
}
