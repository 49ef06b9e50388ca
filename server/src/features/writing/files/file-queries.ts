import type { UploadKind } from '@lectern/contract/storage.ts'
import { sql } from 'kysely'

import { type ActorColumns, callerColumnsSql } from '#/access/actor.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

type OfKey = Readonly<{ organizationId: string; key: string }>

interface Uploader extends ActorColumns {
  readonly can_edit_something: boolean
}

/** The caller as a member, and whether they may edit some content whatever their role. */
export const selectUploader = statement<OfCaller, Uploader>(
  'upload.uploader',
  (p) => sql`
    select ${callerColumnsSql},
      exists (
        select from user_grant g
        where g.organization_id = ${p.organizationId} and g.user_id = me.user_id
          and g.role in ('edit', 'review', 'create', 'admin')
      ) or exists (
        select from team_member t
        join team_grant g on g.organization_id = ${p.organizationId} and g.team_id = t.team_id
        where t.organization_id = ${p.organizationId} and t.user_id = me.user_id
          and g.role in ('edit', 'review', 'create', 'admin')
      ) or (
        me.role is not null and exists (
          select from content_node n
          where n.organization_id = ${p.organizationId} and n.kind = 'space'
            and n.state = 'live' and n.deleted_at is null
            and n.base_level in ('edit', 'review', 'create', 'admin')
        )
      ) as can_edit_something
    from member me
    where me.organization_id = ${p.organizationId} and me.user_id = ${p.callerId}`,
)

interface NewUpload extends OfKey {
  readonly kind: UploadKind
  readonly name: string
  readonly contentType: string
  readonly size: number
  /** The same once more: the two columns have different types. */
  readonly counted: number
  readonly createdBy: string
  readonly expiresInSeconds: number
}

export const insertUpload = statement('upload.insert', (p: NewUpload) =>
  sqlBuilder.insertInto('upload').values({
    organization_id: p.organizationId,
    key: p.key,
    kind: p.kind,
    name: p.name,
    content_type: p.contentType,
    size: p.size,
    counted: p.counted,
    created_by: p.createdBy,
    expires_at: sql`now() + make_interval(secs => ${p.expiresInSeconds}::integer)`,
  }),
)

/** Selects an upload of the caller: nobody uses the upload of someone else. */
export const selectUpload = statement(
  'upload.of-caller',
  (p: OfKey & { callerId: string; kind: UploadKind }) =>
    sqlBuilder
      .selectFrom('upload')
      .select(['key', 'name', 'content_type', 'size', 'used_at'])
      .where('organization_id', '=', p.organizationId)
      .where('key', '=', p.key)
      .where('created_by', '=', p.callerId)
      .where('kind', '=', p.kind),
)

/**
 * Marks an upload as used; changes its row only once, however many requests try it at the same
 * time.
 */
export const useUploadOnce = statement('upload.use', (p: OfKey) =>
  sqlBuilder
    .updateTable('upload')
    .set({ used_at: sql`now()` })
    .where('organization_id', '=', p.organizationId)
    .where('key', '=', p.key)
    .where('used_at', 'is', null),
)

/** The bytes that a deleted row has counted for. */
interface Released {
  readonly bytes: number
}

export const deleteUpload = statement<OfKey, Released>(
  'upload.delete',
  (p) => sql`
    delete from upload where organization_id = ${p.organizationId} and key = ${p.key}
    returning coalesce(counted, 0) as bytes`,
)

export const releaseUpload = statement<OfKey, Released>(
  'upload.release',
  (p) => sql`
    with counted as (
      select key, counted from upload
      where organization_id = ${p.organizationId} and key = ${p.key} and counted > 0
      for update
    )
    update upload as u set counted = 0 from counted as c
    where u.organization_id = ${p.organizationId} and u.key = c.key
    returning c.counted as bytes`,
)

/**
 * Takes up to so many bytes off the count of uploads, whose bytes are about to be stored as files;
 * gives how many.
 */
export const releaseFromUploads = statement<
  { organizationId: string; keys: readonly string[]; bytes: number },
  Released
>(
  'upload.release-part',
  (p) => sql`
    with locked as (
      select key, counted from upload
      where organization_id = ${p.organizationId} and key = any (${p.keys}::text[])
        and counted > 0
      order by key for update
    ), parts as (
      select key, least(counted, greatest(0, ${p.bytes}::bigint - before)) as part
      from (
        select key, counted, sum(counted) over (order by key) - counted as before from locked
      ) as ordered
    ), released as (
      update upload as u set counted = u.counted - parts.part from parts
      where u.organization_id = ${p.organizationId} and u.key = parts.key and parts.part > 0
      returning parts.part
    )
    select coalesce(sum(part), 0)::bigint as bytes from released`,
)

