import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import { mainBranch, type OfBranch, selectHead } from '#/content-store/branches/public.ts'
import {
  hasKind,
  hasPage,
  readInPlace,
  readInSpace,
  selectEntry,
  selectEntryInRevision,
} from '#/content-store/read/public.ts'
import { findForReader } from '#/features/review/change-requests/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

/** Content whose links are listed, and which the caller may see. */
export interface LinkedContent {
  readonly branch: OfBranch
  /** The change request with the content; undefined for the main content. */
  readonly changeRequest?: ChangeRequest
}

/** The content that a path names: a space, or a change request of it. */
interface Named {
  readonly spaceId: string
  readonly changeRequestId?: string
}

interface NamedEntry extends Named {
  readonly kind: 'page' | 'file'
  readonly entryId: string
}

export async function findLinkedContent(
  context: Context,
  named: Named,
): Promise<LinkedContent> {
  const { spaceId, changeRequestId } = named
  if (changeRequestId !== undefined) {
    return findForReader(context, { spaceId, changeRequestId })
  }
  const { organizationId } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectHead, of),
  )
  return { branch: mainBranch(organizationId, spaceId) }
}

/** The branch with a page or a file, which must exist in it. */
export async function findLinkedEntry(
  context: Context,
  named: NamedEntry,
): Promise<LinkedContent> {
  const { spaceId, changeRequestId, kind, entryId } = named
  if (changeRequestId === undefined) {
    const { organizationId, first } = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectEntry, { ...of, entryId }),
    )
    requireKind(first, named)
    return { branch: mainBranch(organizationId, spaceId) }
  }
  const place = { spaceId, changeRequestId }
  const [found, { first }] = await Promise.all([
    findForReader(context, place),
    readInPlace(context, place, async (shape, of) =>
      context.db.many(selectEntryInRevision({ variables: false, ...shape }), {
        ...of,
        entryId,
      }),
    ),
  ])
  requireKind(first, { kind, entryId })
  return found
}

function requireKind(
  row: { readonly entry_id: string | null; readonly kind: string | null },
  { kind, entryId }: Pick<NamedEntry, 'kind' | 'entryId'>,
): void {
  const isThere = kind === 'page' ? hasPage(row) : hasKind(row, kind)
  if (!isThere) throw notFound(kind, entryId)
}
