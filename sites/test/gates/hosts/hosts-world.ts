import { createTestSpace } from '../../../../server/test/test-edits.ts'
import type { TestApi } from '../../../../server/test/test-api.ts'
import { must, publishSite, type TestSites } from '../../test-sites.ts'

/** A host that shows a site. */
export interface Place {
  readonly tenant: Tenant
  readonly host: string
  /** Where the site begins; the same for every tenant, so that only the host tells them apart. */
  readonly base: string
  /** A word that is on its first page, and nowhere else. */
  readonly canary: string
}

/** An organization with a site on its subdomain, and another one on a host of its own. */
export interface Tenant {
  readonly name: string
  /** What no answer to others may hold: words of its sites, ids and hosts. */
  readonly words: readonly string[]
}

const pagesOfSite = ['Start', 'More'] as const

/** Two organizations, each with a subdomain and a host of its own: four places. */
export async function createPlaces(world: TestSites): Promise<readonly Place[]> {
  const { api } = world
  const other: TestApi = {
    ...api,
    organization: api.otherOrganization,
    as: () => api.as('outsider'),
  }
  const both = await Promise.all([placesOf('acme', api), placesOf('rival', other)])
  await api.rows('update custom_hostname set live_since = now()')
  await api.rows(
    `update site set hostname_live = true, epoch = epoch + 1
     where id in (select site_id from custom_hostname)`,
  )
  return both.flat()
}

async function placesOf(name: string, api: TestApi): Promise<readonly Place[]> {
  const [{ hostname }] = await api.rows(
    'select hostname from organization where organization_id = $1',
    [api.organization],
  )
  const hosts = { subdomain: `${hostname}.localhost`, custom: `docs.${name}.example` }
  const words = [api.organization, ...Object.values(hosts)]
  const tenant: Tenant = { name, words }
  const places: Place[] = []
  for (const kind of ['subdomain', 'custom'] as const) {
    const canary = `canary-${name}-${kind}`
    const space = await createTestSpace(api)
    for (const title of pagesOfSite) {
      const document = { markdown: `${canary} on ${title}\n` }
      await space.edit({
        operation: 'insert_page',
        title: `${title} by ${name}-${kind}-title`,
        slug: title.toLowerCase(),
        document,
      })
    }
    const site = await publishSite({ api }, [space.spaceId])
    words.push(canary, `${name}-${kind}-title`, space.spaceId, site.id)
    if (kind === 'custom') {
      const target = { type: 'site', site: site.id }
      must(
        await api.as('admin').put(`/custom-hostnames/${hosts.custom}`, { target }),
        201,
      )
    }
    const base = kind === 'custom' ? '/' : site.base
    places.push({ tenant, host: hosts[kind], base, canary })
  }
  return places
}
