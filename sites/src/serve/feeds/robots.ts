import { isForAgents, type SiteAt } from '#/serve/places/site-at.ts'

/** The names of programs that read for models or for people who ask one. */
const agents = [
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ChatGPT-User',
  'Claude-SearchBot',
  'Claude-User',
  'ClaudeBot',
  'cohere-ai',
  'DuckAssistBot',
  'Google-Extended',
  'GPTBot',
  'meta-externalagent',
  'MistralAI-User',
  'OAI-SearchBot',
  'Perplexity-User',
  'PerplexityBot',
]

export const closedToRobots = 'User-agent: *\nDisallow: /\n'

/** The `robots.txt` of a site: allows public sites only, without search, feedback and prints. */
export function robots(site: SiteAt): string {
  const { scope, siteBasePath, siteSpaces } = site
  if (scope.visibility !== 'public') return closedToRobots
  const canonical = siteSpaces.find(({ basePath }) => basePath === siteBasePath)
  const sitemap = canonical && `Sitemap: ${canonical.canonicalBase}sitemap.xml\n`
  const everybody = `User-agent: *\nDisallow: ${siteBasePath}~search\nDisallow: ${siteBasePath}~feedback\nDisallow: ${siteBasePath}*~pdf\n${isForAgents(site) ? '' : 'Content-Signal: ai-input=no, ai-train=no\n'}`
  return `${isForAgents(site) ? '' : withoutAgents(siteBasePath)}${everybody}${sitemap ?? ''}`
}

/**
 * The `robots.txt` of a host that several sites may share. Crawlers read no other one, so it says
 * which of them are not for agents; for everything else, pages state their own rules.
 */
export function robotsOfHost(sites: readonly SiteAt[]): string {
  const closed = sites.filter((site) => !isForAgents(site))
  return `${withoutAgents(...closed.map(({ siteBasePath }) => siteBasePath))}User-agent: *\nAllow: /\n`
}

function withoutAgents(...paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const names = agents.map((name) => `User-agent: ${name}\n`).join('')
  const closed = paths.toSorted().map((path) => `Disallow: ${path}\n`)
  const what = paths.length === 1 ? 'This site is' : 'These sites are'
  return `# ${what} not for AI agents.\n${names}${closed.join('')}\n`
}
