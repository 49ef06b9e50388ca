import type { SiteStructure } from '@lectern/contract/site-structure.ts'
import type { Site } from '@lectern/contract/sites.ts'

import {
  readStructure,
  siteSpacesInOrder,
  type SiteTree,
  validShareKey,
  viewFor,
  viewing,
  viewStructure,
  withoutLinks,
} from '#/features/publishing/site-structure/public.ts'
import { resolveSite, viewSite } from '#/features/publishing/sites/public.ts'
import {
  findShareLinkByKey,
  type OfSite,
} from '#/features/writing/publications/public.ts'
import { viewSpacesForVisitor } from '#/features/writing/spaces/public.ts'
import { variant } from '#/platform/database/statement.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type Sight, type SiteVisitor } from '#/platform/http/caller.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'

import { type Claims, visiblePart } from './audience.ts'
import { selectEpoch } from './published-queries.ts'
import { siteModel, type SiteModel } from './site-model.ts'

interface AskedView {
  readonly shareKey?: string
  /** Whether to show external links; by default to members whose client can read them. */
  readonly externalLinks?: boolean
}

/** A site as one reader sees it. */
export interface SeenSite {
  /** The part of the site that the reader sees. */
  readonly tree: SiteTree
  /** The claims of a visitor; undefined for members, who see parts with conditions in any case. */
  readonly claims: Claims | undefined
  /**
   * The answer for the reader; refuses a share key that does not open the site. Undefined if the
   * site has changed since it was seen.
   */
  readonly view: (
    asked: AskedView,
  ) => Promise<{ readonly site: Site; readonly structure: SiteStructure } | undefined>
}

/**
 * The site as a visitor or a member sees it; refuses a site that is not open to the visitor, and to
 * members one that is not published.
 */
export async function seenSite(context: ReaderContext, of: OfSite): Promise<SeenSite> {
  const { caller } = context
  return isVisitor(caller)
    ? seenByVisitor(context, of, caller)
    : seenByMember({ ...context, caller }, of)
}

async function seenByMember(context: Context, of: OfSite): Promise<SeenSite> {
  const { db } = context
  const { organizationId, siteId } = of
  const [found, { actor, site }] = await Promise.all([
    readStructure(db, context, of),
    resolveSite(db, context, organizationId, siteId),
  ])
  if (!site.published) throw notFound('site', siteId)
  const shown = found.tree.siteSpaces.filter(({ isShown }) => isShown)
  return {
    tree: { ...found.tree, siteSpaces: shown },
    claims: undefined,
    async view({ shareKey: given, externalLinks }) {
      const shareKey = await validShareKey(db, found, given)
      const { siteSpaces } = found.tree
      const live = { ...found, tree: withoutDrafts(found.tree) }
      const structure = viewStructure(
        await viewFor(db, context, live, { siteSpaces, shareKey, externalLinks }),
      )
      return {
        site: viewSite({ organizationId, actor, site, shareKey }, context),
        structure,
      }
    },
  }
}

async function seenByVisitor(
  context: ReaderContext,
  of: OfSite,
  visitor: SiteVisitor,
): Promise<SeenSite> {
  const { organizationId, siteId } = of
  const isTheirs = visitor.siteId === siteId && visitor.organizationId === organizationId
  const sight = isTheirs ? await visitor.look('fresh') : undefined
  const model = sight && (await siteModel(context, of, sight.epoch))
  if (sight === undefined || model === undefined) throw notFound('site', siteId)
  const { tree } = visiblePart(model.tree, sight.claims)
  return {
    tree,
    claims: sight.claims,
    view: async (asked) => viewForVisitor(context, of, { model, sight, tree }, asked),
  }
}

interface Seen {
  readonly model: SiteModel
  readonly sight: Sight
  readonly tree: SiteTree
}

async function viewForVisitor(
  context: ReaderContext,
  of: OfSite,
  { model, sight, tree }: Seen,
  { shareKey: given, externalLinks = false }: AskedView,
) {
  const { db, config } = context
  const { organizationId, siteId } = of
  const isShared = model.site.visibility === 'share-link' && given !== undefined
  const link = isShared ? await findShareLinkByKey(db, { ...of, key: given }) : undefined
  if (isShared && link === undefined) throw notFound('site', siteId)
  const siteEpoch = sight.epoch
  const asked = {
    organizationId,
    siteId,
    siteEpoch,
    callerId: '',
    [variant]: 'visitor',
  } as const
  const spaceIds = [...sight.spaceIds]
  const shareKey = isShared ? given : undefined
  const share = shareKey === undefined ? undefined : { siteId, key: shareKey }
  const spaces = await viewSpacesForVisitor({ ...context, share }, asked, spaceIds)
  // Of a site with another epoch no space is shown, and of any site none that is in the trash.
  if (spaces.size < spaceIds.length) {
    const now = await db.first(selectEpoch, of)
    if (now?.epoch !== siteEpoch) return undefined
  }
  const view = viewing(config, {
    site: model.site,
    tree: withoutConditions(externalLinks ? tree : withoutLinks(tree)),
    spaces,
    shareKey,
  })
  return {
    site: viewSite(
      {
        organizationId,
        actor: undefined,
        site: { ...model.site, site_spaces: siteSpacesInOrder(tree).length },
        shareKey,
      },
      context,
    ),
    structure: viewStructure(view),
  }
}

/** The tree without links that are not for readers yet. */
function withoutDrafts(tree: SiteTree): SiteTree {
  return { ...tree, links: tree.links.filter(({ draft }) => !draft) }
}

/** The tree without its conditions, which would tell visitors who else sees a part. */
function withoutConditions(tree: SiteTree): SiteTree {
  return {
    ...tree,
    sections: tree.sections.map((section) => ({ ...section, condition: null })),
    links: tree.links.map((link) => ({ ...link, condition: null })),
    siteSpaces: tree.siteSpaces.map((one) => ({ ...one, condition: null })),
  }
}
