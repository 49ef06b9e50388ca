export { foundOrganization } from './found-organization.ts'
export { organizationPolicy } from './organization-policy.ts'
export { knownKeysOfRule } from './organization-settings.ts'
