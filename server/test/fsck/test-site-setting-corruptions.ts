import assert from 'node:assert/strict'

import type { TestApi } from '#test/test-api.ts'
import { sitesOf } from '#test/test-sites.ts'

import type { Corruption } from './test-corruptions.ts'

/** A site with something set of every kind. */
export interface SettledThings {
  readonly site: string
  readonly siteSpace: string
  readonly shareLink: string
  readonly redirect: string
}

export async function furnishSettings(api: TestApi): Promise<SettledThings> {
  const admin = api.as('admin')
  const site = await sitesOf(api)({ visibility: 'visitor-auth' })
  const { id: siteSpace } = await site.siteSpace('Settled')
  const jsonSchema = {
    type: 'object',
    properties: { beta: { type: 'boolean' } },
    additionalProperties: false,
  }
  const customization = `${site.path}/site-spaces/${siteSpace}/customization`
  const replies = [
    await admin.put(`${site.path}/adaptive-schema`, { jsonSchema }),
    await admin.patch(customization, { pdf: { enabled: false } }),
    await admin.post(`${site.path}/publishing/auth/regenerate`),
    await admin.post(`${site.path}/share-links`, { name: 'Ann' }),
    await admin.post(`${site.path}/redirects`, {
      source: '/Old',
      destination: { kind: 'site-space', siteSpaceId: siteSpace },
    }),
  ]
  for (const { status, body } of replies) assert.ok(status < 300, JSON.stringify(body))
  const [, , , shareLink, redirect] = replies
  return {
    site: site.id,
    siteSpace,
    shareLink: shareLink?.body.id,
    redirect: redirect?.body.id,
  }
}

export const siteSettingCorruptions: readonly Corruption[] = [
  {
    name: 'a former name of a site that does not exist',
    kind: 'site-setting-site',
    id: () => 'site_alias/no-site/handbook',
    change: ({ api }) => [
      `insert into site_alias (organization_id, basename, site_id)
       values ('${api.organization}', 'handbook', 'no-site')`,
    ],
  },
  {
    name: 'a former path of a site that does not exist',
    kind: 'site-setting-site',
    id: () => 'site_former_path/no-site/old',
    change: ({ api }) => [
      `insert into site_former_path (organization_id, site_id, kind, path, target_id)
       values ('${api.organization}', 'no-site', 'section', 'old', 'x')`,
    ],
  },
  {
    name: 'overrides of a site-space that does not exist',
    kind: 'site-customization-site-space',
    id: ({ settled }) => `${settled.site}/nothing`,
    change: ({ settled }) => [
      `update site_customization set site_space_id = 'nothing'
       where site_space_id = '${settled.siteSpace}'`,
    ],
  },
  {
    name: 'a site for signed-in visitors without a key',
    kind: 'site-publishing-key',
    id: ({ settled }) => settled.site,
    change: ({ settled }) => [
      `delete from site_publishing_auth where site_id = '${settled.site}'`,
    ],
  },
  {
    name: 'a share link that is not found by its key',
    kind: 'site-share-link-key',
    id: ({ settled }) => `${settled.site}/${settled.shareLink}`,
    change: ({ settled }) => [
      `update site_share_link set key_hash = 'other' where id = '${settled.shareLink}'`,
    ],
  },
  {
    name: 'a key of a site that does not open',
    kind: 'secret-sealed',
    id: ({ settled }) => settled.site,
    change: ({ settled }) => [
      `update site_publishing_auth set private_key_sealed = 'v1.x' where site_id = '${settled.site}'`,
    ],
    isAlone: true,
  },
  {
    name: 'a redirect that is not found by its source',
    kind: 'site-redirect-source',
    id: ({ settled }) => `${settled.site}/${settled.redirect}`,
    change: ({ settled }) => [
      `update site_redirect set source_key = '/Old' where id = '${settled.redirect}'`,
    ],
  },
  {
    name: 'a counter of redirects that is wrong',
    kind: 'site-counts',
    id: ({ settled }) => settled.site,
    change: ({ settled }) => [
      `update site set redirects = redirects + 1 where id = '${settled.site}'`,
    ],
  },
  {
    name: 'an adaptive schema with a keyword that nobody reads',
    kind: 'site-adaptive-schema',
    id: ({ settled }) => settled.site,
    change: ({ settled }) => [
      `update site_adaptive_schema set json_schema = '{"type":"object","$ref":"#"}'
       where site_id = '${settled.site}'`,
    ],
  },
]
