export { claimSubdomain, isSubdomain, releaseSubdomain } from './claim-subdomain.ts'
export { isReservedSubdomain } from './reserved-subdomains.ts'
