import { hash } from 'node:crypto'

import { type RawBuilder, sql } from 'kysely'

/**
 * The first four bytes of the digest of each anchor: enough to tell whether a page has one, and
 * small however long the anchors of a text are.
 */
export function anchorHashes(anchors: readonly string[]): readonly number[] {
  return [...new Set(anchors.map((one) => hash('sha256', one, 'buffer').readInt32BE(0)))]
}

/** The hash of one anchor in SQL. */
export function anchorHashOf(anchor: RawBuilder<unknown>): RawBuilder<number> {
  return sql`('x' || left(encode(sha256(convert_to(${anchor}, 'UTF8')), 'hex'), 8))::bit(32)::integer`
}
