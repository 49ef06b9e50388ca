import type { NotUnderstood } from './html-node.ts'

/** Thrown where HTML says something that the model has no place for. */
class Refusal extends Error {}

/** Gives up the whole piece of HTML; `reason` is short and the same for all of its kind. */
export function refuse(reason: string): never {
  throw new Refusal(reason)
}

/** What `read` gives, or why it gave up. */
export function understood<Value>(read: () => Value): Value | NotUnderstood {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return { notUnderstood: error.message }
    throw error
  }
}
