const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const lengthMax = 8192
/** Stands for the site while an address is parsed; `.invalid` is the host of no site. */
const origin = 'https://site.invalid'

/**
 * The address for `href` or `src`, or undefined if it must be shown as text: only web, mail and
 * telephone addresses and paths of this site pass. Meant for addresses in content and settings.
 */
export function safeHref(address: string): string | undefined {
  const url = address.trim().replaceAll(' ', '%20')
  if (url === '' || url.length > lengthMax || !url.isWellFormed()) return undefined
  // Browsers drop some of these characters and read on, and treat a backslash as a slash.
  if (/[\p{Cc}\p{Zl}\p{Zp}\s\\]/u.test(url)) return undefined
  const scheme = /^[a-z][a-z\d+.-]*:/iu.exec(url)?.[0].toLowerCase()
  if (scheme === undefined ? leadsAway(url) : !schemes.has(scheme)) return undefined
  // `URL.parse` is missing in some browsers of readers.
  if (!URL.canParse(url, `${origin}/a/b`)) return undefined
  const target = new URL(url, `${origin}/a/b`)
  if (!schemes.has(target.protocol)) return undefined
  return scheme === undefined && target.origin !== origin ? undefined : url
}

/** Whether an address without a scheme has a host, or a first part that may be read as a scheme. */
function leadsAway(url: string): boolean {
  return (
    url.startsWith('//') || /^[^/?]*(?::|&(?:#|[a-z]+;))/iu.test(url.replace(/^#.*/u, ''))
  )
}
