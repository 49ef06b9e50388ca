import { urlLengthMax } from '@lectern/contract/common.ts'

import { authorize } from '#/access/actor.ts'
import {
  claimsProblem,
  findKnownClaims,
} from '#/features/publishing/site-adaptive/public.ts'
import { readStructure } from '#/features/publishing/site-structure/public.ts'
import { addressOf, resolveSite, sitePolicy } from '#/features/publishing/sites/public.ts'
import { type OfSite, siteUrls } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { selectPreviewedSiteSpace, selectPreviewEnd } from './preview-queries.ts'
import {
  type Preview,
  previewParameter,
  previewSeconds,
  signPreview,
} from './preview-token.ts'
import { badClaims, claimsTooLong } from './publishing-errors.ts'
import { readRison, RisonError } from './read-rison.ts'

/** The room in the URL of a preview for the path of a page, since the token stands in each. */
const pathRoom = 256
const linkLengthMax = urlLengthMax - pathRoom

export const getSitePublishingPreviewById = operation(
  'getSitePublishingPreviewById',
  async ({ params, query }, context) => {
    const { db, config, signer } = context
    const { organizationId, siteId } = params
    const { actor, site } = await resolveSite(db, context, organizationId, siteId)
    authorize(sitePolicy.admin(actor), 'preview this site', 'the admin role')
    if (actor.organizationRole !== 'admin') await requireAllSpaces(context, params)
    await requireSiteSpace(db, params, query.siteSpace)
    const claims = await readClaims(db, params, query.claims)

    const { ends_at } = written(
      await db.first(selectPreviewEnd, { seconds: previewSeconds }),
    )
    const preview = { ...params, siteSpaceId: query.siteSpace, claims, endsAt: ends_at }
    const url = new URL(siteUrls.published(config, addressOf(site)))
    url.searchParams.set(previewParameter, signPreview(signer, preview))
    const { href } = url
    if (href.length > linkLengthMax) throw claimsTooLong(href.length, linkLengthMax)
    return { url: href }
  },
)

/** Refuses callers who may not see every space: a role on the site gives nothing on its content. */
async function requireAllSpaces(context: Context, site: OfSite): Promise<void> {
  const { tree } = await readStructure(context.db, context, site)
  const seesAll = tree.siteSpaces.every(({ isLive, isShown }) => isShown || !isLive)
  authorize(seesAll, 'preview this site', 'access to every space that it shows')
}

async function requireSiteSpace(
  db: Queryable,
  site: OfSite,
  siteSpaceId: string | undefined,
): Promise<void> {
  if (siteSpaceId === undefined) return
  const found = await db.first(selectPreviewedSiteSpace, { ...site, siteSpaceId })
  if (found === undefined) throw notFound('site-space', siteSpaceId)
}

async function readClaims(
  db: Queryable,
  site: OfSite,
  text: string | undefined,
): Promise<Preview['claims']> {
  if (text === undefined || text === '') return {}
  const claims = readText(text)
  const problem = claimsProblem(await findKnownClaims(db, site), claims)
  if (problem !== undefined) throw badClaims(`does not fit: ${problem}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- claimsProblem refuses what is no object
  return claims as Preview['claims']
}

function readText(text: string): unknown {
  try {
    return readRison(text)
  } catch (error) {
    if (error instanceof RisonError) throw badClaims(error.message)
    throw error
  }
}
