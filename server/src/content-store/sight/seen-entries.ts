import {
  blockConditions,
  type Claims,
  type Holds,
  visitorConditions,
} from '@lectern/content/expressions/conditions.ts'

import { isPageKind, type Uses, variablesId } from '#/content-store/entries/public.ts'

/** The part of an entry that decides whether visitors see it, and what they see through it. */
export interface SeenColumns {
  readonly entry_id: string
  readonly kind: string
  readonly parent_id: string
  readonly attributes?: unknown
  /** Not read where only pages are asked for. */
  readonly uses?: unknown
}

/**
 * The ids of the entries that visitors with these claims see. A page is seen where its condition
 * and those of all pages above it hold, a file or reusable content where something seen shows it.
 * `rows` has every entry that the answer depends on: a page whose parent is missing is not seen.
 */
export function seenEntries(
  rows: readonly SeenColumns[],
  claims: Claims,
): ReadonlySet<string> {
  const entries = new Map(rows.map((row) => [row.entry_id, row]))
  const seen = seenPages(entries, claims)
  const spaceVariables = textsIn(entries.get(variablesId)?.attributes)
  // A set goes on with what is added to it meanwhile.
  for (const id of seen) {
    const row = entries.get(id)
    if (row === undefined || row.uses === undefined || row.uses === null) continue
    const pageVariables = textsIn(attributesOf(row).variables)
    const holds = blockConditions({ claims, spaceVariables, pageVariables })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
    for (const [used, lists] of Object.entries(row.uses as Uses)) {
      if (isShown(lists, holds) && isUsable(entries.get(used))) seen.add(used)
    }
  }
  return seen
}

function seenPages(
  entries: ReadonlyMap<string, SeenColumns>,
  claims: Claims,
): Set<string> {
  const holds = visitorConditions(claims)
  const decided = new Map<string, boolean>([['', true]])
  const isSeen = (id: string): boolean => {
    const known = decided.get(id)
    if (known !== undefined) return known
    // A page below itself, in a damaged tree, is not seen.
    decided.set(id, false)
    const row = entries.get(id)
    const { condition } = row === undefined ? {} : attributesOf(row)
    const isOpen = condition === undefined || holds(condition)
    const shown =
      row !== undefined && isPageKind(row.kind) && isOpen && isSeen(row.parent_id)
    decided.set(id, shown)
    return shown
  }
  return new Set([...entries.keys()].filter(isSeen))
}

function isShown(lists: Uses[string], holds: Holds): boolean {
  return lists.length === 0 || lists.some((conditions) => conditions.every(holds))
}

function isUsable(row: SeenColumns | undefined): boolean {
  return row?.kind === 'file' || row?.kind === 'reusable-content'
}

interface DecidingAttributes {
  readonly condition?: string
  readonly variables?: unknown
}

export function attributesOf({
  attributes,
}: Pick<SeenColumns, 'attributes'>): DecidingAttributes {
  // Without them every page would pass for one without a condition.
  if (attributes === undefined) {
    throw new Error('The attributes of an entry were not read')
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes are validated before they are stored
  return attributes as DecidingAttributes
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- variables are validated before they are stored
  return (value ?? {}) as Record<string, string>
}
