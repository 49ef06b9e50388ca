import type { Logger } from '#/serve/logging.ts'
import type { Metrics } from '#/serve/metrics.ts'
import type { Locator } from '#/serve/places/locate.ts'
import type { SiteRegistry } from '#/serve/places/registry.ts'
import type { ApiPartsReader } from '#/serve/reads/api-parts.ts'
import { isPublic } from '#/serve/reads/scope.ts'
import type { Capture } from '#/serve/snapshot/capture.ts'

import type { ChangesListener } from './follow-changes.ts'
import type { ReadAhead } from './read-ahead.ts'

interface Heard {
  readonly registry: SiteRegistry
  readonly locator: Locator
  readonly ahead: ReadAhead
  readonly capture: Capture
  readonly apiParts: ApiPartsReader
  readonly metrics: Metrics
  readonly log: Logger
}

/** A listener that passes on real changes only: most checks find the site as it is held. */
export function changesOnly(
  listener: ChangesListener,
  registry: SiteRegistry,
): Pick<ChangesListener, 'onSite' | 'onGone'> {
  return {
    onGone: (siteId) => listener.onGone(siteId),
    onSite(change) {
      const { site: siteId, epoch, spaces: heads } = change
      if (registry.differs({ siteId, epoch, heads })) listener.onSite(change)
    },
  }
}

/** Has everything that is kept follow what the api says has changed. */
export function listenerOf({
  registry,
  locator,
  ahead,
  capture,
  apiParts,
  metrics,
  log,
}: Heard): ChangesListener {
  async function readAddresses(siteId: string): Promise<void> {
    for (const address of await capture.addressesOf(siteId)) ahead.want(address)
  }

  return {
    onSite({ site, epoch, spaces, url }) {
      metrics.count('stream', 'site')
      // The api sends a URL for public sites only: any other site must leave the disk at once.
      const wasPublic =
        capture.holds(site) ||
        registry.of(site).some(({ site: { scope } }) => isPublic(scope))
      if (url === undefined && wasPublic) {
        registry.drop(site)
        void capture.drop(site)
      }
      registry.apply({ siteId: site, epoch, heads: spaces })
      locator.forgetMissing()
      for (const held of registry.of(site)) {
        if (!held.isStale) capture.want(held)
        // Reading ahead puts the site on disk again before anybody asks for it.
        else ahead.want(held.site.origin + held.site.siteBasePath)
      }
      if (url === undefined || registry.of(site).length > 0) return
      ahead.want(url)
      // What is on disk must follow the change at every address, also where nobody reads it.
      void readAddresses(site)
    },
    onGone(siteId) {
      metrics.count('stream', 'gone')
      registry.drop(siteId)
      void capture.drop(siteId)
    },
    onSpec(organizationId, slug) {
      metrics.count('stream', 'openapi')
      for (const siteId of apiParts.changed(organizationId, slug)) registry.renew(siteId)
    },
    onReady(siteIds) {
      apiParts.forget()
      metrics.count('stream', 'ready')
      registry.dropAllBut(siteIds)
      void capture.dropAllBut(siteIds)
      log.info({ sites: siteIds.size }, 'stream is live')
    },
    onLost(error) {
      metrics.count('stream', 'lost')
      log.warn({ err: error }, 'stream lost')
    },
  }
}
