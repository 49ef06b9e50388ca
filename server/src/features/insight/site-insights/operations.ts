import { aggregateSiteEvents } from './aggregate-events.ts'
import { listSiteVisitorSegments } from './list-visitor-segments.ts'
import { trackEventsInSiteById } from './track-events.ts'

export const siteInsightsOperations = [
  trackEventsInSiteById,
  aggregateSiteEvents,
  listSiteVisitorSegments,
]
