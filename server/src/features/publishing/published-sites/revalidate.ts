import { createHmac } from 'node:crypto'

import type { EventSubscriber, StoredEvent } from '#/platform/outbox/relay.ts'
import type { Services } from '#/platform/services.ts'

import { selectSitesShowing } from './published-queries.ts'

const timeoutMs = 10_000
const responseBytesMax = 64 * 1024

/** Tells an external renderer which cache tags are stale; repeats a failed request a few times. */
export const revalidateSubscriber: EventSubscriber = {
  name: 'revalidate',
  wants: (type) =>
    type === 'change_request_merged' ||
    type === 'openapi_spec_shown' ||
    type === 'openapi_spec_deleted' ||
    type.startsWith('space_') ||
    (type.startsWith('site_') && type !== 'site_view'),
  deliver,
}

async function deliver(event: StoredEvent, services: Services): Promise<void> {
  const { REVALIDATE_URL: url, REVALIDATE_SECRET: secret } = services.config
  if (url === undefined || secret === undefined) return
  const tags = await tagsOf(event, services)
  if (tags.length === 0) return
  const body = JSON.stringify({ tags })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const { status } = await services.egress.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gitbook-signature': signature,
    },
    body,
    timeoutMs,
    responseBytesMax,
    redirectsMax: 0,
  })
  if (status >= 300) {
    throw new Error(`The renderer answered ${status} to being told of a change`)
  }
}

async function tagsOf(event: StoredEvent, services: Services): Promise<string[]> {
  const { organizationId, type, payload } = event
  if (type.startsWith('openapi_spec_')) {
    const slug = textIn(payload, 'slug')
    const named = slug === undefined ? [] : [slug, slug.toLowerCase()]
    return [...new Set(named)].map(
      (name) => `organization:${organizationId}:openapi:${name}`,
    )
  }
  const tag = tagOf(event)
  if (tag === undefined) return []
  return [tag, ...(await sitesShowing(organizationId, tag, services))]
}

/** The tags of the sites that show a space: what is kept of a site names revisions of its spaces. */
async function sitesShowing(
  organizationId: string,
  tag: string,
  { db }: Services,
): Promise<string[]> {
  if (!tag.startsWith('space:')) return []
  const spaceId = tag.slice('space:'.length)
  const sites = await db.many(selectSitesShowing, { organizationId, spaceId })
  return sites.map(({ site_id: siteId }) => `site:${siteId}`)
}

/** The cache tag that an event makes stale: its subject, or else the space in its payload. */
function tagOf({ subject, payload }: StoredEvent): string | undefined {
  if (/^(?:space|site):/.test(subject)) return subject
  const spaceId = textIn(payload, 'spaceId')
  return spaceId === undefined ? undefined : `space:${spaceId}`
}

function textIn(payload: unknown, name: string): string | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  const value = new Map<string, unknown>(Object.entries(payload)).get(name)
  return typeof value === 'string' ? value : undefined
}
