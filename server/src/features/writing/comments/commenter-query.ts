import { type RawBuilder, sql } from 'kysely'

import { memberColumnList, type MemberColumns } from '#/features/people/members/public.ts'
import { statementByShape } from '#/platform/database/statement.ts'

import {
  type OfDiscussion,
  discussionForCaller,
  type DiscussionColumns,
  type DiscussionShape,
} from './discussion.ts'
import type { OrNone } from './comment-queries.ts'

export interface CommenterListShape extends DiscussionShape {
  readonly after: boolean
  readonly rowsMax: number
}

interface CommenterListParams extends OfDiscussion {
  readonly afterTime: string | undefined
  readonly afterId: string | undefined
}

export type CommenterRow = MemberColumns & { readonly last_at: string }

/**
 * Lists members with a comment or reply that still exists, the latest first. The statement steps
 * from author to author in an index: its cost depends on the number of authors, not of their posts.
 */
export const selectCommenters = statementByShape<
  CommenterListShape,
  CommenterListParams,
  DiscussionColumns & { readonly count: number } & OrNone<CommenterRow>
>('comment.commenters', (shape, p) => {
  const after = sql`where (w.last_at, w.user_id) < (${p.afterTime}::timestamptz, ${p.afterId})`
  return sql`
    with recursive found as materialized (
      select * from ${discussionForCaller(shape, p)} as asked
    ), ${authorsIn('comment', p)}, ${authorsIn('comment_reply', p)}, posted as (
      select u.user_id, u.last_at from comment_authors as u where u.user_id is not null
      union all
      select u.user_id, u.last_at from comment_reply_authors as u where u.user_id is not null
    ), who as materialized (
      select u.user_id, max(u.last_at) as last_at from posted as u
      cross join lateral (
        select k.user_id from member as k
        where k.organization_id = ${p.organizationId} and k.user_id = u.user_id limit 1
      ) as still
      group by u.user_id
    )
    select found.*, (select count(*)::integer from who) as count, listed.*
    from found
    left join lateral (
      select ${memberColumnList(p.organizationId)}, w.last_at
      from (
        select w.user_id, w.last_at from who as w ${shape.after ? after : sql``}
        order by w.last_at desc, w.user_id desc limit ${sql.lit(shape.rowsMax)}
      ) as w
      cross join lateral (
        select * from member as k
        where k.organization_id = ${p.organizationId} and k.user_id = w.user_id limit 1
      ) as m
      cross join lateral (
        select * from account as o where o.id = w.user_id limit 1
      ) as a
    ) as listed on true
    order by listed.last_at desc, listed.user_id desc`
})

function authorsIn(
  table: 'comment' | 'comment_reply',
  p: CommenterListParams,
): RawBuilder<unknown> {
  const name = sql.table(`${table}_authors`)
  const next = (than: RawBuilder<unknown>) => sql`
    select c.posted_by from ${sql.table(table)} as c
    where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
      and c.branch_id = (select found.place_id from found) ${than}
    order by c.posted_by limit 1`
  const last = (author: RawBuilder<unknown>) => {
    const latest = (and: RawBuilder<unknown>) => sql`(
      select max(c.posted_at) from ${sql.table(table)} as c
      where c.organization_id = ${p.organizationId} and c.space_id = ${p.spaceId}
        and c.branch_id = (select found.place_id from found) and c.posted_by = ${author} ${and})`
    return table === 'comment'
      ? sql`greatest(${latest(sql`and c.is_resolved`)}, ${latest(sql`and not c.is_resolved`)})`
      : latest(sql``)
  }
  return sql`${name} (user_id, last_at) as (
      select first.posted_by, ${last(sql`first.posted_by`)}
      from (${next(sql``)}) as first
      union all
      select step.posted_by, ${last(sql`step.posted_by`)}
      from ${name} as before
      cross join lateral (
        ${next(sql`and c.posted_by > before.user_id`)}
      ) as step
    )`
}
