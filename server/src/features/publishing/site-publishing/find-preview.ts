import type { Queryable } from '#/platform/database/queryable.ts'
import { written } from '#/platform/database/written.ts'
import type { Signer } from '#/platform/secrets/signing.ts'

import { selectPreviewEnd } from './preview-queries.ts'
import { type Preview, readPreview } from './preview-token.ts'

/** The preview in a token; undefined when this installation did not sign it or it has expired. */
export async function findPreview(
  db: Queryable,
  signer: Signer,
  token: string,
): Promise<Preview | undefined> {
  const preview = readPreview(signer, token)
  if (preview === undefined) return undefined
  const { ends_at: now } = written(await db.first(selectPreviewEnd, { seconds: 0 }))
  return now < preview.endsAt ? preview : undefined
}
