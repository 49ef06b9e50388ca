import type { TestApi } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'

import type { Corruption } from './test-corruptions.ts'

/** A site without sections and without a host name. */
export interface PlainSite {
  readonly id: string
  readonly space: string
}

export async function furnishSite(api: TestApi): Promise<PlainSite> {
  const space = await nodesOf(api).space()
  const sites = `/orgs/${api.organization}/sites`
  const { body } = await api.as('admin').post(sites, { spaces: [space] })
  return { id: body.id, space }
}

export const siteCorruptions: readonly Corruption[] = [
  {
    name: 'a count of sites that is wrong',
    kind: 'counter-sites',
    id: () => 'sites',
    change: ({ api }) => [
      `update organization_counter set value = value + 1
       where organization_id = '${api.organization}' and name = 'sites'`,
    ],
  },
  {
    name: 'a default section that is no section of the site',
    kind: 'site-default-section',
    id: ({ plainSite }) => plainSite.id,
    change: ({ plainSite, structured }) => [
      `update site set default_section_id = '${structured.otherSection}'
       where id = '${plainSite.id}'`,
    ],
  },
  {
    name: 'a default site-space that is none of the site',
    kind: 'site-default-site-space',
    id: ({ plainSite }) => plainSite.id,
    change: ({ plainSite, structured }) => [
      `update site set default_site_space_id = '${structured.otherSiteSpace}'
       where id = '${plainSite.id}'`,
    ],
  },
  {
    name: 'a default of a section that is in another one',
    kind: 'site-section-default',
    id: ({ structured }) => structured.groupedSection,
    change: ({ structured }) => [
      `update site_section set default_site_space_id = '${structured.otherSiteSpace}'
       where id = '${structured.groupedSection}'`,
    ],
  },
  {
    name: 'a section of a site that does not exist',
    kind: 'site-section-site',
    id: () => 'lost-section',
    change: ({ api }) => [
      `insert into site_section (organization_id, site_id, id, title, path, position)
       values ('${api.organization}', 'no-site', 'lost-section', 'Lost', 'lost', 'a0')`,
    ],
  },
  {
    name: 'a site-space of a site that does not exist',
    kind: 'site-space-site',
    id: () => 'lost-site-space',
    change: ({ api, plainSite }) => [
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       values ('${api.organization}', 'absent', 'lost-site-space', '${plainSite.space}', 'x', 'a0')`,
    ],
  },
  {
    name: 'a site-space in a section that does not exist',
    kind: 'site-space-section',
    id: () => 'misplaced',
    change: ({ api, plainSite }) => [
      `insert into site_space (organization_id, site_id, id, section_id, space_id, path, position)
       values ('${api.organization}', '${plainSite.id}', 'misplaced', 'nothing', '${plainSite.space}', 'y', 'a0')`,
    ],
  },
  {
    name: 'a site that shows a space that does not exist',
    kind: 'site-space-space',
    id: () => 'spaceless',
    change: ({ api, plainSite }) => [
      `insert into site_space (organization_id, site_id, id, space_id, path, position)
       values ('${api.organization}', '${plainSite.id}', 'spaceless', 'nowhere', 'z', 'a0')`,
    ],
  },
  {
    name: 'a default site of an organization that does not exist',
    kind: 'organization-default-site',
    id: ({ api }) => api.organization,
    change: ({ api }) => [
      `update organization set default_site_id = 'nothing'
       where organization_id = '${api.organization}'`,
    ],
  },
  {
    name: 'a site that nobody can find',
    kind: 'site-home-missing',
    id: ({ plainSite }) => plainSite.id,
    change: ({ plainSite }) => [`delete from directory where id = '${plainSite.id}'`],
  },
  {
    name: 'a directory entry of a site that does not exist',
    kind: 'site-home-orphan',
    id: () => 'no-site-here',
    change: ({ api }) => [
      `insert into directory values ('no-site-here', 'site', '${api.organization}')`,
    ],
  },
  {
    name: 'a site with a host name that nobody claims',
    kind: 'site-hostname',
    id: ({ plainSite }) => plainSite.id,
    change: ({ plainSite }) => [
      `update site set hostname = 'docs.unclaimed.example' where id = '${plainSite.id}'`,
    ],
  },
  {
    name: 'a site that takes its host name for live when it is not',
    kind: 'site-hostname',
    id: ({ plainSite }) => plainSite.id,
    change: ({ api, plainSite }) => [
      `insert into custom_hostname (hostname, organization_id, site_id, challenge, status, created_by)
       values ('docs.early.example', '${api.organization}', '${plainSite.id}', 'x', 'dns_passed', 'x')`,
      `update site set hostname = 'docs.early.example', hostname_live = true
       where id = '${plainSite.id}'`,
    ],
    isAlone: true,
  },
  {
    name: 'a claim to a host name for a site that does not have it',
    kind: 'custom-hostname-orphan',
    id: () => 'docs.stray.example',
    change: ({ api }) => [
      `insert into custom_hostname (hostname, organization_id, site_id, challenge, status, created_by)
       values ('docs.stray.example', '${api.organization}', 'no-site', 'x', 'live', 'x')`,
    ],
  },
]
