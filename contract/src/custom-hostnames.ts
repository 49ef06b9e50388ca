import { Type, type Static } from 'typebox'

import { constant, enumeration, id, identifier, named, uri } from './common.ts'
import { defineOperations } from './operation.ts'
import { siteHostname } from './sites.ts'

const target = Type.Union([
  Type.Object({ type: constant('site'), site: identifier }),
  Type.Object({ type: constant('organization'), organization: identifier }),
])

export const customHostnameStatuses = [
  'dns_passed',
  'dns_wrong_cname',
  'dns_no_cname',
  'dns_cloudflare_proxied',
  'dns_wrong_caa',
  'live',
  'ssl_unknown',
  'ssl_pending',
  'ssl_failed',
  'ssl_retry_expired',
  'invalid_domain',
  'internal_error',
] as const
export type CustomHostnameStatus = (typeof customHostnameStatuses)[number]

const dnsRecord = Type.Object({
  type: enumeration(['TXT', 'CNAME']),
  name: Type.String(),
  value: Type.String(),
})

export const customHostname = named(
  'CustomHostname',
  Type.Object({
    object: constant('custom-hostname'),
    hostname: siteHostname,
    target,
    isActive: Type.Boolean({ description: 'Whether readers are served under the name.' }),
    status: Type.Optional(
      enumeration(customHostnameStatuses, {
        description:
          'What the last check of its DNS found. `dns_no_cname`: the name does not lead here. `dns_wrong_cname`: it leads elsewhere. `dns_passed`: it leads here, but the TXT record is missing. `live`: both are there.',
      }),
    ),
    records: Type.Array(dnsRecord, {
      description: 'The DNS records that the owner of the name has to make.',
    }),
    urls: Type.Object({ location: uri }),
  }),
)
export type CustomHostname = Static<typeof customHostname>

const ofHostname = {
  hostname: Type.String({ ...siteHostname, description: 'The name, in small letters.' }),
}

const common = {
  tag: 'custom-hostnames',
  caller: 'user',
  reach: 'organization',
  path: '/custom-hostnames/{hostname}',
  params: ofHostname,
} as const

export const customHostnameOperations = defineOperations({
  getCustomHostname: {
    ...common,
    method: 'GET',
    summary: 'Get a custom host name',
    description:
      'Answers the name with its status and the DNS records it needs. Only admins of the organization that attached it see it.',
    status: 200,
    reply: customHostname,
    errors: [403, 404],
  },
  attachCustomHostname: {
    ...common,
    method: 'PUT',
    summary: 'Attach a custom host name',
    description:
      'Attaches a name to a site or to an organization and checks its DNS. It is live once both records of the answer are there; a name that is live for another organization is refused.',
    body: Type.Object({
      target: Type.Union([
        Type.Object({ type: constant('site'), site: id('The site it leads to.') }),
        Type.Object({
          type: constant('organization'),
          organization: id('The organization it leads to.'),
        }),
      ]),
    }),
    status: 201,
    reply: customHostname,
    errors: [400, 403, 404, 409],
  },
  dnsRevalidateCustomHostname: {
    ...common,
    method: 'PATCH',
    summary: 'Check the DNS of a custom host name',
    description:
      'Looks up the DNS records of the name again and takes it live, or off when they are gone.',
    status: 204,
    errors: [403, 404, 409],
  },
  removeCustomHostname: {
    ...common,
    method: 'DELETE',
    summary: 'Detach a custom host name',
    description:
      'Takes the name from what it leads to; readers are served under the other address. Detaching a name that is not attached succeeds.',
    status: 204,
    errors: [403],
  },
})
