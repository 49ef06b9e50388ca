import type { ContentRef } from '@lectern/content/document/references.ts'
import { nowhere, pageOfRef } from '@lectern/content/look/page-of-ref.ts'

import { type OfRevision, shapeOf } from '#/content-store/branches/public.ts'
import { selectAncestors } from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { seenAmong } from './see-content.ts'
import { seenBy, visitorOf } from './seen-by.ts'

type Reading = Pick<ReaderContext, 'caller' | 'db' | 'texts' | 'threads'>

/** The ids of those pages, of any space, that the references lead to and the reader does not see. */
export async function hiddenPages(
  context: Reading,
  at: OfRevision,
  refs: readonly (ContentRef | undefined)[],
): Promise<ReadonlySet<string>> {
  const visitor = await visitorOf(context)
  const pages = refs.flatMap((ref) => pageOfRef(ref) ?? [])
  if (visitor === undefined || pages.length === 0) return new Set()
  const own = new Set<string>()
  const others = new Map<string, { readonly spaceId: string; readonly pageId: string }>()
  for (const { space = at.spaceId, page } of pages) {
    if (space === at.spaceId) own.add(page)
    else others.set(`${space} ${page}`, { spaceId: space, pageId: page })
  }
  const [rows, seenOthers] = await Promise.all([
    own.size === 0
      ? []
      : context.db.many(selectAncestors(shapeOf(at)), { ...at, ids: [...own] }),
    seenAmong(context, at.organizationId, [...others.values()]),
  ])
  const seen = await seenBy(context, visitor, rows)
  const hidden = rows.map(({ entry_id: id }) => id)
  const seenElsewhere = new Set(seenOthers)
  return new Set([
    ...hidden.filter((id) => own.has(id) && !seen.has(id)),
    ...[...others.values()]
      .filter((page) => !seenElsewhere.has(page))
      .map(({ pageId }) => pageId),
  ])
}

interface MaybeLink {
  readonly kind: string | null
  readonly attributes?: unknown
}

/** The rows, in which links of the tree to pages that the reader does not see lead nowhere. */
export async function withSeenTargets<Row extends MaybeLink>(
  context: Reading,
  at: OfRevision,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const hidden = await hiddenPages(context, at, rows.map(targetOf))
  if (hidden.size === 0) return rows
  return rows.map((row) => {
    const page = pageOfRef(targetOf(row))?.page
    if (page === undefined || !hidden.has(page)) return row
    return { ...row, attributes: { ...asObject(row.attributes), target: nowhere } }
  })
}

function targetOf({ kind, attributes }: MaybeLink): ContentRef | undefined {
  if (kind !== 'link') return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes are validated before they are stored
  return (attributes as { readonly target?: ContentRef } | null)?.target
}

function asObject(attributes: unknown): object {
  return typeof attributes === 'object' && attributes !== null ? attributes : {}
}
