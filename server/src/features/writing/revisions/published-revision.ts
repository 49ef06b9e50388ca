import type { Revision } from '@lectern/contract/content.ts'

import type { FoundRevision } from '#/content-store/read/public.ts'
import {
  publishedUrls,
  selectPublication,
} from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

type PublishedUrls = Pick<Revision['urls'], 'published' | 'public'>
type OfRevision = Pick<FoundRevision, 'organizationId' | 'spaceId' | 'branchId'>

/**
 * Where readers find the space of a revision of the main content. No site shows the content of a
 * change request.
 */
export async function publishedUrlsOf(
  db: Queryable,
  config: Config,
  { organizationId, spaceId, branchId }: OfRevision,
): Promise<PublishedUrls> {
  if (branchId !== spaceId) return {}
  const row = await db.first(selectPublication, { organizationId, spaceId })
  return publishedUrls(config, row?.publication ?? null)
}

/** The same for one request, which looks once; visitors know the site that they came to. */
export function publishedFor({ db, config, caller }: ReaderContext) {
  let known: Promise<PublishedUrls> | undefined
  const urlsOf = async (revision: FoundRevision) => {
    if (isVisitor(caller)) return {}
    known ??= publishedUrlsOf(db, config, revision)
    return known
  }
  return {
    seenAs: async (revision: FoundRevision): Promise<readonly unknown[]> =>
      Object.values(await urlsOf(revision)),
    /** The answer about a revision with its addresses for readers. */
    view: async (revision: FoundRevision, shown: Revision): Promise<Revision> => ({
      ...shown,
      urls: { ...shown.urls, ...(await urlsOf(revision)) },
    }),
  }
}
