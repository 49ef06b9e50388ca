import type { PreparedAnchorMoves } from '#/features/writing/comments/public.ts'
import {
  type ImportMode,
  type ReadEntries,
  readHead,
  readHidden,
  type StoredResult,
  type Unpacked,
  writeUnpacked,
} from '#/features/writing/file-trees/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { requirePlace } from './below-page.ts'
import { type ImportTarget, lockToImport } from './import-branch.ts'

interface ImportToWrite {
  readonly place: ImportTarget
  /** The page that it goes below. */
  readonly pageId: string | null
  readonly mode: ImportMode
  readonly unpacked: Unpacked
  readonly read: ReadEntries
  readonly appUrls: readonly string[]
  readonly anchorMoves: PreparedAnchorMoves
}

/** Writes the import as one revision, or nothing when the branch has the same content already. */
export async function writeImport(
  tx: Transaction,
  context: Pick<Context, 'caller' | 'threads'>,
  { place, pageId, anchorMoves, ...content }: ImportToWrite,
): Promise<{ result: StoredResult; isChanged: boolean; headId: string }> {
  const { branch, head } = await lockToImport(tx, context, place)
  const before = await readHead(tx, branch)
  if (pageId !== null) requirePlace(before, pageId)
  const written = await writeUnpacked(tx, branch, {
    ...content,
    head,
    before,
    hidden: await readHidden(tx, branch),
    createdBy: context.caller.userId,
    comments: { context, prepared: anchorMoves },
  })
  return { ...written, headId: head.revisionId }
}
