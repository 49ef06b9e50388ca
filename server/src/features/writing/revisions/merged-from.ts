import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import type { FoundRevision } from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

/** The change request that a revision merged, and the parts of it that change. */
export interface MergedFrom {
  readonly seenAs: readonly unknown[]
  readonly view: () => Promise<ChangeRequest>
}

/** Finds what a revision merged, which only the features that know change requests can do. */
export type FindMergedFrom = (
  context: ReaderContext,
  revision: FoundRevision,
) => Promise<MergedFrom | undefined>

/** For the revisions of a change request, which merge none. */
export const noneMerged: FindMergedFrom = async () => Promise.resolve(undefined)

/** What the revisions of one request merged, each looked for once. */
export function mergedInto(context: ReaderContext, find: FindMergedFrom) {
  let known:
    | { readonly id: string; readonly merged: ReturnType<FindMergedFrom> }
    | undefined
  const mergedOf = async (revision: FoundRevision) => {
    if (known?.id === revision.id) return known.merged
    const merged = find(context, revision)
    known = { id: revision.id, merged }
    return merged
  }
  return {
    seenAs: async (revision: FoundRevision) => (await mergedOf(revision))?.seenAs ?? [],
    /** The member of an answer about the revision. */
    view: async (revision: FoundRevision): Promise<{ mergedFrom?: ChangeRequest }> => {
      const merged = await mergedOf(revision)
      return merged === undefined ? {} : { mergedFrom: await merged.view() }
    },
  }
}
