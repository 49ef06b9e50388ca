import { authorize, requireVersion } from '#/access/actor.ts'
import {
  type OfSite,
  updateOpenness,
  watchVisibility,
} from '#/features/writing/publications/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'

import { siteIsEmpty } from './site-errors.ts'
import { sitePublished, siteUnpublished } from './site-events.ts'
import { sitePolicy } from './site-policy.ts'
import { lockSite, resolveSite, touchSite } from './site-resolve.ts'
import { viewSite } from './site-view.ts'
import { updatePublished } from './site-write-queries.ts'

export const publishSite = operation(
  'publishSite',
  async ({ params: { organizationId, siteId } }, context) =>
    change(context, async (tx) => {
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'publish this site', 'the admin role')
      requireVersion(context, site.version, 'site')
      if (site.published) return viewSite({ organizationId, actor, site }, context)
      if (site.site_spaces === 0) throw siteIsEmpty(siteId)

      await setPublished(tx, { organizationId, siteId }, true)
      sitePublished(tx, context, { organizationId, siteId })
      return readAgain(tx, context, { organizationId, siteId })
    }),
)

export const unpublishSite = operation(
  'unpublishSite',
  async ({ params: { organizationId, siteId } }, context) =>
    change(context, async (tx) => {
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'unpublish this site', 'the admin role')
      requireVersion(context, site.version, 'site')
      if (!site.published) return viewSite({ organizationId, actor, site }, context)

      await setPublished(tx, { organizationId, siteId }, false)
      siteUnpublished(tx, context, { organizationId, siteId })
      return readAgain(tx, context, { organizationId, siteId })
    }),
)

async function setPublished(
  tx: Transaction,
  of: OfSite,
  published: boolean,
): Promise<void> {
  await watchVisibility(tx, of, async () => {
    await tx.run(updatePublished, { ...of, published })
    await tx.run(updateOpenness, of)
  })
  await touchSite(tx, of)
}

async function readAgain(
  tx: Transaction,
  context: Context,
  { organizationId, siteId }: OfSite,
) {
  const found = await resolveSite(tx, context, organizationId, siteId)
  return viewSite({ organizationId, ...found }, context)
}
