import { readFileSync } from 'node:fs'

/** Processor time since the machine started, in ticks. */
export interface ProcessorTicks {
  readonly all: number
  /** The ticks that processes on this machine used. */
  readonly busy: number
  /** The ticks that the host gave to other machines while this one had work to do. */
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

/** The share of processor time between two readings that the host took away, 0 to 1. */
export function stolenShare(from: ProcessorTicks, to: ProcessorTicks): number {
  const all = to.all - from.all
  return all > 0 ? (to.stolen - from.stolen) / all : 0
}

/** The processor time of all processes between two readings, databases and browsers included. */
export function busySeconds(from: ProcessorTicks, to: ProcessorTicks): number {
  return (to.busy - from.busy) / ticksPerSecond
}
