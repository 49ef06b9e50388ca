/** The process's time: for log lines, names and durations. Expiry and leases use the database's. */
export interface Clock {
  now(): Date
  nowMs(): number
}

export const systemClock: Clock = Object.freeze({
  now: () => new Date(),
  nowMs: () => Date.now(),
})
