export { releaseHostname } from './release-hostname.ts'
export { recordSiteChange, recordSitePartChange } from './site-events.ts'
export {
  seesSite,
  type SiteActor,
  type SiteActorColumns,
  siteGrantedRank,
} from './site-access.ts'
export { sitePolicy } from './site-policy.ts'
export { shownSpaces, siteColumns, siteForCaller, type SiteRow } from './site-queries.ts'
export { lockSite, resolveSite, seenByCaller, touchSite } from './site-resolve.ts'
export { addressOf, viewSite } from './site-view.ts'
