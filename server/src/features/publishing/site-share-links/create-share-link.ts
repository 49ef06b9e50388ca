import { authorize } from '#/access/actor.ts'
import { lockSite, sitePolicy, touchSite } from '#/features/publishing/sites/public.ts'
import {
  hashOfShareKey,
  newShareKey,
  siteUrls,
} from '#/features/writing/publications/public.ts'
import { written } from '#/platform/database/written.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { tooManyShareLinks } from './share-link-errors.ts'
import { siteShareLinkCreated } from './share-link-events.ts'
import { insertShareLink } from './share-link-queries.ts'
import { shareLinkSecrets } from './share-link-secrets.ts'
import { viewShareLink } from './share-link-view.ts'

const linksMax = 1000

export const createSiteShareLink = operation(
  'createSiteShareLink',
  async ({ params, body: { name } }, context) =>
    change(context, async (tx) => {
      const { organizationId, siteId } = params
      const { actor, site } = await lockSite(tx, context, organizationId, siteId)
      authorize(sitePolicy.admin(actor), 'share this site by link', 'the admin role')
      if (site.share_links >= linksMax) throw tooManyShareLinks(linksMax)

      const key = newShareKey()
      const shareLinkId = newId()
      const scope = shareLinkSecrets.scopeOf(organizationId, `${siteId}/${shareLinkId}`)
      const row = written(
        await tx.first(insertShareLink, {
          ...params,
          shareLinkId,
          name,
          keySealed: context.sealer.seal(key, scope),
          keyHash: hashOfShareKey(params, key),
        }),
      )
      await touchSite(tx, params, { shareLinks: 1 })
      siteShareLinkCreated(tx, context, { ...params, shareLinkId, name })
      return new Created(
        viewShareLink(context, params, site, row),
        `${siteUrls.location(context.config, organizationId, siteId)}/share-links/${shareLinkId}`,
      )
    }),
)
