import { readFileSync } from 'node:fs'

/** Processor time since the machine started, in ticks. */
export interface ProcessorTicks {
  readonly all: number
  /** What anything on this machine used. */
  readonly busy: number
  /** What other machines of the same host were given while this one had work to do. */
  readonly stolen: number
}

const ticksPerSecond = 100

/** The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
export function parseTicks(text: string): ProcessorTicks {
  const [first = ''] = text.split('\n')
  const ticks = first.split(/\s+/).slice(1, 9).map(Number)
  const all = ticks.reduce((sum, each) => sum + each, 0)
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = ticks
  return { all, busy: all - idle - waiting - stolen, stolen }
}

export function readTicks(): ProcessorTicks {
  try {
    return parseTicks(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return { all: 0, busy: 0, stolen: 0 } // not a Linux: nothing is known
  }
}

/** The part of all processor time between two readings that was taken away, 0 to 1. */
export function stolenShare(from: ProcessorTicks, to: ProcessorTicks): number {
  const all = to.all - from.all
  return all > 0 ? (to.stolen - from.stolen) / all : 0
}

/** What everything on the machine used between two readings: databases and browsers are processes of their own. */
export function busySeconds(from: ProcessorTicks, to: ProcessorTicks): number {
  return (to.busy - from.busy) / ticksPerSecond
}
