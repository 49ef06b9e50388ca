import { namesOrganization } from '#/platform/integrity/names-organization.ts'

export const visitWalk = namesOrganization('site-visit-organization', 'site_visit')
