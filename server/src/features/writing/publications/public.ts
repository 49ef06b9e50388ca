export { findShareLinkByKey } from './find-share-link.ts'
export type { OfSite } from './of-site.ts'
export {
  defaultSection,
  lockSitesOfSpaces,
  opennessOfSite,
  type Publication,
  publicationOfNode,
  selectPublication,
  selectSiteOfOnly,
  updateOpenness,
} from './publication-queries.ts'
export { type OpenShare, publishedUrls } from './published-urls.ts'
export { hashOfShareKey, isShareKey, newShareKey } from './share-key.ts'
export {
  encodeSegment,
  type PlaceInSite,
  type SiteAddress,
  siteUrls,
} from './site-urls.ts'
export { takeFromSites, touchSitesOf, watchVisibility } from './space-visibility.ts'
