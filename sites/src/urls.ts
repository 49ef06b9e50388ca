const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const lengthMax = 8192
/** Stands for the site while an address is looked at; no site can have it. */
const origin = 'https://site.invalid'

/**
 * The address as it may stand in `href` or `src`, or undefined for what must be shown as text: only
 * web, mail and telephone addresses and places of this site are let through. Every address of a
 * page goes through here.
 */
export function safeHref(address: string): string | undefined {
  const url = address.trim().replaceAll(' ', '%20')
  if (url === '' || url.length > lengthMax || !url.isWellFormed()) return undefined
  // Browsers drop some of these and read on, and take a backslash for a slash.
  if (/[\p{Cc}\p{Zl}\p{Zp}\s\\]/u.test(url)) return undefined
  const scheme = /^[a-z][a-z\d+.-]*:/iu.exec(url)?.[0].toLowerCase()
  if (scheme === undefined ? leadsAway(url) : !schemes.has(scheme)) return undefined
  // `URL.parse` is younger than some readers' browsers.
  if (!URL.canParse(url, `${origin}/a/b`)) return undefined
  const target = new URL(url, `${origin}/a/b`)
  if (!schemes.has(target.protocol)) return undefined
  return scheme === undefined && target.origin !== origin ? undefined : url
}

/** Without a scheme: a host of its own, or a first part that something could still read as a scheme. */
function leadsAway(url: string): boolean {
  return (
    url.startsWith('//') || /^[^/?]*(?::|&(?:#|[a-z]+;))/iu.test(url.replace(/^#.*/u, ''))
  )
}
