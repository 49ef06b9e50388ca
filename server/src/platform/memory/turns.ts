/** Bounds what is under way at once and what begins in a minute, in one process, by key. */
export interface Turns {
  /**
   * Runs a task at once, or gives the seconds after which it may be tried again: nobody waits in
   * line for somebody else's slow server.
   */
  readonly take: <Result>(
    key: string,
    run: () => Promise<Result>,
  ) => Promise<{ readonly result: Result } | { readonly retrySeconds: number }>
}

export interface TurnsOptions {
  /** 0 is no limit. */
  readonly perMinute: number
  readonly atOnce: number
  readonly atOnceOfKey: number
  readonly nowMs?: () => number
}

const minuteMs = 60_000
/** While others are under way; these end within seconds. */
const busySeconds = 2

export function createTurns({
  perMinute,
  atOnce,
  atOnceOfKey,
  nowMs = () => performance.now(),
}: TurnsOptions): Turns {
  /** Only keys with tasks under way, or begun in this minute. */
  const running = new Map<string, number>()
  const begun = new Map<string, number>()
  let all = 0
  let minuteEndsMs = 0

  function retryOf(key: string): number | undefined {
    const now = nowMs()
    if (now >= minuteEndsMs) {
      begun.clear()
      minuteEndsMs = now + minuteMs
    }
    if (perMinute > 0 && (begun.get(key) ?? 0) >= perMinute) {
      return Math.ceil((minuteEndsMs - now) / 1000)
    }
    const isBusy = all >= atOnce || (running.get(key) ?? 0) >= atOnceOfKey
    return isBusy ? busySeconds : undefined
  }

  return {
    async take(key, run) {
      const retrySeconds = retryOf(key)
      if (retrySeconds !== undefined) return { retrySeconds }
      begun.set(key, (begun.get(key) ?? 0) + 1)
      running.set(key, (running.get(key) ?? 0) + 1)
      all += 1
      try {
        return { result: await run() }
      } finally {
        all -= 1
        const left = (running.get(key) ?? 1) - 1
        if (left === 0) running.delete(key)
        else running.set(key, left)
      }
    },
  }
}
