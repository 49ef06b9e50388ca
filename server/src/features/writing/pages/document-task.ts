import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import {
  type DocumentNames,
  evaluateDocument,
} from '@lectern/content/expressions/evaluate-document.ts'
import { type ContentRef, readRef } from '@lectern/content/document/references.ts'
import { withAnchors } from '@lectern/content/look/anchors.ts'
import { nowhere, pageOfRef } from '@lectern/content/look/page-of-ref.ts'
import { respell } from '@lectern/content/look/respell.ts'
import { documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'
import { write } from '@lectern/content/write/write.ts'

import { decodeProjection, withRefs } from '#/content-store/documents/public.ts'
import type { StoredLink } from '#/content-store/entries/public.ts'
import { threadTask } from '#/platform/threads/threads.ts'

/** The parts that a finished document is made of. */
export interface DocumentSource {
  readonly projection: Uint8Array | null
  /** The Markdown, where there is no projection. */
  readonly markdown: string
  readonly links: readonly StoredLink[]
  readonly hidden: readonly string[]
  readonly names: DocumentNames
}

/** Finishes a document on another thread where it would block the answering thread too long. */
export const finishDocumentTask = threadTask<DocumentSource, string>(
  new URL(import.meta.url),
  'finishDocument',
)

/**
 * The JSON of a document, with stored targets for its links and values for its expressions. A link
 * to a hidden page stays as it is written, and leads nowhere if even that says the id of the page.
 */
export function finishDocument(source: DocumentSource): string {
  const { links, hidden } = source
  const isHidden = (ref: ContentRef) => hidden.includes(pageOfRef(ref)?.page ?? '')
  const resolved = withRefs(sourceDocument(source), (ref, index) => {
    const target = links[index]?.ref ?? ref
    if (!isHidden(target)) return target
    return isHidden(ref) ? nowhere : ref
  })
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

interface MarkdownWithHidden {
  readonly markdown: string
  readonly hidden: readonly string[]
}

export const hideTargetsTask = threadTask<MarkdownWithHidden, string>(
  new URL(import.meta.url),
  'hideTargets',
)

/**
 * The Markdown in which no destination says the id of a hidden page.
 * @public loaded by name
 */
export function hideTargets({ markdown, hidden }: MarkdownWithHidden): string {
  return respell(markdown, ({ destination }) => {
    const page = pageOfRef(readRef(destination))?.page ?? ''
    return hidden.includes(page) ? '' : undefined
  })
}

function sourceDocument({ projection, markdown }: DocumentSource): JSONDocument {
  return projection === null
    ? withAnchors(documentWithKeys(read(markdown)))
    : decodeProjection(projection)
}
