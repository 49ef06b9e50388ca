import type { FastifyInstance } from 'fastify'

import { isSubdomain } from '#/features/people/subdomains/public.ts'
import type { Services } from '#/platform/services.ts'

import { findLiveHostname } from './live-hostname.ts'

/** The longest name that DNS allows. */
const lengthMax = 253

/**
 * Serves `/~tls/allowed?domain=`, which says whether a proxy may ask for a certificate: 200 for
 * names of a site or an organization, 404 for all others, so that strangers cannot use up the
 * operator's quota.
 */
export function addTlsQuestions(server: FastifyInstance, services: Services): void {
  server.get<{ Querystring: { domain?: unknown } }>(
    '/~tls/allowed',
    async ({ query: { domain } }, reply) => {
      const isAllowed =
        typeof domain === 'string' &&
        domain.length <= lengthMax &&
        (await leadsSomewhere(services, domain.toLowerCase().replace(/\.$/, '')))
      return reply
        .status(isAllowed ? 200 : 404)
        .header('cache-control', 'no-store')
        .send({ allowed: isAllowed })
    },
  )
}

async function leadsSomewhere(
  { db, config }: Services,
  domain: string,
): Promise<boolean> {
  const host = config.PUBLISH_HOST.replace(/:\d+$/, '')
  if (domain.endsWith(`.${host}`)) {
    return isSubdomain(db, domain.slice(0, -host.length - 1))
  }
  return (await findLiveHostname(db, domain)) !== undefined
}
