import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import {
  type OrganizationCheck,
  problem,
  type Problem,
} from '#/platform/integrity/integrity-check.ts'

import { documentIdOf } from './document-id.ts'
import { projectionJson } from './projection.ts'

const kind = 'document-bytes'
const rowsMax = 200

interface DocumentRow {
  readonly space_id: string
  readonly id: string
  readonly markdown: string
  readonly projection: Buffer | null
}

const selectDocumentsAfter = statement(
  'fsck.documents',
  (p: { organizationId: string; spaceId: string; id: string }) => sql<DocumentRow>`
    select space_id, id, markdown, projection from document
    where organization_id = ${p.organizationId}
      and (space_id, id) > (${p.spaceId}, ${p.id})
    order by space_id, id limit ${sql.lit(rowsMax)}`,
)

/** A document is called by its bytes, and what was made of them can be read. */
export const documentHashes: OrganizationCheck = {
  kind,
  async run(db, organizationId) {
    const problems: Problem[] = []
    let rows = 0
    let last = { spaceId: '', id: '' }
    for (;;) {
      const found = await db.many(selectDocumentsAfter, { organizationId, ...last })
      rows += found.length
      for (const row of found) {
        const expected = documentIdOf(row.markdown)
        const state = isReadable(row.projection) ? row.id : 'an unreadable projection'
        if (state !== expected) {
          problems.push(
            problem({ organizationId, kind, id: row.id, expected, found: state }),
          )
        }
      }
      const end = found.at(-1)
      if (end === undefined || found.length < rowsMax) return { rows, problems }
      last = { spaceId: end.space_id, id: end.id }
    }
  },
}

function isReadable(projection: Buffer | null): boolean {
  if (projection === null) return true
  try {
    return projectionJson(projection).startsWith('{')
  } catch {
    return false
  }
}
