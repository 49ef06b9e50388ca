import assert from 'node:assert/strict'

import type { OperationId } from '@lectern/contract/operations.ts'

import type { Calls, Scene } from './official-client-calls.ts'
import type { OfficialClient } from './official-client.ts'

/** A site of the scene's space, published by the client itself. */
async function publish(client: OfficialClient, { organization, space }: Scene) {
  const { data: site } = await client.orgs.createSite(organization, {
    title: 'Published',
    spaces: [space],
  })
  await client.orgs.publishSite(organization, site.id)
  const { data } = await client.orgs.getSiteById(organization, site.id)
  return { site: site.id, url: data.urls.published ?? '' }
}

function lastHour() {
  const now = Date.now()
  return {
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now).toISOString(),
  }
}

export const publishedCalls = {
  resolvePublishedContentByUrl: {
    async succeed(client, scene) {
      const { url } = await publish(client, scene)
      const reply = await client.urls.resolvePublishedContentByUrl({
        url: `${url}page`,
        redirectOnError: false,
        visitor: { unsignedClaims: { language: 'en' } },
      })
      const { data } = reply
      assert.ok('apiToken' in data)
      assert.equal(data.space, scene.space)
      assert.equal(data.pathname, '/page')
      return reply
    },
    refuse: async (client) =>
      client.urls.resolvePublishedContentByUrl({ url: 'https://nowhere.example/x' }),
    status: 404,
  },
  getPublishedContentByUrl: {
    async succeed(client, scene) {
      const { url } = await publish(client, scene)
      return client.urls.getPublishedContentByUrl({ url, redirectOnError: true })
    },
    refuse: async (client) =>
      client.urls.getPublishedContentByUrl({ url: 'https://nowhere.example/x' }),
    status: 404,
  },
  getContentByUrl: {
    async succeed(client, { space }) {
      const { data } = await client.spaces.getSpaceById(space)
      const found = await client.urls.getContentByUrl({ url: data.urls.app })
      assert.ok('space' in found.data)
      return found
    },
    refuse: async (client) =>
      client.urls.getContentByUrl({ url: 'https://nowhere.example/x' }),
    status: 404,
  },
  getPublishedContentSite: {
    async succeed(client, scene) {
      const { site } = await publish(client, scene)
      const reply = await client.orgs.getPublishedContentSite(scene.organization, site)
      assert.ok(reply.data.customizations.site.styling.primaryColor)
      return reply
    },
    refuse: async (client, { organization, site }) =>
      client.orgs.getPublishedContentSite(organization, site.id, { shareKey: 'none' }),
    status: 404,
  },
  searchSiteContent: {
    async succeed(client, scene) {
      const { site } = await publish(client, scene)
      const reply = await client.orgs.searchSiteContent(scene.organization, site, {
        query: 'start',
        scope: { mode: 'all' },
      })
      assert.ok(reply.data.items.length > 0)
      return reply
    },
    refuse: async (client, { organization, site }) =>
      client.orgs.searchSiteContent(organization, site.id, {
        query: 'page',
        scope: { mode: 'default' },
      }),
    status: 404,
  },
  trackEventsInSiteById: {
    async succeed(client, scene) {
      const { site, url } = await publish(client, scene)
      return client.orgs.trackEventsInSiteById(scene.organization, site, {
        events: [
          {
            type: 'page_view',
            session: {
              visitorId: 'v1',
              sessionId: 's1',
              cookies: {},
              userAgent: 'Reader/1',
              language: null,
              referrer: null,
            },
            location: {
              url,
              siteSection: null,
              siteSpace: null,
              siteShareKey: null,
              space: scene.space,
              revision: null,
              page: null,
            },
          },
        ],
      })
    },
    refuse: async (client, { organization }) =>
      client.orgs.trackEventsInSiteById(organization, 'nope', { events: [] }),
    status: 404,
  },
  aggregateSiteEvents: {
    async succeed(client, scene) {
      const { site } = await publish(client, scene)
      const reply = await client.orgs.aggregateSiteEvents(scene.organization, site, {
        select: [{ column: 'eventsCount' }, { column: 'visitorsCount' }],
        groupBy: [{ column: 'datetime', interval: 'day' }, { column: 'page' }],
        where: [{ column: 'siteSpace', values: [null] }],
        order: { by: { column: 'eventsCount' }, direction: 'desc' },
        range: lastHour(),
        limit: 10,
      })
      assert.deepEqual(
        reply.data.columns.map(({ column }) => column),
        ['datetime', 'page', 'eventsCount', 'visitorsCount'],
      )
      return reply
    },
    refuse: async (client, { organization }) =>
      client.orgs.aggregateSiteEvents(organization, 'nope', {
        range: lastHour(),
      }),
    status: 404,
  },
  listSiteVisitorSegments: {
    async succeed(client, scene) {
      const { site } = await publish(client, scene)
      const reply = await client.orgs.listSiteVisitorSegments(scene.organization, site)
      assert.ok(Array.isArray(reply.data.items))
      return reply
    },
    refuse: async (client, { organization }) =>
      client.orgs.listSiteVisitorSegments(organization, 'nope'),
    status: 404,
  },
} satisfies Partial<Record<OperationId, Calls>>
