import { hashText } from '#/text/hash-text.ts'

import type { ApiPart } from './model.ts'

/** A digest of what is shown of a part, which is read in one order of keys. */
export function hashOfPart(part: ApiPart): string {
  const text = JSON.stringify(part)
  return hashText(part.kind, text, 0, text.length)
}
