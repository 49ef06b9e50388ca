import type { ReusableContent } from '@lectern/contract/content.ts'

import type { VersionRow } from '#/content-store/branches/public.ts'

interface StoredAttributes {
  readonly computed?: ReusableContent['computed']
  readonly computedSeed?: string
}

export function viewReusableContent(row: VersionRow): ReusableContent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- attributes are validated before they are stored
  const { computed, computedSeed = '' } = row.attributes as StoredAttributes
  return {
    id: row.entry_id,
    title: row.title,
    ...(computed === undefined
      ? row.document_id !== null && { document: row.document_id }
      : { computed, computedSeed }),
  }
}
