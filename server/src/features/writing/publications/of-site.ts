/** Names a site; its id alone names none. */
export type OfSite = Readonly<{ organizationId: string; siteId: string }>
