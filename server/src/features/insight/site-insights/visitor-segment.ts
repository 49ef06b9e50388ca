import type { AdaptiveObject } from '@lectern/contract/site-adaptive.ts'

import { findAdaptiveSchema } from '#/features/publishing/site-adaptive/public.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

type Claims = Readonly<Record<string, unknown>>

/** Longer than any claims that tell groups of visitors apart. */
const segmentCharactersMax = 512

/**
 * The claims of a visitor that many others have as well, as JSON: those that the schema of the site
 * names with a fixed set of values. Any other claim could say who somebody is, and is not stored.
 */
export async function segmentOf(
  db: Queryable,
  of: OfSite,
  claims: Claims,
): Promise<string> {
  if (Object.keys(claims).length === 0) return ''
  const found = await findAdaptiveSchema(db, of)
  const kept = found === undefined ? {} : keptOf(found.schema, claims)
  const text = JSON.stringify(kept)
  return text === '{}' || text.length > segmentCharactersMax ? '' : text
}

function keptOf(
  { properties }: Pick<AdaptiveObject, 'properties'>,
  claims: Claims,
): Claims {
  const kept = Object.entries(properties)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, claim]): [string, unknown][] => {
      const value = Object.hasOwn(claims, name) ? claims[name] : undefined
      if (claim.type === 'object') {
        const inside = isClaims(value) ? keptOf(claim, value) : {}
        return Object.keys(inside).length === 0 ? [] : [[name, inside]]
      }
      const isListed =
        claim.type === 'string' && claim.enum?.some((listed) => listed === value) === true
      const isBoolean = claim.type === 'boolean' && typeof value === 'boolean'
      return isListed || isBoolean ? [[name, value]] : []
    })
  return Object.fromEntries(kept)
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
