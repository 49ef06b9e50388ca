import { trackEventsInSiteById } from './track-events.ts'

export const siteInsightsOperations = [trackEventsInSiteById]
