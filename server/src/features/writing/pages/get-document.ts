import { selectDocument } from '#/content-store/documents/public.ts'
import { readInSpace } from '#/content-store/read/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor } from '#/platform/http/caller.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonText, versioned } from '#/platform/http/outcome.ts'

import { documentJson } from './document-json.ts'

export const getDocumentById = operation(
  'getDocumentById',
  async ({ params: { spaceId, documentId } }, context) => {
    const { actor, first, organizationId } = await readInSpace(
      context,
      spaceId,
      async (of) => context.db.many(selectDocument, { ...of, documentId }),
    )
    const { branch_id: branchId, entry_id: entryId, from_number: fromNumber } = first
    if (branchId === null || entryId === null || fromNumber === null) {
      throw notFound('document', documentId)
    }
    const of = { organizationId, spaceId, branchId, entryId, fromNumber }
    const { caller } = context
    const sight = isVisitor(caller) ? await caller.look() : undefined
    const isShown = branchId === spaceId || sight?.preview?.branchId === branchId
    if (isVisitor(caller) && !isShown) throw notFound('document', documentId)
    const audience = sight && `visitor ${sight.audience}`
    return versioned(fromNumber, [actor.role, branchId, entryId, audience], async () => {
      const names =
        sight === undefined
          ? ({ scope: 'nothing' } as const)
          : ({ scope: 'everything', claims: sight.claims, isStrict: true } as const)
      const variablesVersion = audience ?? ''
      const text = await documentJson(context, { ...of, names, variablesVersion })
      return new JsonText(text)
    })
  },
)
