import { readFileSync } from 'node:fs'

/** Processor time since the machine started, in ticks. */
export interface ProcessorTicks {
  readonly all: number
  /** What other machines of the same host were given while this one had work to do. */
  readonly stolen: number
}

/** The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseTicks(text: string): ProcessorTicks {
  const [first = ''] = text.split('\n')
  const ticks = first.split(/\s+/).slice(1, 9).map(Number)
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 }
}

export function readTicks(): ProcessorTicks {
  try {
    return parseTicks(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return { all: 0, stolen: 0 } // not a Linux: nothing is known
  }
}

/** The part of all processor time between two readings that was taken away, 0 to 1. */
export function stolenShare(from: ProcessorTicks, to: ProcessorTicks): number {
  const all = to.all - from.all
  return all > 0 ? (to.stolen - from.stolen) / all : 0
}
