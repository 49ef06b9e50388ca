import { addressOf, type SiteRow } from '#/features/publishing/sites/public.ts'
import { isShareKey, siteUrls } from '#/features/writing/publications/public.ts'
import type { Context } from '#/platform/http/context.ts'

/** What the URLs of a site begin with. */
export function rootsOf({ config }: Pick<Context, 'config'>, site: SiteRow): URL[] {
  const address = addressOf(site)
  return [siteUrls.published(config, address), siteUrls.own(config, address)].map(
    (root) => new URL(root),
  )
}

/** The path below the root of the site; undefined for the URL of something else. */
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

/** The secret stands before everything else. */
function withoutKey(path: string): string {
  const [first = '', ...rest] = path.split('/')
  return isShareKey(first) ? rest.join('/') : path
}
