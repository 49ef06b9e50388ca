/** The process's time: for names, durations and signed URLs. Stored expiry uses the database's. */
export interface Clock {
  now(): Date
  nowMs(): number
}

export const systemClock: Clock = Object.freeze({
  now: () => new Date(),
  nowMs: () => Date.now(),
})
