import { Type, type Static } from 'typebox'

import { constant, identifier, named } from './common.ts'
import { defineOperations } from './operation.ts'

/** The name of the subdomain for all published content of an organization. */
export const subdomainName = Type.String({
  minLength: 3,
  maxLength: 32,
  pattern: '^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$',
  examples: ['acme-docs'],
})

export const subdomain = named(
  'Subdomain',
  Type.Object({
    object: constant('subdomain'),
    subdomain: subdomainName,
    target: Type.Object({
      type: constant('organization'),
      organization: identifier,
    }),
    isActive: Type.Boolean(),
  }),
)
export type Subdomain = Static<typeof subdomain>

export const subdomainOperations = defineOperations({
  getSubdomain: {
    method: 'GET',
    path: '/subdomains/{subdomain}',
    tag: 'subdomains',
    summary: 'Find what a subdomain belongs to',
    description:
      'Answers the organization that holds the name. Names follow the `hostname` of organizations and cannot be written here.',
    caller: 'user',
    reach: 'account',
    params: {
      subdomain: Type.String({ ...subdomainName, description: 'The name to look up.' }),
    },
    status: 200,
    reply: subdomain,
    versioned: true,
    errors: [404],
  },
})
