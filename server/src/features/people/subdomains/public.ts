export { claimSubdomain, isSubdomain, releaseSubdomain } from './claim-subdomain.ts'
