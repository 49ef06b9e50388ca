import type { SiteAt } from '#/serve/places/site-at.ts'

/** The `robots.txt` of a site: allows public sites only, without search, feedback and prints. */
export function robots({ scope, siteBasePath, siteSpaces }: SiteAt): string {
  if (scope.visibility !== 'public') return 'User-agent: *\nDisallow: /\n'
  const canonical = siteSpaces.find(({ basePath }) => basePath === siteBasePath)
  const sitemap = canonical && `Sitemap: ${canonical.canonicalBase}sitemap.xml\n`
  return `User-agent: *\nDisallow: ${siteBasePath}~search\nDisallow: ${siteBasePath}~feedback\nDisallow: ${siteBasePath}*~pdf\n${sitemap ?? ''}`
}
