import type { SiteAt } from '#/serve/places/site-at.ts'

/** Only a public site is for search engines; of that, results of its own search and what is for printing are not. */
export function robots({ scope, siteBasePath, siteSpaces }: SiteAt): string {
  if (scope.visibility !== 'public') return 'User-agent: *\nDisallow: /\n'
  const canonical = siteSpaces.find(({ basePath }) => basePath === siteBasePath)
  const sitemap = canonical && `Sitemap: ${canonical.canonicalBase}sitemap.xml\n`
  return `User-agent: *\nDisallow: ${siteBasePath}~search\nDisallow: ${siteBasePath}~feedback\nDisallow: ${siteBasePath}*~pdf\n${sitemap ?? ''}`
}
