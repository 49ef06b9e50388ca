import { readInSpace, selectDocument } from '#/features/content/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
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
    const { entry_id: entryId, from_number: fromNumber } = first
    if (entryId === null || fromNumber === null) throw notFound('document', documentId)
    const of = { organizationId, spaceId, entryId, fromNumber }
    return versioned(fromNumber, [actor.role, entryId], async () => {
      const names = { scope: 'nothing' } as const
      const text = await documentJson(context, { ...of, names, variablesNumber: 0 })
      return new JsonText(text)
    })
  },
)
