import type { Answer, CommandOf, OnComment, Place } from './model-command.ts'
import { requestIn, unseen } from './model-seen.ts'
import {
  atLeast,
  type Comment,
  fresh,
  roleIn,
  spaceIn,
  type World,
} from './model-state.ts'
import { has } from './model-tree.ts'

/** The space or the change request that is discussed. */
function topicOf(world: World, { space, changeRequest }: Place) {
  return changeRequest === undefined
    ? spaceIn(world, space)
    : requestIn(world, { space, changeRequest })
}

function commentIn(world: World, command: OnComment): Comment | undefined {
  return topicOf(world, command).comments.find(({ id }) => id === command.comment)
}

export function postComment(
  world: World,
  command: CommandOf<'comment'>,
  given: Answer,
): Answer {
  const refused = unseen(world, command, 'comment')
  if (refused !== undefined) return refused
  const topic = topicOf(world, command)
  const { who: by, page, text } = command
  if (page !== undefined && !has(topic.tree, page)) return { status: 404 }
  const id = fresh(world, given.seen?.['id'])
  const comment = { id, by, page, text, isResolved: false, replies: [] }
  topic.comments.push(comment)
  return { status: 200, seen: viewOf(comment) }
}

function viewOf({ id, text, isResolved, replies, page }: Comment) {
  return { id, text, isResolved, replies: replies.length, page }
}

export function postReply(
  world: World,
  command: CommandOf<'reply'>,
  given: Answer,
): Answer {
  const found = toAnswer(world, command)
  if ('status' in found) return found
  const id = fresh(world, given.seen?.['id'])
  const { who: by, text } = command
  found.replies.push({ id, by, text })
  return { status: 200, seen: { id, text } }
}

/** Who sees no comment there is told so before what they may not do. */
function toAnswer(world: World, command: OnComment): Answer | Comment {
  const hidden = unseen(world, command, 'read')
  if (hidden !== undefined) return hidden
  const comment = commentIn(world, command)
  if (comment === undefined) return { status: 404 }
  return unseen(world, command, 'comment') ?? comment
}

export function rewordComment(world: World, command: CommandOf<'reword'>): Answer {
  const found = toAnswer(world, command)
  if ('status' in found) return found
  if (found.by !== command.who) return { status: 403 }
  found.text = command.text
  return { status: 200, seen: viewOf(found) }
}

export function resolveComment(world: World, command: CommandOf<'resolve'>): Answer {
  const found = toAnswer(world, command)
  if ('status' in found) return found
  found.isResolved = command.isResolved
  return { status: 200, seen: viewOf(found) }
}

/** What is gone, or not to be seen, is deleted already. */
function mayDelete(world: World, command: OnComment, by: string): boolean {
  const role = roleIn(world, spaceIn(world, command.space), command.who)
  return role === 'admin' || (atLeast(role, 'comment') && by === command.who)
}

export function deleteComment(
  world: World,
  command: CommandOf<'delete-comment'>,
): Answer {
  const comment = commentIn(world, command)
  if (unseen(world, command, 'read') !== undefined || comment === undefined) {
    return { status: 204 }
  }
  if (!mayDelete(world, command, comment.by)) return { status: 403 }
  const topic = topicOf(world, command)
  topic.comments = topic.comments.filter((each) => each !== comment)
  return { status: 204 }
}

export function deleteReply(world: World, command: CommandOf<'delete-reply'>): Answer {
  const comment = commentIn(world, command)
  const reply = comment?.replies.find(({ id }) => id === command.reply)
  const isHidden = unseen(world, command, 'read') !== undefined
  if (isHidden || comment === undefined || reply === undefined) return { status: 204 }
  if (!mayDelete(world, command, reply.by)) return { status: 403 }
  comment.replies = comment.replies.filter((each) => each !== reply)
  return { status: 204 }
}
