import { atHome } from '#/access/content-access.ts'
import { selectRevision } from '#/content-store/branches/public.ts'
import type { TextChange } from '#/content-store/documents/public.ts'
import { isPageKind } from '#/content-store/entries/public.ts'
import { type DifferenceRow, selectDifferences } from '#/content-store/history/public.ts'
import { commitRevision, type OldName } from '#/content-store/write/public.ts'
import { moveCommentAnchors } from '#/features/writing/comments/public.ts'
import { readHeadRevision } from '#/features/writing/revisions/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import { spaceContentUpdated } from '#/features/writing/spaces/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'

import { findContent, lockContent, requireEditable } from './resolve-content.ts'

export const rollbackSpaceRevision = operation(
  'rollbackSpaceRevision',
  async ({ params: { spaceId, revisionId: target } }, context) => {
    const { branch, ...found } = await atHome(context, 'space', spaceId, async (home) =>
      findContent(context.db, context, home, spaceId),
    )
    const old = await context.db.first(selectRevision, { ...branch, revisionId: target })
    if (old === undefined) throw notFound('revision', target)
    requireEditable(context, { branch, ...found })

    return change(context, async (tx) => {
      const [{ head }, differences] = await Promise.all([
        lockContent(tx, context, branch),
        tx.many(selectDifferences, { ...branch, number: old.number }),
      ])
      const { revisionId } = await commitRevision(tx, branch, {
        head,
        type: 'rollback',
        createdBy: context.caller.userId,
        documents: [],
        entries: [],
        copies: {
          fromNumber: old.number,
          entries: differences
            .filter(({ old_parent_id: parent }) => parent !== null)
            .map(({ id, kind, head_parent_id: now }) => ({
              id,
              kind,
              isNew: now === null,
            })),
        },
        gone: differences.filter(({ old_parent_id: parent }) => parent === null),
        oldNames: differences.flatMap(oldNameOf),
      })
      const texts = { changes: differences.map(textChangeOf), prepared: new Map() }
      await moveCommentAnchors(tx, context, branch, texts)
      const details = { rolledBackTo: target }
      spaceContentUpdated(tx, context, { ...branch, revisionId, details })
      indexSpaceSoon(tx, branch)
      return new Created(
        await readHeadRevision(tx, context, branch),
        `${context.config.PUBLIC_URL}/v1/spaces/${spaceId}/revisions/${revisionId}`,
      )
    })
  },
)

function textChangeOf(row: DifferenceRow): TextChange {
  const { id: entryId, head_document_id: before, old_document_id: after } = row
  return { entryId, before: textOf(before), after: textOf(after) }
}

function textOf(documentId: string | null): TextChange['before'] {
  return documentId === null ? null : { documentId }
}

/** The name that a page loses as it goes back to another: the page is still found by it. */
function oldNameOf(row: DifferenceRow): readonly OldName[] {
  const { id, kind, head_parent_id: parentId, head_slug: slug } = row
  if (!isPageKind(kind) || parentId === null || slug === null) return []
  const isSame = row.old_parent_id === parentId && row.old_slug === slug
  if (row.old_parent_id === null || isSame) return []
  return [{ parentId, slug, entryId: id }]
}
