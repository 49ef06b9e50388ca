/** The ids that name a site: its own alone names none. */
export type OfSite = Readonly<{ organizationId: string; siteId: string }>
