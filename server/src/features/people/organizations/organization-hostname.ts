import { randomInt } from 'node:crypto'

import {
  claimSubdomain,
  isReservedSubdomain,
} from '#/features/people/subdomains/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

const lengthMax = 32
const attemptsMax = 20

/** Claims the host name that the title suggests, or a free one that begins like it. */
export async function claimHostname(
  tx: Transaction,
  organizationId: string,
  title: string,
): Promise<string> {
  const slug = slugOf(title)
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const subdomain = candidate(slug, attempt)
    if (await claimSubdomain(tx, { organizationId, subdomain })) return subdomain
  }
  throw new Error(`No free host name was found for "${title}"`)
}

function slugOf(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    // A run of other characters is one dash by now, so there is at most one dash at each end.
    .replaceAll(/^-|-$/g, '')
  const isPlain = slug.length >= 3 && !isReservedSubdomain(slug.slice(0, lengthMax))
  return isPlain ? slug : `org-${slug}`.replace(/-$/, '')
}

/**
 * The host name to try at an attempt: counts up first; a name that many already wanted gets a
 * random end instead.
 */
function candidate(slug: string, attempt: number): string {
  const suffix =
    attempt === 1 ? '' : attempt < 5 ? `-${attempt}` : `-${randomInt(1e6, 1e7)}`
  return slug.slice(0, lengthMax - suffix.length).replace(/-$/, '') + suffix
}
