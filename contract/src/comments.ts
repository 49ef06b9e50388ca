import { Type, type Static } from 'typebox'

import {
  constant,
  enumeration,
  exactlyOne,
  id,
  identifier,
  list,
  named,
  permissions,
  timestamp,
  uri,
  emoji,
} from './common.ts'
import { jsonDocument, jsonDocumentInput } from './documents.ts'
import { member } from './members.ts'
import { user } from './users.ts'

/** The limit of characters in the Markdown of a comment or a reply. */
export const commentLengthMax = 20_000
/** The limits of replies to a comment, and of reactions to a comment or a reply. */
export const repliesMax = 1000
export const reactionsMax = 1000

export const commentBodyInput = named(
  'CommentBodyInput',
  exactlyOne(
    Type.Object({ markdown: Type.String({ maxLength: commentLengthMax }) }),
    Type.Object({ document: jsonDocumentInput }),
    // Unknown keys are ignored, as in every body.
    Type.Unsafe<{ markdown?: never; document?: never }>({
      type: 'object',
      not: { anyOf: [{ required: ['markdown'] }, { required: ['document'] }] },
      description: 'Says nothing.',
    }),
  ),
)
export type CommentBodyInput = Static<typeof commentBodyInput>

const text = named(
  'CommentBody',
  Type.Object(
    { markdown: Type.Optional(Type.String()), document: Type.Optional(jsonDocument) },
    { description: 'In the form that was asked for; in both when none was.' },
  ),
)

const reactions = Type.Array(
  Type.Object({
    emoji,
    count: Type.Integer({ minimum: 1 }),
    users: Type.Array(Type.Object({ user, reactedAt: timestamp })),
  }),
)

export const tableCellTarget = named(
  'TableCellTarget',
  Type.Object({ record: identifier, definition: identifier }),
)

const posted = {
  id: identifier,
  postedBy: user,
  postedAt: timestamp,
  editedAt: Type.Optional(timestamp),
  reactions,
  body: text,
  urls: Type.Object({ location: uri }),
  permissions: permissions({
    view: 'See it.',
    edit: 'Change what it says.',
    reply: 'Reply, react and resolve.',
    delete: 'Remove it.',
  }),
}

export const comment = named(
  'Comment',
  Type.Object({
    object: constant('comment'),
    ...posted,
    replies: Type.Integer({ minimum: 0 }),
    repliers: Type.Array(
      Type.Object({ updatedAt: timestamp, count: Type.Integer({ minimum: 1 }), user }),
      { description: 'Who replied, the latest first.' },
    ),
    target: Type.Object({
      node: Type.Optional(
        Type.Object({ id: id('The block. It follows the block from edit to edit.') }),
      ),
      tableCell: Type.Optional(tableCellTarget),
      changeRequest: Type.Optional(identifier),
      review: Type.Optional(identifier),
      page: Type.Optional(Type.Object({ id: identifier })),
      space: identifier,
      revision: id('The revision that was current when it was posted.'),
    }),
    status: enumeration(['open', 'resolved']),
    resolvedAt: Type.Optional(timestamp),
    resolvedBy: Type.Optional(user),
    orphaned: Type.Optional(
      Type.Boolean({ description: 'True when the block it was posted on is gone.' }),
    ),
  }),
)
export type Comment = Static<typeof comment>

export const commentReply = named(
  'CommentReply',
  Type.Object({ object: constant('comment-reply'), ...posted }),
)
export type CommentReply = Static<typeof commentReply>

export const commentList = list('CommentList', comment)
export const commentReplyList = list('CommentReplyList', commentReply)
export const commenterList = list('CommenterList', member)
