import type { SiteAt } from './site-at.ts'

/**
 * Thrown when the api no longer serves the revision that a site holds as its head: visitors get the
 * newest one, and earlier ones for some minutes only. The caller resolves the site once more.
 */
export class HeadReplacedError extends Error {
  override readonly name = 'HeadReplacedError'
}

/** The value read from a head. A missing one throws, unless the site was already resolved again. */
export function expected<Value>(
  { isSettled }: Pick<SiteAt, 'isSettled'>,
  found: Value | undefined,
): Value | undefined {
  if (found !== undefined || isSettled === true) return found
  throw new HeadReplacedError('The api does not show what is held as the head')
}
