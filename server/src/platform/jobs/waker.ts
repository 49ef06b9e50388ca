import { setTimeout as sleep } from 'node:timers/promises'

export interface Waker {
  readonly wake: () => void
  /** Any `wake` from now on ends the next pause. */
  readonly arm: () => void
  readonly pause: (atMostMs: number) => Promise<void>
}

/** A waker, which pauses a loop until it is woken or stopped, or the given time is over. */
export function createWaker(stopping: AbortSignal): Waker {
  let woken = Promise.withResolvers<undefined>()
  return {
    wake: () => woken.resolve(undefined),
    arm: () => {
      woken = Promise.withResolvers()
    },
    async pause(atMostMs) {
      const timer = new AbortController()
      const signal = AbortSignal.any([timer.signal, stopping])
      const rested = sleep(atMostMs, undefined, { signal }).catch(() => undefined)
      await Promise.race([woken.promise, rested])
      timer.abort()
    },
  }
}
