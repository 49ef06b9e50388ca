import type { Corruption, Things } from './test-corruptions.ts'

const ofComment = ({ comment }: Things) => `comment_id = '${comment}'`

export const commentCorruptions: readonly Corruption[] = [
  {
    name: 'a space that counts its open comments wrong',
    kind: 'space-comments',
    id: ({ discussed }) => discussed,
    change: ({ discussed }) => [
      `update space_counter set comments = 2 where space_id = '${discussed}'`,
    ],
  },
  {
    name: 'a space that counts its comments wrong',
    kind: 'space-comments',
    id: ({ discussed }) => discussed,
    change: ({ discussed }) => [
      `update space_counter set comments_total = 2 where space_id = '${discussed}'`,
    ],
  },
  {
    name: 'a change request that counts its open comments wrong',
    kind: 'change-request-comments',
    id: ({ changeRequest }) => changeRequest,
    change: ({ changeRequest }) => [
      `update change_request set comments = 0 where id = '${changeRequest}'`,
    ],
  },
  {
    name: 'a comment that counts its replies wrong',
    kind: 'comment-replies',
    id: ({ comment }) => comment,
    change: ({ comment }) => [`update comment set replies = 7 where id = '${comment}'`],
  },
  {
    name: 'a comment that counts its reactions wrong',
    kind: 'comment-reactions',
    id: ({ comment }) => comment,
    change: ({ comment }) => [`update comment set reactions = 7 where id = '${comment}'`],
  },
  {
    name: 'a reply that counts its reactions wrong',
    kind: 'comment-reply-reactions',
    id: ({ reply }) => reply,
    change: ({ reply }) => [
      `update comment_reply set reactions = 7 where id = '${reply}'`,
    ],
  },
  {
    name: 'a reply that names another place than its comment',
    kind: 'comment-reply-place',
    id: ({ reply }) => reply,
    change: ({ reply }) => [
      `update comment_reply set branch_id = 'nowhere' where id = '${reply}'`,
    ],
  },
  {
    name: 'a reaction to a reply that does not exist',
    kind: 'comment-reaction-reply',
    id: ({ comment }) => `${comment}/nothing`,
    change: (things) => [
      `insert into comment_reaction (
         organization_id, space_id, comment_id, reply_id, emoji, user_id)
       select organization_id, space_id, comment_id, 'nothing', emoji, user_id
       from comment_reaction where ${ofComment(things)} and reply_id = ''`,
    ],
  },
]
