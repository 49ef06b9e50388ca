import { requirePageInPlace } from '#/features/writing/pages/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { operation } from '#/platform/http/operation.ts'

import { metaLinksOf } from './meta-links.ts'

export const listSpacePageMetaLinks = operation(
  'listSpacePageMetaLinks',
  async ({ params }, context) => {
    const links = await metaLinksOf(context, params)
    if (links === undefined) throw notFound('page', params.pageId)
    return links
  },
)

export const listRevisionPageMetaLinks = operation(
  'listRevisionPageMetaLinks',
  async ({ params: { pageId, ...place } }, context) => {
    await requirePageInPlace(context, place, pageId)
    return (await metaLinksOf(context, { ...place, pageId })) ?? {}
  },
)

export const listChangeRequestPageMetaLinks = operation(
  'listChangeRequestPageMetaLinks',
  async ({ params: { pageId, ...place } }, context) => {
    await requirePageInPlace(context, place, pageId)
    return (await metaLinksOf(context, { ...place, pageId })) ?? {}
  },
)
