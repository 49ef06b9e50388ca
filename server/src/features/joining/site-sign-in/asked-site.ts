import { returnPathFrom } from '#/features/joining/sign-in/public.ts'
import {
  siteForMembersAt,
  type SiteForMembers,
} from '#/features/publishing/published-sites/public.ts'
import { siteSignInPrefix } from '#/features/publishing/site-visits/public.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Services } from '#/platform/services.ts'

export interface SiteSignInRoute {
  readonly Params: { readonly siteId: string }
  readonly Querystring: {
    readonly at?: unknown
    readonly flow?: unknown
    readonly to?: unknown
  }
}

/** What the renderer sent a browser here for. */
export interface AskedSite {
  readonly site: SiteForMembers
  /** The SHA-256 of what the browser keeps at the host of the site. */
  readonly flowHash: string
  /** Where it wants to go on that host. */
  readonly to: string | undefined
}

const addressLengthMax = 2000
const hereLengthMax = 2000

/** The site that somebody wants to read as a member; undefined if there is none at this address. */
export async function askedSite(
  services: Pick<Services, 'config' | 'db' | 'texts' | 'sealer'>,
  { Params: { siteId }, Querystring: { at, flow, to } }: SiteSignInRoute,
): Promise<AskedSite | undefined> {
  if (typeof at !== 'string' || at.length > addressLengthMax) return undefined
  if (typeof flow !== 'string' || !/^[\w-]{43}$/.test(flow)) return undefined
  const site = await siteForMembersAt(services, at)
  // The address decides, for it is where the browser is sent: the id has to be that of its site.
  if (site?.siteId !== siteId) return undefined
  return { site, flowHash: flow, to: returnPathFrom(to) }
}

/** The path of this very page, to come back to after a sign-in. */
export function pathOfAsked(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { site, flowHash, to }: AskedSite,
): string {
  const here = new URL(`${PUBLIC_URL}${siteSignInPrefix}${site.siteId}`)
  here.searchParams.set('at', site.origin + site.basePath)
  here.searchParams.set('flow', flowHash)
  const short = here.pathname + here.search
  if (to === undefined) return short
  here.searchParams.set('to', to)
  const whole = here.pathname + here.search
  return whole.length > hereLengthMax ? short : whole
}
