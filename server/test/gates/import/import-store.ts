import { lockBranch, mainBranch } from '#/content-store/branches/public.ts'
import type { DocumentToStore } from '#/content-store/documents/public.ts'
import { selectHeadEntries } from '#/content-store/entries/public.ts'
import { commitRevision, type EntryToStore } from '#/content-store/write/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

export interface ParsedPages {
  readonly documents: readonly DocumentToStore[]
  readonly entries: readonly EntryToStore[]
}

interface OfSpace {
  readonly organizationId: string
  readonly spaceId: string
}

/** The pages of a space, as an import hands them to the store: texts read, links resolved. */
export async function parsedPagesOf(db: Database, of: OfSpace): Promise<ParsedPages> {
  const { rows: documents } = await db.raw(
    'select id, markdown, projection, anchors from document where organization_id = $1 and space_id = $2',
    [of.organizationId, of.spaceId],
  )
  const entries = await db.many(
    selectHeadEntries({ isMain: true }),
    mainBranch(of.organizationId, of.spaceId),
  )
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
    documents: documents as DocumentToStore[],
    entries: entries.map(({ parent_id, document_id, ...row }) => ({
      ...row,
      parentId: parent_id,
      documentId: document_id,
      isNew: true,
    })),
  }
}

interface StoreOptions {
  readonly createdBy: string
  /** Whether each page is written as a revision of its own, as by a store that knows no sets. */
  readonly isOneByOne: boolean
}

/** Writes pages into an empty space, and answers how long the transaction takes. */
export async function storeAlone(
  db: Database,
  of: OfSpace,
  { documents, entries }: ParsedPages,
  { createdBy, isOneByOne }: StoreOptions,
): Promise<number> {
  const { rows } = await db.raw(
    'select head_number, head_revision_id from branch where organization_id = $1 and id = $2',
    [of.organizationId, of.spaceId],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const [row] = rows as { head_number: number; head_revision_id: string }[]
  if (row === undefined) throw new Error('The space has no content')
  const texts = new Map(documents.map((document) => [document.id, document]))
  const parts = isOneByOne ? entries.map((entry) => [entry]) : [entries]
  const branch = mainBranch(of.organizationId, of.spaceId)
  const startedMs = performance.now()
  await db.transaction(async (tx: Transaction) => {
    await tx.first(lockBranch, branch)
    let head = { number: row.head_number, revisionId: row.head_revision_id }
    for (const part of parts) {
      const needed = part.flatMap(({ documentId }) => texts.get(documentId ?? '') ?? [])
      head = await commitRevision(tx, branch, {
        head,
        type: 'edits',
        createdBy,
        documents: needed,
        entries: part,
        gone: [],
        oldNames: [],
      })
    }
  })
  return performance.now() - startedMs
}
