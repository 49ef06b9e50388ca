import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

export interface FileObjectRow {
  readonly file_epoch: number
  readonly name: string
  readonly content_type: string | null
  readonly size: string | null
  readonly key: string | null
}

interface OfFile {
  readonly organizationId: string
  readonly spaceId: string
  readonly fileId: string
}

/** The newest bytes that a file of a live space ever had: a deleted one still belongs to old revisions. */
export const selectFileObject = statement<OfFile, FileObjectRow>(
  'content.file-object',
  (p) => sql`
    select s.file_epoch, v.title as name, v.attributes->>'contentType' as content_type,
      v.attributes->>'size' as size, v.attributes->>'key' as key
    from content_node as node
    join space as s on s.organization_id = node.organization_id and s.id = node.id
    join lateral (
      select f.title, f.attributes from entry_version as f
      where f.organization_id = node.organization_id and f.space_id = node.id
        and f.branch_id = node.id and f.entry_id = ${p.fileId} and f.kind = 'file'
      order by f.from_number desc
      limit 1
    ) as v on true
    where node.organization_id = ${p.organizationId} and node.id = ${p.spaceId}
      and node.kind = 'space' and node.state = 'live' and node.deleted_at is null`,
)
