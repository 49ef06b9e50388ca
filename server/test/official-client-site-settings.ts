import assert from 'node:assert/strict'

import type { OperationId } from '@lectern/contract/operations.ts'

import {
  type Calls,
  forAdminsOnly,
  outsideOf,
  type Scene,
} from './official-client-calls.ts'
import { realFont, uploadFont } from './files/test-fonts.ts'
import type { OfficialClient } from './official-client.ts'
import type { TestApi } from './test-api.ts'
import { sitesOf } from './test-sites.ts'

/** A site for signed-in visitors, whose settings are to be changed and removed. */
export interface SceneSettings {
  readonly site: string
  readonly siteSpace: string
  readonly shareLink: string
  readonly redirect: string
  readonly font: string
  /** Uploads of fonts, each to be used once. */
  readonly faces: readonly string[]
}

export async function createSceneSettings(api: TestApi): Promise<SceneSettings> {
  const site = await sitesOf(api)({ visibility: 'visitor-auth' })
  const { id: siteSpace } = await site.siteSpace('Settled')
  const shareLink = await api
    .as('admin')
    .post(`${site.path}/share-links`, { name: 'Ann' })
  const redirect = await api.as('admin').post(`${site.path}/redirects`, {
    source: '/old',
    destination: { kind: 'site-space', siteSpaceId: siteSpace },
  })
  return {
    site: site.id,
    siteSpace,
    shareLink: shareLink.body.id,
    redirect: redirect.body.id,
    ...(await createSceneFonts(api)),
  }
}

async function createSceneFonts(
  api: TestApi,
): Promise<Pick<SceneSettings, 'font' | 'faces'>> {
  const bytes = await realFont()
  const upload = async () => uploadFont(api, bytes)
  const fontFaces = [{ weight: 400, storageKey: await upload() }]
  const font = await api
    .as('admin')
    .put(`/orgs/${api.organization}/fonts`, { fontFamily: 'Acme', fontFaces })
  return { font: font.body.id, faces: [await upload(), await upload()] }
}

const destinationOf = ({ settings }: Scene) => ({
  kind: 'site-space' as const,
  siteSpaceId: settings.siteSpace,
})

export const fontCalls = {
  listCustomFonts: outsideOf(async (client, { organization }) =>
    client.orgs.listCustomFonts(organization),
  ),
  createCustomFont: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.createCustomFont(organization, {
      fontFamily: 'Client Sans',
      fontFaces: [{ weight: 400, storageKey: settings.faces[0] ?? '' }],
    }),
  ),
  getCustomFont: outsideOf(async (client, { organization, settings }) =>
    client.orgs.getCustomFont(organization, settings.font),
  ),
  updateCustomFont: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.updateCustomFont(organization, settings.font, {
      fontFaces: [
        { weight: 700, storageKey: settings.faces[1] ?? '' },
        { weight: 300, storageKey: null },
      ],
    }),
  ),
  deleteCustomFont: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.deleteCustomFont(organization, settings.font),
  ),
} satisfies Partial<Record<OperationId, Calls>>

