import { encodeSegment } from '#/features/writing/publications/public.ts'
import type { Config } from '#/platform/config/config.ts'

/** The parts of a URL, before anything is looked up. */
export interface AskedAddress {
  /** The organization by its host name, or the site by a custom host name. */
  readonly owner:
    | { readonly organizationHostname: string }
    | { readonly hostname: string }
  /** The segments of the path behind the owner, decoded. */
  readonly segments: readonly string[]
  /** The part of the path before the segments, ending in a slash. */
  readonly rootPath: string
  /** Whether all sites of the installation share this origin. */
  readonly isShared: boolean
  readonly jwtToken: string | undefined
  readonly preview: string | undefined
}

/** The most segments of a path; longer paths lead nowhere. */
const segmentsMax = 200

type PublishSettings = Pick<Config, 'PUBLISH_HOST' | 'PUBLISH_URL'>

/** The address in a URL; undefined for a URL that no site can have. Ports are ignored. */
export function addressIn(
  config: PublishSettings,
  text: string,
): AskedAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  const segments = segmentsOf(url.pathname)
  if (segments === undefined || segments.length > segmentsMax) return undefined
  const asked = {
    segments,
    rootPath: '/',
    isShared: false,
    jwtToken: url.searchParams.get('jwt_token') ?? undefined,
    preview: url.searchParams.get('preview') ?? undefined,
  }
  const { hostname } = url
  const below = organizationBelow(config, hostname)
  if (below !== undefined) return { ...asked, owner: { organizationHostname: below } }
  const shared = inSharedUrl(config, url, segments)
  if (shared !== undefined) return { ...asked, ...shared, isShared: true }
  return { ...asked, owner: { hostname } }
}

/** The name of an organization in front of the host that sites are published on. */
function organizationBelow(
  { PUBLISH_HOST, PUBLISH_URL }: PublishSettings,
  hostname: string,
): string | undefined {
  if (PUBLISH_URL !== undefined) return undefined
  const [publishHost = ''] = PUBLISH_HOST.split(':', 1)
  if (!hostname.endsWith(`.${publishHost}`)) return undefined
  return hostname.slice(0, -publishHost.length - 1)
}

/** The address on an installation where all sites are below one URL. */
function inSharedUrl(
  { PUBLISH_URL }: PublishSettings,
  { hostname }: URL,
  segments: readonly string[],
): Pick<AskedAddress, 'owner' | 'segments' | 'rootPath'> | undefined {
  if (PUBLISH_URL === undefined) return undefined
  const base = new URL(PUBLISH_URL)
  const folders = segmentsOf(base.pathname) ?? []
  const isBelow =
    base.hostname === hostname && folders.every((folder, at) => segments[at] === folder)
  const organizationHostname = segments[folders.length]
  if (!isBelow || organizationHostname === undefined) return undefined
  return {
    owner: { organizationHostname },
    segments: segments.slice(folders.length + 1),
    rootPath: pathOf([...folders, organizationHostname]),
  }
}

/** A path from its first slash to its last. */
export function pathOf(segments: readonly string[]): string {
  return `/${segments.map((segment) => `${encodeSegment(segment)}/`).join('')}`
}

function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname
      .split('/')
      .filter((segment) => segment !== '')
      .map((segment) => decodeURIComponent(segment).normalize('NFC'))
  } catch {
    return undefined
  }
}
