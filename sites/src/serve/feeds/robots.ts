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

/** The `robots.txt` of a site: allows public sites only, without search, feedback and prints. */
export function robots(site: SiteAt): string {
  const { scope, siteBasePath, siteSpaces } = site
  if (scope.visibility !== 'public') return 'User-agent: *\nDisallow: /\n'
  const canonical = siteSpaces.find(({ basePath }) => basePath === siteBasePath)
  const sitemap = canonical && `Sitemap: ${canonical.canonicalBase}sitemap.xml\n`
  const everybody = `User-agent: *\nDisallow: ${siteBasePath}~search\nDisallow: ${siteBasePath}~feedback\nDisallow: ${siteBasePath}*~pdf\n${isForAgents(site) ? '' : 'Content-Signal: ai-input=no, ai-train=no\n'}`
  return `${isForAgents(site) ? '' : withoutAgents(siteBasePath)}${everybody}${sitemap ?? ''}`
}

function withoutAgents(siteBasePath: string): string {
  const names = agents.map((name) => `User-agent: ${name}\n`).join('')
  return `# This site is not for AI agents.\n${names}Disallow: ${siteBasePath}\n\n`
}
