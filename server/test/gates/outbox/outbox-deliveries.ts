import { readFileSync } from 'node:fs'

/** One line per step of a delivery, appended by whichever worker takes it. */
export interface DeliveryLine {
  readonly event: string
  readonly subject: string
  readonly step: 'begun' | 'delivered' | 'failed'
  readonly pid: number
  readonly atMs: number
}

/** How long the subscriber takes over events that ask for it. */
export const hangMs = 12_000
export const slowMs = 3_000

export function readDeliveries(file: string): DeliveryLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text): DeliveryLine => JSON.parse(text))
}

/** What a worker has begun and not ended. */
export function unfinishedBy(lines: readonly DeliveryLine[], pid: number): Set<string> {
  const unfinished = new Set<string>()
  for (const { event, step, pid: by } of lines) {
    if (by !== pid) continue
    if (step === 'begun') unfinished.add(event)
    else unfinished.delete(event)
  }
  return unfinished
}
