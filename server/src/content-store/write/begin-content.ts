import { positionBetween } from '@lectern/content/tree/positions.ts'

import { mainBranch } from '#/content-store/branches/public.ts'
import {
  documentIdOf,
  documentRows,
  encodeProjection,
} from '#/content-store/documents/public.ts'
import { storableJson } from '#/platform/database/storable-json.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { newId } from '#/platform/ids/new-id.ts'

import {
  insertBranch,
  insertDocuments,
  insertEntries,
  insertRevision,
  insertVersions,
} from './revision-writes.ts'

export interface NewContent {
  readonly organizationId: string
  readonly spaceId: string
  readonly createdBy: string
  /** Whether to leave out the first page. */
  readonly empty: boolean
}

/** Begins the content of a space: its main branch and a first revision, with at most one page. */
export async function beginContent(
  tx: Transaction,
  { organizationId, spaceId, createdBy, empty }: NewContent,
): Promise<{ readonly number: number; readonly revisionId: string }> {
  const revisionId = newId()
  const at = { ...mainBranch(organizationId, spaceId), number: 1 }
  const page = { id: newId(), ...firstPage() }
  const sent = [
    tx.run(insertBranch, { ...at, revisionId }),
    tx.run(insertRevision, {
      ...at,
      revisionId,
      type: 'edits',
      parents: [],
      changed: empty ? [] : [page.id],
      createdBy,
    }),
  ]
  if (!empty) {
    sent.push(
      tx.run(insertDocuments, {
        organizationId,
        spaceId,
        ...documentRows([
          {
            id: page.documentId,
            markdown: '',
            projection: emptyProjection(),
            anchors: [],
          },
        ]),
      }),
      tx.run(insertEntries, { ...at, ids: [page.id] }),
      tx.run(insertVersions, { ...at, rows: storableJson([page]) }),
    )
  }
  await Promise.all(sent)
  return { number: at.number, revisionId }
}

function firstPage() {
  return {
    kind: 'document',
    parentId: '',
    position: positionBetween(undefined, undefined),
    slug: 'page',
    title: 'Page',
    attributes: {},
    head: '# Page\n\n',
    documentId: documentIdOf(''),
    links: [],
    targets: [],
  }
}

function emptyProjection(): Buffer {
  return encodeProjection({ object: 'document', data: { schemaVersion: 1 }, nodes: [] })
}
