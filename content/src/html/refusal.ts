import type { NotUnderstood } from './html-node.ts'

/** Thrown where HTML contains something that the model cannot store. */
class Refusal extends Error {}

/** Rejects the whole piece of HTML; `reason` is short and the same for every case of its kind. */
export function refuse(reason: string): never {
  throw new Refusal(reason)
}

/** The result of `read`, or the reason of its refusal. */
export function understood<Value>(read: () => Value): Value | NotUnderstood {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal) return { notUnderstood: error.message }
    throw error
  }
}
