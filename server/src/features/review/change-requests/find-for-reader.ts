import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import type { OfBranch } from '#/content-store/branches/public.ts'
import type { Context } from '#/platform/http/context.ts'

import { contentOf, resolveToView } from './change-request-resolve.ts'
import { viewFound } from './view-change-requests.ts'

interface ForReader {
  readonly branch: OfBranch
  /**
   * The change request without its description, which can be long: a list may repeat it in every
   * entry.
   */
  readonly changeRequest: ChangeRequest
}

/** A change request whose content the caller may see; refuses others as if it did not exist. */
export async function findForReader(
  context: Context,
  named: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<ForReader> {
  const found = await resolveToView(context.db, context, named)
  const { branch } = contentOf(found)
  const { description: _description, ...changeRequest } = await viewFound(
    context.db,
    context,
    found,
  )
  return { branch, changeRequest }
}
