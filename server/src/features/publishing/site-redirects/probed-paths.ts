import { addressOf, type SiteRow } from '#/features/publishing/sites/public.ts'
import { isShareKey, siteUrls } from '#/features/writing/publications/public.ts'
import type { Context } from '#/platform/http/context.ts'

/**
 * The URLs that a site is found under: the published one, and the one without a custom host name.
 */
export function rootsOf({ config }: Pick<Context, 'config'>, site: SiteRow): URL[] {
  const address = addressOf(site)
  return [siteUrls.published(config, address), siteUrls.own(config, address)].map(
    (root) => new URL(root),
  )
}

/** The path below the root of the site; undefined for a URL outside the site. */
export function pathBelow(
  roots: readonly URL[],
  { visibility }: Pick<SiteRow, 'visibility'>,
  text: string,
): string | undefined {
  if (!/^https?:\/\//i.test(text)) {
    return /^[a-z][a-z+.-]*:/i.test(text) ? undefined : text
  }
  if (!URL.canParse(text)) return undefined
  const { origin, pathname } = new URL(text)
  const whole = pathname.endsWith('/') ? pathname : `${pathname}/`
  const root = roots.find(
    (one) => one.origin === origin && whole.startsWith(one.pathname),
  )
  if (root === undefined) return undefined
  const path = whole.slice(root.pathname.length)
  return visibility === 'share-link' ? withoutKey(path) : path
}

/** The path without its first segment, if that is a share key. */
function withoutKey(path: string): string {
  const [first = '', ...rest] = path.split('/')
  return isShareKey(first) ? rest.join('/') : path
}
