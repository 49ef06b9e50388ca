import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'

interface OfAuthor {
  readonly postedBy: string
}

/** Decides on comments and replies alike. The actor's role is the one they hold on the space. */
export const commentPolicy = {
  view: (actor: Actor) => atLeast(actor.role, 'read'),
  post: (actor: Actor) => atLeast(actor.role, 'comment'),
  /** Allows to reply, to react and to resolve. */
  reply: (actor: Actor) => atLeast(actor.role, 'comment'),
  edit: (actor: Actor, { postedBy }: OfAuthor) =>
    atLeast(actor.role, 'comment') && actor.userId === postedBy,
  remove: (actor: Actor, { postedBy }: OfAuthor) =>
    atLeast(actor.role, 'admin') ||
    (atLeast(actor.role, 'comment') && actor.userId === postedBy),
}
