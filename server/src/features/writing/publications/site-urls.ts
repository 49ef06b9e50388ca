import type { Config } from '#/platform/config/config.ts'

/** The facts that decide where readers find a site. */
export interface SiteAddress {
  readonly organizationHostname: string
  readonly basename: string
  readonly hostname: string | null
  readonly hostnameLive: boolean
}

/** A place in a site; a default section or site-space is not named in the path. */
export interface PlaceInSite {
  /** The key in the path of a site that is open to holders of a share link only. */
  readonly shareKey?: string | undefined
  readonly sectionPath?: string | undefined
  readonly siteSpacePath?: string | undefined
  readonly pagePath?: string | undefined
}

type PublishSettings = Pick<Config, 'PUBLISH_HOST' | 'PUBLISH_URL'>

export const siteUrls = {
  /** The address of a site or of something in it, as readers see it. */
  published(config: PublishSettings, address: SiteAddress, place: PlaceInSite = {}) {
    return siteRoot(config, address) + pathIn(place)
  },
  /** The address without the custom host name, which a proxy asks for and which always works. */
  own(config: PublishSettings, address: SiteAddress, place: PlaceInSite = {}) {
    return ownRoot(config, address) + pathIn(place)
  },
  location: (
    { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
    organizationId: string,
    siteId: string,
  ) => `${PUBLIC_URL}/v1/orgs/${organizationId}/sites/${siteId}`,
  app: (
    { APP_URL, PUBLIC_URL }: Pick<Config, 'APP_URL' | 'PUBLIC_URL'>,
    organizationId: string,
    siteId: string,
  ) => `${APP_URL ?? PUBLIC_URL}/o/${organizationId}/sites/${siteId}`,
}

function siteRoot(config: PublishSettings, address: SiteAddress): string {
  const { hostname, hostnameLive } = address
  if (hostname !== null && hostnameLive) return `https://${hostname}/`
  return ownRoot(config, address)
}

function ownRoot(
  { PUBLISH_HOST, PUBLISH_URL }: PublishSettings,
  { organizationHostname, basename }: SiteAddress,
): string {
  const below = `${encodeSegment(basename)}/`
  if (PUBLISH_URL !== undefined) {
    return `${PUBLISH_URL}/${organizationHostname}/${below}`
  }
  return `${schemeOf(PUBLISH_HOST)}://${organizationHostname}.${PUBLISH_HOST}/${below}`
}

/** Encodes a segment of a path; the characters `:@$,;+=&`, which it may hold, stay as they are. */
export function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll(/%(?:3A|40|24|2C|3B|2B|3D|26)/g, (code) =>
    decodeURIComponent(code),
  )
}

/**
 * The scheme of a host: `http` for `localhost` and the names below it, for which nobody has a
 * certificate.
 */
function schemeOf(host: string): 'http' | 'https' {
  return /^(?:.+\.)?localhost(?::\d+)?$/.test(host) ? 'http' : 'https'
}

function pathIn({ shareKey, sectionPath, siteSpacePath, pagePath }: PlaceInSite): string {
  const folders = [shareKey, sectionPath, siteSpacePath]
    .filter((part) => part !== undefined)
    .map((part) => `${encoded(part)}/`)
  return folders.join('') + encoded(pagePath ?? '')
}

/**
 * The path with all but printable ASCII encoded, as paths may be in any script. Characters that are
 * encoded already stay as they are.
 */
function encoded(path: string): string {
  return path.replaceAll(/[^\u0021-\u007E]/gu, encodeURIComponent)
}
