import { namesOrganization } from '#/platform/integrity/names-organization.ts'

export const sessionWalk = namesOrganization('session-organization', 'browser_session')
