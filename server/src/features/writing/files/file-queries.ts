import type { UploadKind } from '@lectern/contract/storage.ts'
import { sql } from 'kysely'

import type { OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

type OfKey = Readonly<{ organizationId: string; key: string }>

interface Uploader {
  readonly actor_role: string | null
  readonly actor_disabled: boolean
  readonly can_edit_something: boolean
}

/** The caller as a member, and whether they may edit some content whatever their role. */
export const selectUploader = statement<OfCaller, Uploader>(
  'upload.uploader',
  (p) => sql`
    select me.role as actor_role, me.disabled as actor_disabled,
      exists (
        select from user_grant g
        where g.organization_id = me.organization_id and g.user_id = me.user_id
          and g.role in ('edit', 'review', 'create', 'admin')
      ) or exists (
        select from team_member t
        join team_grant g on g.organization_id = t.organization_id and g.team_id = t.team_id
        where t.organization_id = me.organization_id and t.user_id = me.user_id
          and g.role in ('edit', 'review', 'create', 'admin')
      ) or (
        me.role is not null and exists (
          select from content_node n
          where n.organization_id = me.organization_id and n.kind = 'space'
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

export const deleteUpload = statement('upload.delete', (p: OfKey) =>
  sqlBuilder
    .deleteFrom('upload')
    .where('organization_id', '=', p.organizationId)
    .where('key', '=', p.key),
)

interface NewPendingFile extends OfKey {
  readonly spaceId: string
  readonly uploadKey: string | null
}

export const insertPendingFile = statement('pending-file.insert', (p: NewPendingFile) =>
  sqlBuilder.insertInto('pending_file').values({
    organization_id: p.organizationId,
    space_id: p.spaceId,
    key: p.key,
    upload_key: p.uploadKey,
  }),
)

export const deletePendingFile = statement('pending-file.delete', (p: OfKey) =>
  sqlBuilder
    .deleteFrom('pending_file')
    .where('organization_id', '=', p.organizationId)
    .where('key', '=', p.key),
)

interface KeptCounts {
  readonly kept: number
  /** The number of kept files that came from an upload. */
  readonly uploads: number
  /** The number of these uploads that nobody had used yet. */
  readonly used: number
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
      returning upload_key
    ), used as (
      update upload set used_at = now()
      where organization_id = ${p.organizationId} and used_at is null
        and key in (select upload_key from kept)
      returning key
    )
    select (select count(*)::integer from kept) as kept,
      (select count(upload_key)::integer from kept) as uploads,
      (select count(*)::integer from used) as used`,
)
