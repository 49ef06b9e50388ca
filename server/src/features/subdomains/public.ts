export { claimSubdomain, releaseSubdomain } from './claim-subdomain.ts'
