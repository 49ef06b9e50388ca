import {
  type DocumentNames,
  nothingKnown,
} from '@lectern/content/expressions/evaluate-document.ts'

import {
  documentIdOf,
  projectionJson,
  selectDocumentSource,
} from '#/content-store/documents/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import {
  type DocumentSource,
  evaluateMarkdownTask,
  finishDocument,
  finishDocumentTask,
  hideTargetsTask,
} from './document-task.ts'

export const emptyDocument = JSON.stringify({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [],
})

/** The names that a caller has read. All others are unknown, so that nothing is decided by them. */
type GivenNames = Pick<DocumentNames, 'scope'> & Partial<DocumentNames>

/** A version of an entry, and the names that its expressions may use. */
export interface DocumentOfEntry {
  readonly organizationId: string
  readonly spaceId: string
  /** The branch that the version belongs to. */
  readonly branchId: string
  readonly entryId: string
  readonly fromNumber: number
  /** The ids of the pages to which links lead nowhere, as its reader does not see them. */
  readonly hidden: readonly string[]
  readonly names: GivenNames
  /** The version of the variables that `names` holds. */
  readonly variablesVersion: string
}

type Reading = Pick<ReaderContext, 'db' | 'texts' | 'threads'>

/** The most bytes of a compressed projection that is finished on this thread. */
const projectionBytesHereMax = 16 * 1024

/** The finished document as JSON text, which is cached: a version never changes. */
export async function documentJson(
  context: Reading,
  of: DocumentOfEntry,
): Promise<string> {
  const key = `document ${keyOf(of)}`
  const known = context.texts.get(key)
  if (known !== undefined) return known
  const text = await finished(context, of)
  context.texts.set(key, text)
  return text
}

/** The Markdown with its expressions evaluated. */
export async function evaluatedMarkdown(
  context: Reading,
  of: DocumentOfEntry,
  { markdown, isStored }: { readonly markdown: string; readonly isStored: boolean },
): Promise<string> {
  const key = `markdown ${keyOf(of)} ${isStored ? '' : documentIdOf(markdown)}`
  const known = context.texts.get(key)
  if (known !== undefined) return known
  const names = { ...nothingKnown, ...of.names }
  const source = isStored
    ? await sourceOf(context, of)
    : { projection: null, markdown, links: [], hidden: [], names }
  const evaluated =
    source === undefined
      ? undefined
      : await context.threads.run(of, evaluateMarkdownTask, source)
  const text = await withoutHidden(context, of, evaluated ?? markdown)
  context.texts.set(key, text)
  return text
}

async function finished(context: Reading, of: DocumentOfEntry): Promise<string> {
  const source = await sourceOf(context, of)
  if (source === undefined) return emptyDocument
  const { projection, links, names } = source
  if (projection === null || names.scope !== 'nothing') {
    return context.threads.run(of, finishDocumentTask, source)
  }
  if (projection.length > projectionBytesHereMax) {
    return context.threads.run(of, finishDocumentTask, source)
  }
  return links.length === 0 ? projectionJson(projection) : finishDocument(source)
}

async function sourceOf(
  { db }: Pick<ReaderContext, 'db'>,
  of: DocumentOfEntry,
): Promise<DocumentSource | undefined> {
  const { organizationId, spaceId, branchId, entryId, fromNumber, hidden, names } = of
  const version = { organizationId, spaceId, branchId, entryId, fromNumber }
  const row = await db.first(selectDocumentSource, version)
  if (row === undefined) return undefined
  return {
    projection: row.projection,
    markdown: row.source ?? '',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store writes this column
    links: (row.links ?? []) as StoredLink[],
    hidden,
    names: { ...nothingKnown, ...names },
  }
}

/** The Markdown without the ids of hidden pages, by which links are written that have no path. */
async function withoutHidden(
  { threads }: Pick<ReaderContext, 'threads'>,
  of: DocumentOfEntry,
  markdown: string,
): Promise<string> {
  const hidden = of.hidden.filter((id) => markdown.includes(id))
  if (hidden.length === 0) return markdown
  return threads.run(of, hideTargetsTask, { markdown, hidden })
}

/** The cache key, made of everything that the text depends on. */
function keyOf({
  spaceId,
  branchId,
  entryId,
  fromNumber,
  hidden,
  names,
  variablesVersion,
}: DocumentOfEntry) {
  const variables = names.scope === 'nothing' ? '' : variablesVersion
  return `${spaceId} ${branchId} ${entryId} ${fromNumber} ${names.scope} ${variables} ${hidden.join(' ')}`
}
