import type { Comment, CommentReply } from '@lectern/contract/comments.ts'

import type { ContentActor } from '#/access/content-access.ts'
import { viewUser } from '#/features/people/users/public.ts'
import type { Config } from '#/platform/config/config.ts'

import type {
  CommentRow,
  PersonJson,
  PostedRow,
  ReactionJson,
  ReplierJson,
} from './comment-columns.ts'
import { commentPolicy } from './comment-policy.ts'

/** The values that all comments of an answer share. */
export interface CommentScene {
  readonly config: Config
  readonly actor: ContentActor
  readonly spaceId: string
  readonly changeRequestId: string | undefined
  readonly bodyOf: (markdown: string) => Comment['body']
}

export function viewComment(row: CommentRow, scene: CommentScene): Comment {
  return {
    object: 'comment',
    ...viewPosted(row, scene, commentUrl(scene, row.id)),
    replies: row.replies,
    repliers: (row.replier_list ?? []).map((each) => viewReplier(each, scene)),
    target: viewTarget(row, scene),
    status: row.is_resolved ? 'resolved' : 'open',
    ...viewResolution(row, scene),
    ...(row.is_orphaned && { orphaned: true }),
  }
}

export function viewReply(
  row: PostedRow,
  scene: CommentScene & { readonly commentId: string },
): CommentReply {
  const location = `${commentUrl(scene, scene.commentId)}/replies/${row.id}`
  return { object: 'comment-reply', ...viewPosted(row, scene, location) }
}

function commentUrl(
  { config, spaceId, changeRequestId }: CommentScene,
  commentId: string,
): string {
  const space = `${config.PUBLIC_URL}/v1/spaces/${spaceId}`
  const place =
    changeRequestId === undefined ? space : `${space}/change-requests/${changeRequestId}`
  return `${place}/comments/${commentId}`
}

type Posted = Omit<CommentReply, 'object'>

function viewPosted(row: PostedRow, scene: CommentScene, location: string): Posted {
  const { actor } = scene
  const of = { postedBy: row.posted_by }
  const poster = {
    user_id: row.posted_by,
    display_name: row.posted_name,
    photo_url: row.posted_photo,
  }
  return {
    id: row.id,
    postedBy: viewPerson(poster, scene),
    postedAt: row.posted_at,
    ...(row.edited_at !== null && { editedAt: row.edited_at }),
    reactions: viewReactions(row.reaction_list ?? [], scene),
    body: scene.bodyOf(row.body),
    urls: { location },
    permissions: {
      view: commentPolicy.view(actor),
      edit: commentPolicy.edit(actor, of),
      reply: commentPolicy.reply(actor),
      delete: commentPolicy.remove(actor, of),
    },
  }
}

/** Shows the profile without the e-mail address, which not every reader of a comment may see. */
function viewPerson(person: PersonJson, scene: CommentScene) {
  return viewUser({ ...person, email: null }, scene)
}

function viewReactions(
  reactions: readonly ReactionJson[],
  scene: CommentScene,
): Posted['reactions'] {
  const byEmoji = Map.groupBy(reactions, ({ emoji }) => emoji)
  return [...byEmoji].map(([emoji, given]) => ({
    emoji,
    count: given.length,
    users: given.map(({ at, ...person }) => ({
      user: viewPerson(person, scene),
      reactedAt: isoOf(at),
    })),
  }))
}

function viewReplier({ at, count, ...person }: ReplierJson, scene: CommentScene) {
  return { updatedAt: isoOf(at), count, user: viewPerson(person, scene) }
}

function viewTarget(
  row: CommentRow,
  { spaceId, changeRequestId }: CommentScene,
): Comment['target'] {
  const { node, page_id: page, review_id: review } = row
  const { cell_record: record, cell_definition: definition } = row
  return {
    ...(node !== null && { node: { id: node } }),
    ...(record !== null && definition !== null && { tableCell: { record, definition } }),
    ...(changeRequestId !== undefined && { changeRequest: changeRequestId }),
    ...(review !== null && { review }),
    ...(page !== null && { page: { id: page } }),
    space: spaceId,
    revision: row.revision_id,
  }
}

function viewResolution(row: CommentRow, scene: CommentScene) {
  const { resolved_at: at, resolved_by: by, resolved_name: name } = row
  if (at === null || by === null || name === null) return {}
  const person = { user_id: by, display_name: name, photo_url: row.resolved_photo }
  return { resolvedAt: at, resolvedBy: viewPerson(person, scene) }
}

/** The time in ISO format: the database spells times inside JSON in a way of its own. */
function isoOf(time: string): string {
  return new Date(time).toISOString()
}
