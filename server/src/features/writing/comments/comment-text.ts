import { hash } from 'node:crypto'

import {
  type CommentBodyInput,
  commentLengthMax,
  type Comment,
} from '@lectern/contract/comments.ts'

import type { Context } from '#/platform/http/context.ts'
import type { DoneFor } from '#/platform/threads/threads.ts'

import { documentsOf } from './comment-documents.ts'
import { invalidDocument, textTooLong } from './comment-errors.ts'
import { documentsTask, writeTextTask } from './comment-text-work.ts'

export type TextFormat = 'document' | 'markdown' | undefined
type Body = Comment['body']
type Reading = Pick<Context, 'texts' | 'threads'>

/** The Markdown of a text from a request: a document is written as Markdown first. */
export async function markdownOf(
  { threads, caller }: Pick<Context, 'threads' | 'caller'>,
  sent: CommentBodyInput,
  field = 'body.body',
): Promise<string> {
  if ('markdown' in sent) return sent.markdown
  if (!('document' in sent)) return ''
  const written = await threads.run(caller, writeTextTask, sent.document)
  if ('problem' in written) throw invalidDocument(written.problem, field)
  const { markdown } = written
  if (Array.from(markdown).length > commentLengthMax) {
    throw textTooLong(commentLengthMax, field)
  }
  return markdown
}

/** The most characters that are read on this thread; more are read on another. */
const charactersHereMax = 2_000

/** Reads the texts in the requested format; the result finds each by its Markdown. */
export async function readTexts(
  context: Reading,
  doneFor: DoneFor,
  texts: readonly string[],
  format: TextFormat,
): Promise<(markdown: string) => Body> {
  if (format === 'markdown') return (markdown) => ({ markdown })
  const documents = await documentsFor(context, doneFor, new Set(texts))
  return (markdown) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only documentsOf makes these texts
    const document = JSON.parse(documents.get(markdown) ?? 'null') as Body['document']
    return { ...(format === undefined && { markdown }), ...(document && { document }) }
  }
}

/** The document JSON of each text, by the text; it never changes, so it is made once and cached. */
async function documentsFor(
  { texts: cache, threads }: Reading,
  doneFor: DoneFor,
  texts: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  const missing: string[] = []
  for (const text of texts) {
    const document = cache.get(keyOf(text))
    if (document === undefined) missing.push(text)
    else known.set(text, document)
  }
  if (missing.length === 0) return known
  const size = missing.reduce((sum, text) => sum + text.length, 0)
  const made =
    size > charactersHereMax
      ? await threads.run(doneFor, documentsTask, missing)
      : documentsOf(missing)
  for (const [index, text] of missing.entries()) {
    const document = made[index] ?? ''
    cache.set(keyOf(text), document)
    known.set(text, document)
  }
  return known
}

function keyOf(markdown: string): string {
  return `comment ${hash('sha256', markdown, 'base64url')}`
}
