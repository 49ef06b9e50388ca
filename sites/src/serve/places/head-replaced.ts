import type { SiteAt } from './site-at.ts'

/**
 * The api does not give what a head that is held should have: it gives visitors the newest revision, and
 * those before it for some minutes only. Then the site is resolved once more.
 */
export class HeadReplacedError extends Error {
  override readonly name = 'HeadReplacedError'
}

/** What was read of a head; undefined only once the api has said twice what the head is. */
export function expected<Value>(
  { isSettled }: Pick<SiteAt, 'isSettled'>,
  found: Value | undefined,
): Value | undefined {
  if (found !== undefined || isSettled === true) return found
  throw new HeadReplacedError('The api does not show what is held as the head')
}
