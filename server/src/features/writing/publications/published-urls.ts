import type { Space } from '@lectern/contract/spaces.ts'

import type { Config } from '#/platform/config/config.ts'

import type { Publication } from './publication-queries.ts'
import { siteUrls } from './site-urls.ts'

/** The key of a share link, and the site that it was found to open. */
export interface OpenShare {
  readonly siteId: string
  readonly key: string
}

/** Where readers find a space; `public` only while everybody may read it. */
export function publishedUrls(
  config: Config,
  publication: Publication | null,
  share?: OpenShare,
): Pick<Space['urls'], 'published' | 'public'> {
  if (publication === null) return {}
  const { sectionPath, siteSpacePath } = publication
  const published = siteUrls.published(config, publication, {
    shareKey: share?.siteId === publication.siteId ? share.key : undefined,
    sectionPath: sectionPath ?? undefined,
    siteSpacePath: siteSpacePath ?? undefined,
  })
  return { published, ...(publication.visibility === 'public' && { public: published }) }
}
