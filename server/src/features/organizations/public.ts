export { foundOrganization } from './found-organization.ts'
