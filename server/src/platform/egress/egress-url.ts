import { EgressRefused } from './egress-errors.ts'

const urlCharsMax = 8192

/**
 * Ports above 1023 that usually serve something other than the web: databases, caches, cluster
 * control, and protocols that would take an HTTP request for commands.
 */
const deniedPorts = new Set([
  1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3659, 4045, 4190, 5060, 5061,
  5432, 5672, 6000, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080, 10_250, 10_255, 11_211, 26_379, 27_017,
])

/** Parses a user's URL, or a redirect relative to `base`, and refuses all but web URLs. */
export function parseEgressUrl(text: string, base?: URL): URL {
  const url = text.length <= urlCharsMax ? URL.parse(text, base?.href) : null
  if (!url) throw new EgressRefused('url', 'This is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressRefused('scheme', 'Only http and https URLs are fetched')
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused('credentials', 'A URL must not carry a user name or password')
  }
  const port = portOf(url)
  if ((port < 1024 && port !== 80 && port !== 443) || deniedPorts.has(port)) {
    throw new EgressRefused('port', `Port ${port} is not fetched from`)
  }
  url.hash = ''
  return url
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** The host as a name or an address, without the brackets of an IPv6 URL. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
