import { namesOrganization } from '#/platform/integrity/names-organization.ts'

export const tokenWalk = namesOrganization('token-organization', 'api_token')