export const siteSettingCalls = {
  getSiteCustomizationById: outsideOf(async (client, { organization, settings }) =>
    client.orgs.getSiteCustomizationById(organization, settings.site, { unmasked: true }),
  ),
  updateSiteCustomizationById: forAdminsOnly(
    async (client, { organization, settings }) => {
      const { data } = await client.orgs.getSiteCustomizationById(
        organization,
        settings.site,
      )
      const title = 'Customized'
      const put = await client.orgs.updateSiteCustomizationById(
        organization,
        settings.site,
        {
          ...data,
          title,
        },
      )
      assert.equal(put.data.title, title)
      return put
    },
  ),
  getSiteSpaceCustomizationById: outsideOf(async (client, { organization, settings }) =>
    client.orgs.getSiteSpaceCustomizationById(
      organization,
      settings.site,
      settings.siteSpace,
    ),
  ),
  overrideSiteSpaceCustomizationById: forAdminsOnly(
    async (client, { organization, settings }) => {
      const { site, siteSpace } = settings
      const reply = await client.orgs.overrideSiteSpaceCustomizationById(
        organization,
        site,
        siteSpace,
        { title: 'Mine', pdf: { enabled: false }, favicon: { emoji: '1f680' } },
      )
      const { title, pdf } = reply.data
      assert.deepEqual([title, pdf.enabled], ['Mine', false])
      return reply
    },
  ),
  deleteSiteSpaceCustomizationById: forAdminsOnly(
    async (client, { organization, settings }) =>
      client.orgs.deleteSiteSpaceCustomizationById(
        organization,
        settings.site,
        settings.siteSpace,
      ),
  ),
  updateSiteAdaptiveSchema: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.updateSiteAdaptiveSchema(organization, settings.site, {
      jsonSchema: {
        type: 'object',
        properties: { beta: { type: 'boolean', description: 'Tries new things' } },
        additionalProperties: false,
      },
    }),
  ),
  getSiteAdaptiveSchema: outsideOf(async (client, { organization, settings }) =>
    client.orgs.getSiteAdaptiveSchema(organization, settings.site),
  ),
  listSiteAdaptiveTemplateConditions: outsideOf(
    async (client, { organization, settings }) => {
      const reply = await client.orgs.listSiteAdaptiveTemplateConditions(
        organization,
        settings.site,
      )
      assert.equal(reply.data.items[0]?.condition, 'visitor.claims.beta == true')
      return reply
    },
  ),
  createSiteShareLink: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.createSiteShareLink(organization, settings.site, { name: 'More' }),
  ),
  listSiteShareLinks: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.listSiteShareLinks(organization, settings.site, { limit: 5 }),
  ),
  updateSiteShareLinkById: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.updateSiteShareLinkById(organization, settings.site, settings.shareLink, {
      active: false,
    }),
  ),
  deleteSiteShareLinkById: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.deleteSiteShareLinkById(organization, settings.site, settings.shareLink),
  ),
  getSitePublishingAuthById: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.getSitePublishingAuthById(organization, settings.site),
  ),
  updateSitePublishingAuthById: forAdminsOnly(
    async (client, { organization, settings }) =>
      client.orgs.updateSitePublishingAuthById(organization, settings.site, {
        backend: 'custom',
        fallbackURL: 'https://acme.example/login',
      }),
  ),
  regenerateSitePublishingAuthById: forAdminsOnly(
    async (client, { organization, settings }) =>
      client.orgs.regenerateSitePublishingAuthById(organization, settings.site),
  ),
  getSitePublishingPreviewById: forAdminsOnly(
    async (client, { organization, settings }) =>
      client.orgs.getSitePublishingPreviewById(organization, settings.site, {
        siteSpace: settings.siteSpace,
        claims: '(beta:!t)',
      }),
  ),
  listSiteRedirects: outsideOf(async (client, { organization, settings }) =>
    client.orgs.listSiteRedirects(organization, settings.site, {
      search: 'old',
      limit: 5,
    }),
  ),
  createSiteRedirect: forAdminsOnly(async (client, scene) =>
    client.orgs.createSiteRedirect(scene.organization, scene.settings.site, {
      source: '/older',
      destination: destinationOf(scene),
    }),
  ),
  getSiteRedirectBySource: outsideOf(async (client: OfficialClient, scene: Scene) => {
    const { organization, settings } = scene
    const reply = await client.orgs.getSiteRedirectBySource(organization, settings.site, {
      source: '/old',
    })
    assert.deepEqual(reply.data.redirect.destination, destinationOf(scene))
    return reply
  }),
  updateSiteRedirectById: forAdminsOnly(async (client, scene) => {
    const { organization, settings } = scene
    const destination = destinationOf(scene)
    return client.orgs.updateSiteRedirectById(
      organization,
      settings.site,
      settings.redirect,
      { source: '/oldest', destination },
    )
  }),
  deleteSiteRedirectById: forAdminsOnly(async (client, { organization, settings }) =>
    client.orgs.deleteSiteRedirectById(organization, settings.site, settings.redirect),
  ),
} satisfies Partial<Record<OperationId, Calls>>
