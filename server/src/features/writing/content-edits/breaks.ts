import type { ContentUpdate } from '@lectern/contract/content-updates.ts'

import { type OfBranch, shapeOf } from '#/content-store/branches/public.ts'
import { addressOf, idsIn, selectLeadingTo } from '#/content-store/links/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

import { addressIn, type Draft } from './draft.ts'
import type { LoadedState } from './load-state.ts'
import type { FinishedDraft } from './finish-draft.ts'

type Breaks = NonNullable<ContentUpdate['breaks']>

const breaksMax = 1000

/** The breaks of a draft: broken links, links to deleted entries, lost paths and redirects. */
export async function breaksOf(
  db: Queryable,
  branch: OfBranch,
  draft: Draft,
  { settled, state }: { settled: FinishedDraft; state: LoadedState },
): Promise<Breaks> {
  const gone = new Set(settled.gone.map(({ id }) => id))
  const touched = [...settled.entries.map(({ id }) => id), ...gone]
  const leading =
    gone.size === 0
      ? []
      : await db.many(selectLeadingTo(shapeOf(branch)), {
          ...branch,
          targets: [...gone],
          touched,
          rowsMax: breaksMax,
        })
  const links = [
    ...settled.entries.flatMap(({ id, kind, links: own }) =>
      (own ?? [])
        .filter(({ status, ref }) => status === 'broken' || leadsTo(ref, gone))
        .map(({ ref }) => ({ ...standsIn(id, kind), ref })),
    ),
    ...leading.flatMap(({ id, kind, links: own }) =>
      (own ?? [])
        .filter(({ ref }) => leadsTo(ref, gone))
        .map(({ ref }) => ({ ...standsIn(id, kind), ref })),
    ),
  ]
  return {
    links: links.slice(0, breaksMax),
    paths: lostPaths(gone, state).slice(0, breaksMax),
    redirects: redirectsOf(settled, draft, state).slice(0, breaksMax),
  }
}

type Link = Breaks['links'][number]

function leadsTo(ref: Link['ref'], gone: ReadonlySet<string>): boolean {
  return idsIn(ref).some((id) => gone.has(id))
}

function standsIn(id: string, kind: string): Omit<Link, 'ref'> {
  return kind === 'reusable-content' ? { reusableContent: id } : { page: id }
}

function lostPaths(gone: ReadonlySet<string>, state: LoadedState): Breaks['paths'] {
  const places = placesIn(state)
  return [...gone].flatMap((page) => {
    const slug = places.get(page)?.slug
    if (slug === undefined || slug === null) return []
    return [{ page, path: addressOf(page, (id) => places.get(id)) }]
  })
}

function placesIn(state: LoadedState) {
  const rows = [...state.descendants, ...state.siblings, ...state.entries.values()]
  return new Map(
    rows.map(({ id, slug, parent_id: parentId }) => [id, { slug, parentId }]),
  )
}

function redirectsOf(
  settled: FinishedDraft,
  draft: Draft,
  state: LoadedState,
): Breaks['redirects'] {
  const places = placesIn(state)
  return settled.oldNames.map(({ entryId: page }) => ({
    page,
    from: addressOf(page, (id) => places.get(id)),
    to: addressIn(draft, page),
  }))
}
