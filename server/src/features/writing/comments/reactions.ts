import { reactionsMax } from '@lectern/contract/comments.ts'

import type { Actor } from '#/access/actor.ts'

import type { PostedRow } from './comment-columns.ts'
import { tooManyReactions } from './comment-errors.ts'

export interface Reacting {
  readonly addedReactions?: readonly string[]
  readonly removedReactions?: readonly string[]
}

/** The reactions that change; nobody reacts twice alike, and an emoji in both lists is removed. */
export function changedReactions(
  { id, reactions, reaction_list }: PostedRow,
  { addedReactions = [], removedReactions = [] }: Reacting,
  actor: Actor,
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const own = new Set(
    (reaction_list ?? [])
      .filter(({ user_id }) => user_id === actor.userId)
      .map(({ emoji }) => emoji),
  )
  const removing = new Set(removedReactions)
  const adding = new Set(addedReactions)
  const added = [...adding].filter((emoji) => !own.has(emoji) && !removing.has(emoji))
  const removed = [...removing].filter((emoji) => own.has(emoji))
  if (added.length > 0 && reactions + added.length - removed.length > reactionsMax) {
    throw tooManyReactions(id)
  }
  return { added, removed }
}
