const charactersMax = 2048
// Browsers drop control characters and take a backslash for a slash.
const hostile = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\\]/u
const anywhere = 'https://origin.invalid'

/**
 * Where somebody wants to go once they are signed in: a path of our own origin, with its query and
 * fragment. Undefined for everything that could lead elsewhere.
 */
export function returnPathFrom(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > charactersMax) return undefined
  if (!/^\/(?!\/)/.test(given) || hostile.test(given) || !given.isWellFormed()) {
    return undefined
  }
  if (!URL.canParse(given, anywhere)) return undefined
  const { origin, pathname, search, hash } = new URL(given, anywhere)
  // Steps in a path may leave two slashes at its start, which name a host.
  if (origin !== anywhere || pathname.startsWith('//')) return undefined
  return `${pathname}${search}${hash}`
}
