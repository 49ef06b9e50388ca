import { readdirSync, readFileSync } from 'node:fs'

// Linux counts processor time in hundredths of a second.
const tickMs = 10

interface ProcessTimes {
  readonly parent: number
  readonly ownMs: number
  /** Of children that ended and were waited for. */
  readonly reapedMs: number
}

/** Processor time of one process. */
export function processTimeMs(pid: number): number {
  return timesOf(pid)?.ownMs ?? 0
}

/**
 * Processor time of a process of one thread, its living children and those it has outlived: a whole
 * PostgreSQL.
 */
export function treeTimeMs(pid: number): number {
  let total = 0
  for (const entry of readdirSync('/proc')) {
    const times = /^\d+$/.test(entry) ? timesOf(Number(entry)) : undefined
    if (times === undefined) continue
    if (Number(entry) === pid) total += scheduledMs(pid) + times.reapedMs
    else if (times.parent === pid) total += scheduledMs(Number(entry))
  }
  return total
}

/** Of the first thread alone, but to the nanosecond. */
function scheduledMs(pid: number): number {
  try {
    const [ran] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(ran) / 1e6
  } catch {
    return 0 // it ended meanwhile
  }
}

function timesOf(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in parentheses and may hold spaces; the fields behind it are plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return {
      parent: field(4),
      ownMs: (field(14) + field(15)) * tickMs,
      reapedMs: (field(16) + field(17)) * tickMs,
    }
  } catch {
    return undefined // it ended meanwhile
  }
}
