import { getSubdomain } from './get-subdomain.ts'

export const subdomainOperations = [getSubdomain]
