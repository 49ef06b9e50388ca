import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'

/** Rows as JSON text, so that they are copied from one organization to another without parsing. */
type Rows = Readonly<{ organizationId: string; rows: string }>

/**
 * Copies reviews, outdated ones first: each person may have only one current review at any time.
 */
export const putReviews = statement(
  'change-request.put-reviews',
  (p: Rows) => sql`
    insert into change_request_review (
      organization_id, space_id, change_request_id, id, revision_id, reviewer_id,
      requested_by, status, is_outdated, comment_id, created_at, updated_at)
    select ${p.organizationId}, r.space_id, r.change_request_id, r.id, r.revision_id,
      r.reviewer_id, r.requested_by, r.status, r.is_outdated, r.comment_id, r.created_at,
      r.updated_at
    from jsonb_populate_recordset(null::change_request_review, ${p.rows}::jsonb) as r
    order by r.is_outdated desc, r.id
    on conflict (organization_id, space_id, change_request_id, id) do update
      set is_outdated = excluded.is_outdated, updated_at = excluded.updated_at`,
)

/** Deletes the review requests of an earlier copy: some of them may have been answered since. */
export const dropReviewers = statement(
  'change-request.drop-reviewers',
  (p: Rows) => sql`
    delete from change_request_reviewer as x
    using jsonb_populate_recordset(null::change_request, ${p.rows}::jsonb) as r
    where x.organization_id = ${p.organizationId} and x.space_id = r.space_id
      and x.change_request_id = r.id`,
)

/**
 * Copies review requests, except those to teams and to people who are no members of the other
 * organization.
 */
export const putReviewers = statement(
  'change-request.put-reviewers',
  (p: Rows) => sql`
    with asked as materialized (
      select r.* from jsonb_populate_recordset(
        null::change_request_reviewer, ${p.rows}::jsonb) as r
      where r.user_id is not null
    ), known as materialized (
      select m.user_id from member as m
      where m.organization_id = ${p.organizationId}
        and m.user_id = any (array(select a.user_id from asked as a))
      order by m.user_id for key share of m
    )
    insert into change_request_reviewer (
      organization_id, space_id, change_request_id, user_id, revision_id, requested_by,
      created_at)
    select ${p.organizationId}, a.space_id, a.change_request_id, a.user_id, a.revision_id,
      a.requested_by, a.created_at
    from asked as a join known as k on k.user_id = a.user_id`,
)

export const putChecks = statement(
  'change-request.put-checks',
  (p: Rows) => sql`
    insert into change_request_check (
      organization_id, space_id, change_request_id, name, state, link, summary, revision_id,
      reported_by, created_at, updated_at)
    select ${p.organizationId}, r.space_id, r.change_request_id, r.name, r.state, r.link,
      r.summary, r.revision_id, r.reported_by, r.created_at, r.updated_at
    from jsonb_populate_recordset(null::change_request_check, ${p.rows}::jsonb) as r
    on conflict (organization_id, space_id, change_request_id, name) do update
      set state = excluded.state, link = excluded.link, summary = excluded.summary,
        revision_id = excluded.revision_id, reported_by = excluded.reported_by,
        updated_at = excluded.updated_at`,
)
