import { isOutOfTime } from '#/platform/database/database-errors.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Statement } from '#/platform/database/statement.ts'

import type { AskedWords } from './word-queries.ts'

/** How long a search may look for words, with those that could have been meant and without. */
const wordsMsMax = 1_000

/**
 * The words that may have been meant; when that takes too long, only those that were written, and
 * then none, but still who asks.
 */
export async function lookUpWords<Params extends AskedWords, Row>(
  db: Pick<Database, 'many' | 'within'>,
  select: Statement<Params, Row>,
  params: Params,
): Promise<{ readonly rows: readonly Row[]; readonly isPartial: boolean }> {
  const rows = await inTime(db.within(wordsMsMax, select, params))
  if (rows !== undefined) return { rows, isPartial: false }
  const none = params.words.map(() => false)
  const asWritten = { ...params, unfinished: none, mistyped: none }
  const written = await inTime(db.within(wordsMsMax, select, asWritten))
  const nothing = { ...asWritten, words: [], unfinished: [], mistyped: [] }
  const swapped = { swapped: [], swappedFrom: [] }
  const found = written ?? (await db.many(select, { ...nothing, ...swapped }))
  return { rows: found, isPartial: true }
}

/** What was found, or undefined when the time is over. */
export async function inTime<Result>(
  found: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await found
  } catch (error) {
    if (isOutOfTime(error)) return undefined
    throw error
  }
}
