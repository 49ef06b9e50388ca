import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import { inSpaceOf } from '#/access/content-access.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { SiteVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { selectPreviewed } from './change-request-queries.ts'
import { nameOf, type Named } from './change-request-resolve.ts'
import { viewPreviewed } from './change-request-view.ts'

/** The change request that a visitor has a preview of; any other is answered with not found. */
export async function readPreviewed(
  context: ReaderContext & { readonly caller: SiteVisitor },
  { spaceId, changeRequestId }: Named,
): Promise<ChangeRequest> {
  const { caller, db } = context
  const name = nameOf(changeRequestId)
  const row = await inSpaceOf(context, spaceId, async (asked) => {
    const branchId = (await caller.look())?.preview?.branchId ?? ''
    const byNumber = typeof name === 'number'
    return db.first(selectPreviewed({ byNumber }), { ...asked, spaceId, name, branchId })
  })
  if (row.id === null) throw notFound('change request', changeRequestId)
  return viewPreviewed(context, row)
}
