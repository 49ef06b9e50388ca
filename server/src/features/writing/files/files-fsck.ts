import { sql } from 'kysely'

import {
  type OrganizationCheck,
  organizationCheck,
} from '#/platform/integrity/integrity-check.ts'

/** The check that no version names a pending file, which is removed after a day. */
const unnamed = organizationCheck(
  'pending-file-named',
  (organizationId) => sql`
    select p.key as id, null::text as expected, min(v.entry_id) as found
    from pending_file p
    left join entry_version v
      on v.organization_id = ${organizationId} and v.space_id = p.space_id
      and v.attributes->>'key' = p.key
    where p.organization_id = ${organizationId}
    group by p.key`,
)

/**
 * The check that the key of a pending file is below the prefix of its space: removing a space
 * removes all files there, and no others.
 */
const pendingPlace = organizationCheck(
  'pending-file-key',
  (organizationId) => sql`
    select key as id, 'spaces/' || space_id as expected,
      substring(key from '^(.*)/[^/]*$') as found
    from pending_file where organization_id = ${organizationId}`,
)

const uploadPlace = organizationCheck(
  'upload-key',
  (organizationId) => sql`
    select key as id, 'uploads/' || organization_id as expected,
      substring(key from '^(.*)/[^/]*$') as found
    from upload where organization_id = ${organizationId}`,
)

/** The recount of what the files of an organization take. */
export const fileBytesCounter = organizationCheck(
  'counter-file-bytes',
  (organizationId) => sql`
    select 'file-bytes' as id, (
      coalesce((select sum(file_bytes) from space_counter
        where organization_id = ${organizationId}), 0)
      + coalesce((select sum(size) from pending_file
        where organization_id = ${organizationId}), 0)
      + coalesce((select sum(counted) from upload
        where organization_id = ${organizationId}), 0)
      + coalesce((select sum(size) from custom_font_file
        where organization_id = ${organizationId}), 0)
      + coalesce((select sum(size + coalesce(bundle_size, 0)) from openapi_content
        where organization_id = ${organizationId}), 0)
    )::text as expected, coalesce((
      select value from organization_counter
      where organization_id = ${organizationId} and name = 'file-bytes'
    ), 0)::text as found`,
)

/** The check of what the files of a space take: each stored file once, in however many versions. */
const bytesOfSpaces = organizationCheck(
  'space-file-bytes',
  (organizationId) => sql`
    select c.space_id as id, coalesce(f.bytes, 0)::text as expected,
      c.file_bytes::text as found
    from space_counter as c
    join content_node as n on n.organization_id = ${organizationId}
      and n.id = c.space_id and n.state = 'live'
    left join (
      select s.space_id, sum(s.size) as bytes
      from (
        select distinct space_id, attributes->>'key' as key,
          (attributes->>'size')::bigint as size
        from entry_version
        where organization_id = ${organizationId} and kind = 'file' and attributes ? 'key'
      ) as s
      group by s.space_id
    ) as f on f.space_id = c.space_id
    where c.organization_id = ${organizationId}`,
)

export const fileChecks: readonly OrganizationCheck[] = [
  unnamed,
  pendingPlace,
  uploadPlace,
  bytesOfSpaces,
]
