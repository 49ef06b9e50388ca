import {
  type ContentPlace,
  hasEntry,
  readInPlace,
  selectEntryInRevision,
} from '#/content-store/read/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'

import { emptyDocument } from './document-json.ts'
import { bodyJson } from './page-body.ts'

/** The body of a page or reusable content as JSON text, with values in place of expressions. */
export async function documentInRevision(
  context: ReaderContext,
  place: ContentPlace,
  entryId: string,
): Promise<string> {
  const { first, revision } = await readInPlace(context, place, async (shape, of) =>
    context.db.many(selectEntryInRevision({ variables: true, ...shape }), {
      ...of,
      entryId,
    }),
  )
  if (!hasEntry(first)) return emptyDocument
  return bodyJson(context, revision, first, { evaluated: 'true' })
}