/**
 * Counts bytes, which must not be more than `bytesMax` by themselves, unless there would be more
 * then; gives no row in that case.
 */
export const takeFileBytes = statement<
  { organizationId: string; bytes: number; bytesMax: number },
  { value: number }
>(
  'file-bytes.take',
  (p) => sql`
    insert into organization_counter as c (organization_id, name, value)
    values (${p.organizationId}, 'file-bytes', ${p.bytes}::bigint)
    on conflict (organization_id, name) do update set value = c.value + excluded.value
      where c.value + excluded.value <= ${p.bytesMax}::bigint
    returning c.value`,
)

/** The bytes that the files and uploads of an organization take. */
export const selectFileBytes = statement(
  'file-bytes.select',
  (p: { organizationId: string }) =>
    sqlBuilder
      .selectFrom('organization_counter')
      .select('value')
      .where('organization_id', '=', p.organizationId)
      .where('name', '=', sql.lit('file-bytes')),
)

type OfSpace = Readonly<{ organizationId: string; spaceId: string }>

export const releaseFilesOfSpace = statement<OfSpace, Released>(
  'file-bytes.release-space',
  (p) => sql`
    with counted as (
      select space_id, file_bytes from space_counter
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      for update
    )
    update space_counter as k set file_bytes = 0 from counted as c
    where k.organization_id = ${p.organizationId} and k.space_id = c.space_id
    returning c.file_bytes as bytes`,
)

export const deletePendingOfSpace = statement<OfSpace, Released>(
  'pending-file.delete-of-space',
  (p) => sql`
    with deleted as (
      delete from pending_file
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
      returning size
    )
    select coalesce(sum(size), 0)::bigint as bytes from deleted`,
)

interface NewPendingFile extends OfKey {
  readonly spaceId: string
  readonly uploadKey: string | null
  readonly size: number
}

export const insertPendingFile = statement('pending-file.insert', (p: NewPendingFile) =>
  sqlBuilder.insertInto('pending_file').values({
    organization_id: p.organizationId,
    space_id: p.spaceId,
    key: p.key,
    upload_key: p.uploadKey,
    size: p.size,
  }),
)

/** Deletes a pending file. The upload that it is a copy of counts again, unless it was used. */
export const deletePendingFile = statement<OfKey, Released>(
  'pending-file.delete',
  (p) => sql`
    with deleted as (
      delete from pending_file
      where organization_id = ${p.organizationId} and key = ${p.key}
      returning upload_key, coalesce(size, 0) as size
    ), counted as (
      update upload as u set counted = u.size from deleted as d
      where u.organization_id = ${p.organizationId} and u.key = d.upload_key
        and u.used_at is null and u.counted = 0
      returning u.size
    )
    select (d.size - coalesce((select size from counted), 0))::bigint as bytes
    from deleted as d`,
)

interface KeptCounts {
  readonly kept: number
  /** The number of kept files that came from an upload. */
  readonly uploads: number
  /** The number of these uploads that nobody had used yet. */
  readonly used: number
  /** The bytes of these uploads: from now on, only the kept copies count. */
  readonly released: number
}

export const keepPendingFiles = statement<
  { organizationId: string; spaceId: string; keys: readonly string[] },
  KeptCounts
>(
  'pending-file.keep',
  (p) => sql`
    with kept as (
      delete from pending_file
      where organization_id = ${p.organizationId} and space_id = ${p.spaceId}
        and key = any (${p.keys}::text[])
      returning upload_key, size
    ), counted as (
      update space_counter as c
      set file_bytes = c.file_bytes + (select coalesce(sum(size), 0) from kept)
      where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
    ), unused as (
      select key, counted from upload
      where organization_id = ${p.organizationId} and used_at is null
        and key in (select upload_key from kept)
      for update
    ), used as (
      update upload as u set used_at = now(), counted = 0 from unused as n
      where u.organization_id = ${p.organizationId} and u.key = n.key
        and u.used_at is null
      returning n.counted
    )
    select (select count(*)::integer from kept) as kept,
      (select count(upload_key)::integer from kept) as uploads,
      (select count(*)::integer from used) as used,
      (select coalesce(sum(counted), 0)::bigint from used) as released`,
)
