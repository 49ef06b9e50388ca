import { damage, each, inSpace, type Template } from './planned.ts'
import type { Place } from './places.ts'

const spaces = ({ spaces: all }: Place) => all

const commentTemplates: readonly Template[] = [
  ...['comments', 'comments_total'].map((column) =>
    each('space-comments', spaces, (space, place) =>
      damage(
        'space-comments',
        space.id,
        `update space_counter set ${column} = ${column} + 3 where ${inSpace(place, space)}`,
      ),
    ),
  ),
  ...['comments', 'comments_total'].map((column) =>
    each('change-request-comments', spaces, ({ changeRequest }) =>
      damage(
        'change-request-comments',
        changeRequest,
        `update change_request set ${column} = ${column} + 5 where id = '${changeRequest}'`,
      ),
    ),
  ),
  each('comment-replies', spaces, ({ comment }) =>
    damage(
      'comment-replies',
      comment,
      `update comment set replies = replies + 2 where id = '${comment}'`,
    ),
  ),
  each('comment-reactions', spaces, ({ comment }) =>
    damage(
      'comment-reactions',
      comment,
      `update comment set reactions = reactions + 2 where id = '${comment}'`,
    ),
  ),
  each('comment-reply-reactions', spaces, ({ reply }) =>
    damage(
      'comment-reply-reactions',
      reply,
      `update comment_reply set reactions = reactions + 2 where id = '${reply}'`,
    ),
  ),
  each('comment-reply-place', spaces, ({ reply, changeRequest }) =>
    damage(
      'comment-reply-place',
      reply,
      `update comment_reply set branch_id = '${changeRequest}' where id = '${reply}'`,
    ),
  ),
  each('comment-reaction-reply', spaces, ({ id, comment }, { organization, members }) =>
    damage(
      'comment-reaction-reply',
      `${comment}/nothing`,
      `insert into comment_reaction (
         organization_id, space_id, comment_id, reply_id, emoji, user_id)
       values ('${organization}', '${id}', '${comment}', 'nothing', '1f44d', '${members[0]}')`,
    ),
  ),
]

const notificationTemplates: readonly Template[] = [
  each('notification-reader', spaces, ({ id }, { organization, members }) =>
    damage(
      'notification-reader',
      `comment:${id}`,
      `insert into notification_mail (organization_id, id, user_id, closed_at)
       values ('${organization}', 'mail of ${id}', '${members[0]}', now())`,
      `insert into notification (
         organization_id, user_id, source, mail_id, kind, actor_id, space_id, occurred_at)
       values ('${organization}', '${members[1]}', 'comment:${id}', 'mail of ${id}',
         'mentions', '${members[0]}', '${id}', now())`,
    ),
  ),
]

const changeRequestTemplates: readonly Template[] = [
  ...['change_requests', 'change_requests_open', 'change_requests_draft'].map((column) =>
    each('space-change-requests', spaces, (space, place) =>
      damage(
        'space-change-requests',
        space.id,
        `update space_counter set ${column} = ${column} + 1 where ${inSpace(place, space)}`,
      ),
    ),
  ),
  each('change-request-number', spaces, ({ changeRequest }) =>
    damage(
      'change-request-number',
      changeRequest,
      `update change_request set number = 7 where id = '${changeRequest}'`,
    ),
  ),
  each('branch-change-request', spaces, (space, place) =>
    damage(
      'branch-change-request',
      `${space.id}/stray`,
      `insert into branch (
         organization_id, space_id, id, head_number, head_revision_id, main_number)
       values ('${place.organization}', '${space.id}', 'stray', 1, 'stray ${space.id}', 1)`,
      `insert into revision (organization_id, space_id, id, branch_id, number, type, parents,
         main_number, changed, created_by)
       values ('${place.organization}', '${space.id}', 'stray ${space.id}', 'stray', 1, 'edits',
         '{}', 1, '{}', '')`,
    ),
  ),
  each('branch-main-number', spaces, ({ id, changeRequest }) =>
    damage(
      'branch-main-number',
      `${id}/${changeRequest}`,
      `update branch set main_number = 1 where id = '${changeRequest}'`,
    ),
  ),
  each('change-request-merged', spaces, ({ changeRequest, revisions }) =>
    damage(
      'change-request-merged',
      changeRequest,
      `update change_request set merged_revision_id = '${revisions[0]}'
       where id = '${changeRequest}'`,
    ),
  ),
]

const reviewTemplates: readonly Template[] = [
  each('change-request-review', spaces, ({ changeRequest, review }) =>
    damage(
      'change-request-review',
      `${changeRequest}/${review}`,
      `update change_request_review set revision_id = 'gone' where id = '${review}'`,
    ),
  ),
  each('change-request-reviewer', spaces, ({ changeRequest }, { members }) =>
    damage(
      'change-request-reviewer',
      `${changeRequest}/${members[0]}`,
      `update change_request_reviewer set revision_id = 'gone'
       where change_request_id = '${changeRequest}'`,
    ),
  ),
  each('change-request-reviewer-known', spaces, ({ changeRequest }) =>
    damage(
      'change-request-reviewer-known',
      `${changeRequest}/nobody`,
      `update change_request_reviewer set user_id = 'nobody'
       where change_request_id = '${changeRequest}'`,
    ),
  ),
  each('change-request-reviewer-known', spaces, ({ changeRequest }) =>
    damage(
      'change-request-reviewer-known',
      `${changeRequest}/no-team`,
      `update change_request_reviewer set user_id = null, team_id = 'no-team'
       where change_request_id = '${changeRequest}'`,
    ),
  ),
  each('change-request-check', spaces, (space, place) =>
    damage(
      'change-request-check',
      `${space.changeRequest}/links`,
      `insert into change_request_check (
         organization_id, space_id, change_request_id, name, state, revision_id, reported_by)
       values ('${place.organization}', '${space.id}', '${space.changeRequest}', 'links',
         'passed', '${space.revisions[0]}', '')`,
    ),
  ),
  each('comment-review', spaces, ({ comment }) =>
    damage(
      'comment-review',
      comment,
      `update comment set review_id = 'gone' where id = '${comment}'`,
    ),
  ),
]

export const discussionTemplates: readonly Template[] = [
  ...commentTemplates,
  ...notificationTemplates,
  ...changeRequestTemplates,
  ...reviewTemplates,
]
