import { documentForm } from '@lectern/content/document/form.ts'
import type { JsonDocument } from '@lectern/contract/documents.ts'

import { selectHead, selectRevisionPoint } from '#/content-store/branches/public.ts'
import {
  type DocumentVersionRow,
  selectDocument,
  selectDocumentVersions,
} from '#/content-store/documents/public.ts'
import { type EntryAt, readInSpace, selectEntryAt } from '#/content-store/read/public.ts'
import { seenOf } from '#/content-store/sight/public.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { isVisitor, type SiteVisitor } from '#/platform/http/caller.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { JsonText, type Versioned, versioned } from '#/platform/http/outcome.ts'

import { documentJson } from './document-json.ts'
import { bodyJson, bodyQueryOf, hiddenTargets } from './page-body.ts'

export const getDocumentById = operation(
  'getDocumentById',
  async ({ params: { spaceId, documentId } }, context) =>
    findDocument(context, spaceId, documentId),
)

/** A document of a space as the reader sees it, or a refusal. */
export async function findDocument(
  context: ReaderContext,
  spaceId: string,
  documentId: string,
): Promise<Versioned<JsonDocument>> {
  const { caller } = context
  return isVisitor(caller)
    ? forVisitor({ ...context, caller }, spaceId, documentId)
    : forUser(context, spaceId, documentId)
}

async function forUser(context: ReaderContext, spaceId: string, documentId: string) {
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
  const seenAs = [actor.role, branchId, entryId, documentForm]
  return versioned(fromNumber, seenAs, async () => {
    const names = { scope: 'nothing' } as const
    const plain = { names, hidden: [], variablesVersion: '' }
    return new JsonText<JsonDocument>(await documentJson(context, { ...of, ...plain }))
  })
}

/** The document as a visitor sees it, by way of an entry with it that they see. */
async function forVisitor(
  context: ReaderContext & { readonly caller: SiteVisitor },
  spaceId: string,
  documentId: string,
) {
  const { actor, organizationId } = await readInSpace(context, spaceId, async (of) =>
    context.db.many(selectHead, of),
  )
  const sight = await context.caller.look()
  const branchId = sight?.preview?.branchId ?? spaceId
  const of = { organizationId, spaceId }
  const rows = await context.db.many(selectDocumentVersions, {
    ...of,
    branchId,
    documentId,
  })
  const row = await firstSeen(context, of, rows)
  const entry = row && (await readEntry(context, of, row, documentId))
  if (row === undefined || entry === undefined) throw notFound('document', documentId)
  const audience = `visitor ${sight?.audience ?? ''}`
  const { variables_branch_id: variablesBranch, variables_number: variablesNumber } =
    entry
  const seenAs = [actor.role, row.branch_id, row.entry_id, audience, documentForm]
  const at = { ...of, branchId: row.branch_id, ...numbersOf(row) }
  const query = await bodyQueryOf(context, { format: 'document' } as const)
  const hidden = await hiddenTargets(context, at, entry, query)
  const asked = [...seenAs, variablesBranch, variablesNumber, ...hidden]
  return versioned(row.from_number, asked, async () => {
    return new JsonText<JsonDocument>(await bodyJson(context, at, entry, query))
  })
}

function numbersOf({ number, main_number: mainNumber }: DocumentVersionRow) {
  return { number, mainNumber }
}

type InSpace = Readonly<{ organizationId: string; spaceId: string }>

/**
 * The entry with the variables of the revision that it is read in: the previewed one where that has
 * the document, else the last one that has the version.
 */
async function readEntry(
  { db, caller }: ReaderContext & { readonly caller: SiteVisitor },
  of: InSpace,
  { branch_id, number, main_number, entry_id: entryId }: DocumentVersionRow,
  documentId: string,
): Promise<EntryAt | undefined> {
  const revisionId = (await caller.look())?.preview?.revisionId
  const previewed =
    revisionId === undefined
      ? undefined
      : await db.first(selectRevisionPoint, { ...of, revisionId })
  for (const point of [previewed, { branch_id, number, main_number }]) {
    if (point === undefined) continue
    const { branch_id: branchId, number: at, main_number: mainNumber } = point
    const asked = { ...of, branchId, number: at, mainNumber, entryId }
    const entry = await db.first(selectEntryAt, asked)
    if (entry?.document_id === documentId) return entry
  }
  return undefined
}

/** The first of the versions that the visitor sees, in the last revision that has it. */
async function firstSeen(
  context: ReaderContext,
  of: InSpace,
  rows: readonly DocumentVersionRow[],
): Promise<DocumentVersionRow | undefined> {
  const revisions = Map.groupBy(rows, (row) => `${row.branch_id} ${row.number}`)
  for (const versions of revisions.values()) {
    const [{ branch_id: branchId, number, main_number: mainNumber } = none] = versions
    const at = { ...of, branchId, number, mainNumber }
    const seen = await seenOf(context, at, versions)
    const found = versions.find(({ entry_id: id }) => seen.has(id))
    if (found !== undefined) return found
  }
  return undefined
}

const none = { branch_id: '', number: 0, main_number: 0 }
