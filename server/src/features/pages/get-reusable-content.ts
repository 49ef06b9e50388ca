import {
  hasKind,
  readInSpace,
  revisionOf,
  selectEntry,
  selectEntryInRevision,
  versionedAtHead,
} from '#/features/content/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonText, versioned } from '#/platform/http/outcome.ts'

import { bodyAsked, bodyJson, scopeOf } from './page-body.ts'
import { viewReusableContent } from './reusable-content-view.ts'

const kind = 'reusable-content'

export const getReusableContentById = operation(
  'getReusableContentById',
  async ({ params: { spaceId, reusableContentId: entryId } }, context) =>
    versionedAtHead(context, spaceId, [kind, entryId], async () => {
      const found = await readInSpace(context, spaceId, async (of) =>
        context.db.many(selectEntry, { ...of, entryId }),
      )
      const row = found.first
      if (!hasKind(row, kind)) throw notFound('reusable content', entryId)
      return { found, view: () => viewReusableContent(row) }
    }),
)

export const getReusableContentInRevisionById = operation(
  'getReusableContentInRevisionById',
  async ({ params }, context) => {
    const { actor, row, number } = await findInRevision(context, params, false)
    const seenAs = [actor.role, row.entry_id]
    return versioned(number, seenAs, () => viewReusableContent(row))
  },
)

export const getReusableContentDocumentInRevisionById = operation(
  'getReusableContentDocumentInRevisionById',
  async ({ params, query }, context) => {
    const { evaluated } = query
    const evaluates = scopeOf(evaluated) !== 'nothing'
    const { actor, row, number, ...of } = await findInRevision(context, params, evaluates)
    return versioned(
      number,
      [actor.role, row.entry_id, ...bodyAsked({ format: 'document', ...query })],
      async () => new JsonText(await bodyJson(context, of, row, evaluated)),
      { isImmutable: true },
    )
  },
)

interface InRevision {
  readonly spaceId: string
  readonly revisionId: string
  readonly reusableContentId: string
}

async function findInRevision(
  context: Context,
  { spaceId, revisionId, reusableContentId: entryId }: InRevision,
  variables: boolean,
) {
  const select = selectEntryInRevision({ variables })
  const { actor, first, organizationId } = await readInSpace(
    context,
    spaceId,
    async (of) => context.db.many(select, { ...of, revisionId, entryId }),
  )
  const { revision_number: number } = revisionOf(first, revisionId)
  if (!hasKind(first, kind)) throw notFound('reusable content', entryId)
  return { actor, row: first, number, organizationId, spaceId }
}
