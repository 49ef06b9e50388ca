import { validateDocument } from '@lectern/content/document/validate.ts'
import { write } from '@lectern/content/write/write.ts'

import type { WrittenText } from './comment-text-work.ts'

/** Writes a document from a request as Markdown. */
export function writeText(tree: unknown): WrittenText {
  const checked = validateDocument(tree)
  if ('problem' in checked) return checked
  return { markdown: write(checked.document) }
}
