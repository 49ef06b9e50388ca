import { hash } from 'node:crypto'

import type { Claims } from '@lectern/content/expressions/conditions.ts'

import { type Uses, variablesId } from '#/content-store/entries/public.ts'
import { isVisitor, type SiteVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { threadTask } from '#/platform/threads/threads.ts'

import { attributesOf, type SeenColumns, seenEntries } from './seen-entries.ts'

/** What is known of a visitor; the audience is equal for equal claims, and empty for none. */
export interface KnownVisitor {
  readonly claims: Claims
  readonly audience: string
}

export interface Visitor extends KnownVisitor, Pick<SiteVisitor, 'organizationId'> {}

/** What is known of the visitor who reads; undefined for users, who see all entries. */
export async function visitorOf({
  caller,
}: Pick<ReaderContext, 'caller'>): Promise<Visitor | undefined> {
  if (!isVisitor(caller)) return undefined
  const { claims = {}, audience = '' } = (await caller.look()) ?? {}
  return { organizationId: caller.organizationId, claims, audience }
}

interface Question {
  readonly rows: readonly SeenColumns[]
  readonly claims: Claims
}

/** The most characters of conditions that are read on this thread. */
const charactersHereMax = 16 * 1024

const seenIdsTask = threadTask<Question, readonly string[]>(
  new URL(import.meta.url),
  'seenIds',
)

/** @public loaded by name */
export function seenIds({ rows, claims }: Question): readonly string[] {
  return [...seenEntries(rows, claims)]
}

/**
 * The ids of the entries that a visitor sees, as `seenEntries` decides. Long conditions, of which a
 * space may have thousands, are read on another thread, and once for an audience.
 */
export async function seenBy(
  { texts, threads }: Pick<ReaderContext, 'texts' | 'threads'>,
  { organizationId, claims, audience }: Visitor,
  rows: readonly SeenColumns[],
): Promise<ReadonlySet<string>> {
  if (charactersToRead(rows) <= charactersHereMax) return seenEntries(rows, claims)
  const deciding = rows.map(decidingPart)
  const digest = hash('sha256', JSON.stringify(deciding), 'base64url')
  const key = `seen by ${audience} ${digest}`
  const known = texts.get(key)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept under this key below
  if (known !== undefined) return new Set(JSON.parse(known) as string[])
  const ids = await threads.run({ organizationId }, seenIdsTask, {
    rows: deciding,
    claims,
  })
  texts.set(key, JSON.stringify(ids))
  return new Set(ids)
}

/** The length of all conditions, of which equal ones of pages are read once. */
function charactersToRead(rows: readonly SeenColumns[]): number {
  const ofPages = new Set<string>()
  let characters = 0
  for (const row of rows) {
    const { condition } = attributesOf(row)
    if (condition !== undefined) ofPages.add(condition)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
    for (const lists of Object.values((row.uses ?? {}) as Uses)) {
      for (const each of lists.flat()) characters += each.length
    }
  }
  for (const each of ofPages) characters += each.length
  return characters
}

function decidingPart({ entry_id, kind, parent_id, ...row }: SeenColumns): SeenColumns {
  const { condition, variables } = attributesOf(row)
  const attributes = entry_id === variablesId ? row.attributes : { condition, variables }
  return { entry_id, kind, parent_id, attributes, uses: row.uses }
}
