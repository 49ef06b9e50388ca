import { type HeldSite, SiteRegistry } from '#/serve/places/registry.ts'

export const hostsBreaks = [
  'port kept in origin',
  'site found without its host',
  'forwarded host of anybody',
  'nothing in Vary',
] as const
export type HostsBreak = (typeof hostsBreaks)[number]

/** Plants a defect in the renderer, where it is one of its code; returns what mends it. */
export function plant(broken: HostsBreak | undefined): () => void {
  const { prototype } = SiteRegistry
  // oxlint-disable-next-line typescript/unbound-method -- they are called with their object below
  const { hold, find } = prototype
  if (broken === 'port kept in origin') keepPorts(hold)
  if (broken === 'site found without its host') findByPath(hold)
  return () => {
    Object.assign(prototype, { hold, find })
  }
}

/** Each request has an address of its own. */
function keepPorts(hold: SiteRegistry['hold']): void {
  let port = 0
  SiteRegistry.prototype.hold = function keptByPort(site, changesBefore) {
    port += 1
    return hold.call(this, { ...site, origin: `${site.origin}:${port}` }, changesBefore)
  }
}

/** Whoever was held last at a path answers for every host. */
function findByPath(hold: SiteRegistry['hold']): void {
  const byBase = new Map<string, HeldSite>()
  SiteRegistry.prototype.hold = function heldByPath(site, changesBefore) {
    const held = hold.call(this, site, changesBefore)
    byBase.set(site.siteBasePath, held)
    return held
  }
  SiteRegistry.prototype.find = function foundByPath(_origin, path) {
    return byBase.get(path)
  }
}
