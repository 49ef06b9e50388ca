import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import {
  type DocumentNames,
  evaluateDocument,
} from '@lectern/content/expressions/evaluate-document.ts'
import { withAnchors } from '@lectern/content/look/anchors.ts'
import { documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'
import { write } from '@lectern/content/write/write.ts'

import { decodeProjection, withStoredLinks } from '#/content-store/documents/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

/** The parts that a finished document is made of. */
export interface DocumentSource {
  readonly projection: Uint8Array | null
  /** The Markdown, where there is no projection. */
  readonly markdown: string
  readonly links: readonly StoredLink[]
  readonly names: DocumentNames
}

/** Finishes a document on another thread where it would block the answering thread too long. */
export const finishDocumentTask = threadTask<DocumentSource, string>(
  new URL(import.meta.url),
  'finishDocument',
)

/** The JSON of a document, with stored targets for its links and values for its expressions. */
export function finishDocument(source: DocumentSource): string {
  const resolved = withStoredLinks(sourceDocument(source), source.links)
  return JSON.stringify(evaluateDocument(resolved, source.names))
}

export const evaluateMarkdownTask = threadTask<DocumentSource, string | undefined>(
  new URL(import.meta.url),
  'evaluateMarkdown',
)

/**
 * The Markdown with values in place of expressions; undefined when there is nothing to replace.
 * @public loaded by name
 */
export function evaluateMarkdown(source: DocumentSource): string | undefined {
  const document = sourceDocument(source)
  const evaluated = evaluateDocument(document, source.names)
  return evaluated === document ? undefined : write(evaluated)
}

function sourceDocument({ projection, markdown }: DocumentSource): JSONDocument {
  return projection === null
    ? withAnchors(documentWithKeys(read(markdown)))
    : decodeProjection(projection)
}
