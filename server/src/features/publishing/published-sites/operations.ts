import { getContentByUrl } from './get-content-by-url.ts'
import { getPublishedContentSite } from './get-published-site.ts'
import { prewarmSiteSearch } from './prewarm-search.ts'
import {
  getPublishedContentByUrl,
  resolvePublishedContentByUrl,
} from './resolve-published-url.ts'
import { searchSiteContent } from './search-site.ts'

export const publishedSiteOperations = [
  resolvePublishedContentByUrl,
  getPublishedContentByUrl,
  getContentByUrl,
  getPublishedContentSite,
  searchSiteContent,
  prewarmSiteSearch,
]
