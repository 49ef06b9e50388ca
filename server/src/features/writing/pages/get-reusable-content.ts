import type { JsonDocument } from '@lectern/contract/documents.ts'

import { mainRevision } from '#/content-store/branches/public.ts'
import {
  type ContentPlace,
  hasKind,
  readInPlace,
  readInSpace,
  selectEntry,
  selectEntryInRevision,
  versionedAtHead,
  versionedInPlace,
} from '#/content-store/read/public.ts'
import { isEntrySeen } from '#/content-store/sight/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonText } from '#/platform/http/outcome.ts'

import { bodyAsked, bodyJson, bodyQueryOf, scopeOf } from './page-body.ts'
import { viewReusableContent } from './reusable-content-view.ts'

const kind = 'reusable-content'

export const getReusableContentById = operation(
  'getReusableContentById',
  async ({ params: { spaceId, reusableContentId: entryId } }, context) =>
    versionedAtHead(context, spaceId, { asked: [kind, entryId] }, async () => {
      const found = await readInSpace(context, spaceId, async (of) =>
        context.db.many(selectEntry, { ...of, entryId }),
      )
      const row = found.first
      const at = mainRevision({ ...found, spaceId }, row.head_number)
      if (!hasKind(row, kind) || !(await isEntrySeen(context, at, entryId))) {
        throw notFound('reusable content', entryId)
      }
      return { found, view: () => viewReusableContent(row) }
    }),
)

export const getReusableContentInRevisionById = operation(
  'getReusableContentInRevisionById',
  async ({ params: { reusableContentId, ...place } }, context) =>
    getInPlace(context, place, reusableContentId),
)

export const getReusableContentInChangeRequestById = operation(
  'getReusableContentInChangeRequestById',
  async ({ params: { reusableContentId, ...place } }, context) =>
    getInPlace(context, place, reusableContentId),
)

export const getReusableContentDocumentInRevisionById = operation(
  'getReusableContentDocumentInRevisionById',
  async ({ params: { reusableContentId: entryId, ...place }, query }, context) => {
    const body = await bodyQueryOf(context, { format: 'document', ...query } as const)
    const asked = [kind, entryId, ...bodyAsked(body)]
    return versionedInPlace(
      context,
      place,
      { asked, isSameForRevision: true },
      async () => {
        const variables = scopeOf(body.evaluated) !== 'nothing'
        const { found, row } = await findInPlace(context, place, entryId, variables)
        const view = async () =>
          new JsonText<JsonDocument>(await bodyJson(context, found.revision, row, body))
        return { found, view }
      },
    )
  },
)

async function getInPlace(context: ReaderContext, place: ContentPlace, entryId: string) {
  return versionedInPlace(context, place, { asked: [kind, entryId] }, async () => {
    const { found, row } = await findInPlace(context, place, entryId, false)
    return { found, view: () => viewReusableContent(row) }
  })
}

async function findInPlace(
  context: ReaderContext,
  place: ContentPlace,
  entryId: string,
  variables: boolean,
) {
  const found = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectEntryInRevision({ variables, ...shape }), { ...of, entryId }),
  )
  const row = found.first
  if (!hasKind(row, kind) || !(await isEntrySeen(context, found.revision, entryId))) {
    throw notFound('reusable content', entryId)
  }
  return { found, row }
}
