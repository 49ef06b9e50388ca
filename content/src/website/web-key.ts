/**
 * The name under which a page or a file of a website is known: its address without the fragment,
 * and without what servers answer alike.
 */
export function webKey(url: string): string {
  const { host, pathname, search } = new URL(url)
  const path = pathname.replace(/\/index\.html?$/i, '').replaceAll(/\/+/g, '/')
  return host + (path.endsWith('/') ? path.slice(0, -1) : path) + search
}
