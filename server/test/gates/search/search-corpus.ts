import { readdirSync } from 'node:fs'
import path from 'node:path'

import { readRepository } from '@lectern/content/repository/read-repository.ts'
import type { Entry } from '@lectern/content/tree/entries.ts'

import { mainBranch } from '#/content-store/branches/public.ts'
import { documentIdOf, type DocumentToStore } from '#/content-store/documents/public.ts'
import { commitRevision, type EntryToStore } from '#/content-store/write/public.ts'
import { indexSpaceSoon } from '#/features/writing/search/public.ts'
import type { Database } from '#/platform/database/database.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { newId } from '#/platform/ids/new-id.ts'

import {
  type MarkdownFile,
  markdownFiles,
} from '../../../../content/test/markdown-files.ts'

/** A space to fill: its name and its pages by their paths. */
export interface SpaceFiles {
  readonly name: string
  readonly files: readonly MarkdownFile[]
}

/** Every folder of the corpus is a space. */
export function corpusSpaces(folder: string): SpaceFiles[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, files: markdownFiles(path.join(folder, name)) }))
}

export interface FilledSpace {
  readonly organizationId: string
  readonly spaceId: string
  readonly createdBy: string
}

/** Writes the pages as one revision, the way every revision is written; gives the id of each file. */
export async function fillSpace(
  db: Database,
  { organizationId, spaceId, createdBy }: FilledSpace,
  files: readonly MarkdownFile[],
): Promise<ReadonlyMap<string, string>> {
  // By folders, so that every file is a page, also where a summary leaves it out.
  const pages = files.filter((file) => path.basename(file.path) !== 'SUMMARY.md')
  const encoder = new TextEncoder()
  const ids = new Map<string, string>()
  const { tree } = readRepository(
    new Map(pages.map((file) => [file.path, encoder.encode(file.text)])),
    {
      identify: (key) => {
        const id = ids.get(key) ?? newId()
        ids.set(key, id)
        return id
      },
    },
  )
  const entries = [...tree.entries.values()]
  await db.transaction(async (tx) => {
    const head = await tx.first(selectHead, { organizationId, spaceId })
    if (head === undefined) throw new Error('The space has no content')
    await commitRevision(tx, mainBranch(organizationId, spaceId), {
      head: { number: head.head_number, revisionId: head.head_revision_id },
      type: 'edits',
      createdBy,
      documents: entries.flatMap(documentOf),
      entries: entries.map(entryToStore),
      gone: [],
      oldNames: [],
    })
    indexSpaceSoon(tx, { organizationId, spaceId })
  })
  return new Map(
    [...ids].flatMap(([key, id]) =>
      key.startsWith('page:') ? [[key.slice('page:'.length), id] as const] : [],
    ),
  )
}

const selectHead = statement(
  'gate.search-head',
  (p: { organizationId: string; spaceId: string }) =>
    sqlBuilder
      .selectFrom('branch')
      .select(['head_number', 'head_revision_id'])
      .where('organization_id', '=', p.organizationId)
      .where('space_id', '=', p.spaceId)
      .where('id', '=', p.spaceId)
      .forUpdate(),
)

function documentOf({ body }: Entry): DocumentToStore[] {
  if (body === undefined) return []
  return [{ id: documentIdOf(body), markdown: body, projection: null }]
}

function entryToStore({
  id,
  kind,
  parent,
  position,
  attributes,
  body,
  head,
}: Entry): EntryToStore {
  const { title, slug, ...rest } = attributes
  return {
    id,
    kind,
    parentId: parent ?? '',
    position,
    slug: typeof slug === 'string' ? slug : null,
    title: typeof title === 'string' ? title : '',
    attributes: rest,
    head: head ?? null,
    documentId: body === undefined ? null : documentIdOf(body),
    links: null,
    targets: null,
    isNew: true,
  }
}
