import type { FastifyInstance, FastifyRequest } from 'fastify'

import { siteUrls } from '#/features/writing/publications/public.ts'
import { sendPage } from '#/platform/html/page.ts'
import { isForPerson } from '#/platform/http/for-person.ts'
import { unknownRoute } from '#/platform/http/wire-rules.ts'
import type { Services } from '#/platform/services.ts'

import { viewAppPage } from './app-page-view.ts'
import { selectPublicSite, selectPublicSpace } from './app-page-queries.ts'
import { type AppPlace, appPlaceOf } from './app-place.ts'

/**
 * Serves pages at the addresses that `urls.app` gives while there is no web app: they say what kind
 * of thing the address names and how to read it. Nobody learns from one whether the thing exists.
 */
export function addAppPages(server: FastifyInstance, services: Services): void {
  if (services.config.APP_URL !== undefined) return
  for (const path of ['/o/:id', '/o/:id/*', '/s/:id', '/s/:id/*']) {
    server.get(path, async (request, reply) => {
      if (!isForPerson(request)) throw unknownRoute(request)
      const place = appPlaceOf(segmentsOf(request))
      return sendPage(
        reply,
        200,
        viewAppPage(place, await publishedUrlOf(services, place)),
      )
    })
  }
}

function segmentsOf({ url }: FastifyRequest): string[] {
  const [path = ''] = url.split('?', 1)
  const segments = path.split('/').filter((segment) => segment !== '')
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return []
  }
}

/** Where anybody reads a place; undefined unless it is public. */
async function publishedUrlOf(
  services: Services,
  place: AppPlace,
): Promise<string | undefined> {
  const { db, config } = services
  if (place.kind === 'site') {
    const address = await db.first(selectPublicSite, place)
    return address === undefined ? undefined : siteUrls.published(config, address)
  }
  if (!('spaceId' in place)) return undefined
  const publication = await publicationOf(services, place.spaceId)
  if (publication === undefined) return undefined
  return siteUrls.published(config, publication, {
    sectionPath: publication.sectionPath ?? undefined,
    siteSpacePath: publication.siteSpacePath ?? undefined,
  })
}

async function publicationOf({ db, homes }: Services, spaceId: string) {
  const home = await homes.find('space', spaceId)
  if (home === undefined) return undefined
  const { organizationId, isRemembered } = home
  const found = await db.first(selectPublicSpace, { organizationId, spaceId })
  if (found !== undefined || !isRemembered) return found?.publication
  homes.forget(spaceId)
  const again = await homes.find('space', spaceId)
  if (again === undefined || again.organizationId === organizationId) return undefined
  const moved = { organizationId: again.organizationId, spaceId }
  return (await db.first(selectPublicSpace, moved))?.publication
}
