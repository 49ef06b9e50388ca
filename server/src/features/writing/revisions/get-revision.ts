import type { Revision } from '@lectern/contract/content.ts'

import { mainRevision, type OfRevision } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  type FoundRevision,
  readInPlace,
  readInSpace,
  revisionOf,
  selectTree,
  selectTreeInRevision,
  type TreeRow,
  versionedInPlace,
  versionedRevisionAtHead,
} from '#/content-store/read/public.ts'
import { seenRows, withSeenTargets } from '#/content-store/sight/public.ts'
import {
  type ComputedQuery,
  declaredAsked,
  declaredScene,
  revisionScene,
} from '#/features/writing/pages/public.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import type { Versioned } from '#/platform/http/outcome.ts'

import { type FindMergedFrom, mergedInto, noneMerged } from './merged-from.ts'
import { publishedFor } from './published-revision.ts'
import { viewHead, viewRevision } from './revision-view.ts'

const everything = { only: 'everything' } as const

/** What is read of a revision: for visitors also what decides which of it they see. */
function shapeFor({ caller }: Pick<ReaderContext, 'caller'>) {
  return isVisitor(caller) ? { ...everything, uses: true } : everything
}

/** The whole head of a space, with the change request that it merged. */
export async function revisionAtHead(
  context: ReaderContext,
  spaceId: string,
  query: ComputedQuery,
  // oxlint-disable-next-line max-params -- who reads, where, how it is shown, and what it merged
  find: FindMergedFrom,
): Promise<Versioned<Revision>> {
  const about = aboutRevision(context, find, query)
  return versionedRevisionAtHead<Revision>(context, spaceId, about.seenAs, async () => {
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectTree(shapeFor(context)), of),
    )
    const of = { organizationId: found.organizationId, spaceId }
    const view = async () => {
      const at = mainRevision(of, found.first.head_number)
      const rows = await rowsShown(context, at, found.rows)
      const revision = revisionOf(found.first, of)
      const shown = viewHead(context, of, rows, query)
      return revision === undefined ? shown : about.view(revision, shown)
    }
    return { found, view }
  })
}

export const getRevisionOfChangeRequestById = operation(
  'getRevisionOfChangeRequestById',
  async ({ params, query }, context) => revisionIn(context, params, query, noneMerged),
)

/** The whole of a revision, with the change request that it merged. */
export async function revisionIn(
  context: ReaderContext,
  place: ContentPlace,
  query: ComputedQuery,
  // oxlint-disable-next-line max-params -- as above
  find: FindMergedFrom,
): Promise<Versioned<Revision>> {
  const about = aboutRevision(context, find, query)
  const question = { asked: ['revision'], hasFileUrls: true, also: about.seenAs }
  return versionedInPlace<Revision>(context, place, question, async () => {
    const found = await readInPlace(context, place, async (shape, of) =>
      context.db.many(selectTreeInRevision({ ...shapeFor(context), ...shape }), of),
    )
    const { revision } = found
    const scene = declaredScene(revisionScene(context, revision), query)
    const view = async () => {
      const rows = await rowsShown(context, revision, found.rows)
      const shown = viewRevision(context, { revision, scene, rows })
      return about.view(revision, shown)
    }
    return { found, view }
  })
}

async function rowsShown<Row extends TreeRow>(
  context: ReaderContext,
  at: OfRevision,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  return withSeenTargets(context, at, await seenRows(context, rows))
}

/** What a revision depends on besides its content: what it merged, and where readers find it. */
function aboutRevision(
  context: ReaderContext,
  find: FindMergedFrom,
  query: ComputedQuery,
) {
  const merged = mergedInto(context, find)
  const published = publishedFor(context)
  return {
    seenAs: async (revision: FoundRevision): Promise<readonly unknown[]> => [
      ...declaredAsked(query),
      ...(
        await Promise.all([merged.seenAs(revision), published.seenAs(revision)])
      ).flat(),
    ],
    view: async (revision: FoundRevision, shown: Revision): Promise<Revision> => {
      const [seen, also] = await Promise.all([
        published.view(revision, shown),
        merged.view(revision),
      ])
      return { ...seen, ...also }
    },
  }
}
