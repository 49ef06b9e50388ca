export {
  defaultSection,
  opennessOfSite,
  type Publication,
  publicationOfNode,
} from './publication-queries.ts'
export { siteHappened } from './site-events.ts'
export { sitePolicy } from './site-policy.ts'
export {
  lockSiteToShare,
  type OfSite,
  shownSpaces,
  siteColumns,
  siteForCaller,
  type SiteRow,
} from './site-queries.ts'
export { lockSite, resolveSite, touchSite } from './site-resolve.ts'
export { type PlaceInSite, siteUrls } from './site-urls.ts'
export { addressOf, viewSite } from './site-view.ts'
export { takeFromSites, touchSitesOf, watchVisibility } from './space-visibility.ts'
