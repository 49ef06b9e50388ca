import type { TextChange } from '#/content-store/documents/public.ts'

import type { LoadedState } from './load-state.ts'
import type { Prepared } from './prepare-bodies.ts'
import type { FinishedDraft } from './finish-draft.ts'

/** The texts that are about to change, as far as that is known before the lock is taken. */
export function preparedTexts(
  state: LoadedState,
  prepared: ReadonlyMap<string, Prepared>,
): readonly TextChange[] {
  return [...prepared].flatMap(([entryId, { outcome }]) => {
    const row = state.entries.get(entryId)
    if (outcome.body === undefined || row === undefined || row.document_id === null) {
      return []
    }
    const { documentId, markdown } = outcome.body
    const before = {
      documentId: row.document_id,
      ...(row.markdown !== null && { markdown: row.markdown }),
    }
    return [{ entryId, before, after: { documentId, markdown } }]
  })
}

/** The texts that a revision changes, and those that it deletes. */
export function finishedTexts(
  state: LoadedState,
  { entries, gone }: FinishedDraft,
): readonly TextChange[] {
  const written = entries.flatMap(({ id, documentId }) => {
    const before = state.entries.get(id)?.document_id ?? null
    if (before === null || before === documentId) return []
    const after = documentId === null ? null : { documentId }
    return [{ entryId: id, before: { documentId: before }, after }]
  })
  const lost = gone.map(({ id }) => ({
    entryId: id,
    // Pages below a deleted page were not read: nobody looks for their blocks any more.
    before: { documentId: state.entries.get(id)?.document_id ?? '' },
    after: null,
  }))
  return [...written, ...lost]
}
