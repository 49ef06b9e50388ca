import type { JsonValue } from '@lectern/content/tree/entries.ts'

import type { OfBranch } from '#/content-store/branches/public.ts'
import { anchorHashes } from '#/content-store/documents/public.ts'
import type { RevisionToStore } from '#/content-store/write/public.ts'
import {
  type ImportedEntry,
  type ReadEntries,
  readHead,
  writeUnpacked,
} from '#/features/writing/file-trees/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { newId } from '#/platform/ids/new-id.ts'

import { attributesOfPlanned } from './computed-attributes.ts'
import { followSoon } from './follow-soon.ts'
import type { Group, MadeBody } from './load-groups.ts'

interface GroupToWrite {
  readonly branch: OfBranch
  /** The head of the branch, read under its lock. */
  readonly head: RevisionToStore['head']
  readonly group: Group
  readonly bodies: ReadonlyMap<string, MadeBody>
}

/** Adds a group of computed pages behind the others, as one revision; the caller records it. */
export async function writeGroup(
  tx: Transaction,
  context: Context,
  { branch, head, group, bodies }: GroupToWrite,
): Promise<{ readonly revisionId: string; readonly details: object }> {
  const { APP_URL, PUBLIC_URL } = context.config
  const entries = entriesOf(group)
  const { result } = await writeUnpacked(tx, branch, {
    head,
    before: await readHead(tx, branch),
    createdBy: context.caller.userId,
    mode: 'add',
    unpacked: { entries, variables: {}, problems: [] },
    read: textsOf(group, entries, bodies),
    appUrls: [APP_URL ?? PUBLIC_URL],
  })
  const { organizationId } = branch
  // A version that came meanwhile knew nothing of these pages.
  followSoon(tx, { organizationId, specId: group.specId })
  return { revisionId: result.revision, details: { openapi: group.source.spec } }
}

function entriesOf({ pages, source }: Group): readonly ImportedEntry[] {
  const ids = new Map(pages.map(({ key }) => [key, newId()]))
  const root = ids.get(pages[0]?.key ?? '') ?? ''
  return pages.map((page) => {
    const { documentId, head, key, markdown, parent, slug, title } = page
    const attributes: Record<string, JsonValue> = attributesOfPlanned({
      page,
      root,
      source,
      documentId,
    })
    return {
      id: ids.get(key) ?? '',
      kind: 'document',
      parent: parent === null ? null : (ids.get(parent) ?? null),
      position: '',
      title,
      slug,
      head,
      body: markdown,
      attributes,
    }
  })
}

function textsOf(
  { pages }: Group,
  entries: readonly ImportedEntry[],
  bodies: ReadonlyMap<string, MadeBody>,
): ReadEntries {
  const made = entries.flatMap(({ id }, index) => {
    const body = bodies.get(pages[index]?.documentId ?? '')
    return body === undefined ? [] : [{ id, body }]
  })
  return {
    known: new Map(made.map(({ id, body: { documentId } }) => [id, { documentId }])),
    bodies: new Map(made.map(({ id, body }) => [id, body])),
    documents: made.map(({ body: { documentId, markdown, projection, anchors } }) => ({
      id: documentId,
      markdown,
      projection: Buffer.from(projection),
      anchors: anchorHashes(anchors),
    })),
    keys: [],
  }
}
