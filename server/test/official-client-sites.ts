import type { OperationId } from '@lectern/contract/operations.ts'

import { type Calls, forAdminsOnly, outsideOf } from './official-client-calls.ts'
import { siteType, siteVisibility } from './official-client.ts'
import { nodesOf } from './test-nodes.ts'
import type { TestApi } from './test-api.ts'

/** A site with a space and a host name that is not live, to be changed and removed. */
export interface SceneSite {
  readonly id: string
  readonly hostname: string
}

export async function createSceneSite(api: TestApi): Promise<SceneSite> {
  const hostname = 'docs.scene.example'
  const sites = `/orgs/${api.organization}/sites`
  const spaces = [await nodesOf(api).space()]
  const { body } = await api.as('admin').post(sites, { title: 'Scene', spaces })
  const target = { type: 'site', site: body.id }
  await api.as('admin').put(`/custom-hostnames/${hostname}`, { target })
  return { id: body.id, hostname }
}

export const siteCalls = {
  listSites: outsideOf(async (client, { organization, space }) =>
    client.orgs.listSites(organization, {
      limit: 5,
      space,
      title: 'Scene',
      published: false,
    }),
  ),
  createSite: forAdminsOnly(async (client, { organization, space }) =>
    client.orgs.createSite(organization, {
      type: siteType('ultimate'),
      title: 'From the client',
      visibility: siteVisibility('unlisted'),
      spaces: [space],
    }),
  ),
  getSiteById: outsideOf(async (client, { organization, site }) =>
    client.orgs.getSiteById(organization, site.id),
  ),
  updateSiteById: forAdminsOnly(async (client, { organization, site }) =>
    client.orgs.updateSiteById(organization, site.id, {
      title: 'Renamed',
      basename: 'renamed',
      adaptiveContent: { enabled: true },
      proxy: 'example.com/docs',
    }),
  ),
  publishSite: forAdminsOnly(async (client, { organization, site }) =>
    client.orgs.publishSite(organization, site.id),
  ),
  unpublishSite: forAdminsOnly(async (client, { organization, site }) =>
    client.orgs.unpublishSite(organization, site.id),
  ),
  listPermissionsAggregateInSite: forAdminsOnly(async (client, { organization, site }) =>
    client.orgs.listPermissionsAggregateInSite(organization, site.id, { limit: 5 }),
  ),
  getCustomHostname: outsideOf(async (client, { site }) =>
    client.customHostnames.getCustomHostname(site.hostname),
  ),
  dnsRevalidateCustomHostname: outsideOf(async (client, { site }) =>
    client.customHostnames.dnsRevalidateCustomHostname(site.hostname),
  ),
  removeCustomHostname: forAdminsOnly(async (client, { site }) =>
    client.customHostnames.removeCustomHostname(site.hostname),
  ),
} satisfies Partial<Record<OperationId, Calls>>

/** Once everything else has been done with it. */
export const siteRemovals = {
  deleteSiteById: forAdminsOnly(async (client, { organization, site }) =>
    client.orgs.deleteSiteById(organization, site.id),
  ),
} satisfies Partial<Record<OperationId, Calls>>
