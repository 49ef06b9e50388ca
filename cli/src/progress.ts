export interface Progress {
  /** Shows how far a step is; without a total, only that it is running. */
  readonly at: (step: string, done?: number, total?: number) => void
  /** Ends the step with a line about its result. */
  readonly done: (line: string) => void
  /** Removes the progress line that a terminal shows. */
  readonly clear: () => void
}

interface ProgressOptions {
  readonly write: (text: string) => void
  readonly now: () => number
  /**
   * The width of the terminal; absent where lines cannot be rewritten but only milestones added.
   */
  readonly columns: (() => number) | undefined
}

const redrawMs = 100
/**
 * The least time between two milestones: an earlier one says nothing new to the reader of a log.
 */
const milestoneMs = 2_000
const milestonePercents = 25

export function createProgress({ write, now, columns }: ProgressOptions): Progress {
  return columns === undefined ? milestones(write, now) : rewriting(write, now, columns)
}

function rewriting(
  write: ProgressOptions['write'],
  now: ProgressOptions['now'],
  columns: () => number,
): Progress {
  let drawnMs = -Infinity
  let drawnStep: string | undefined
  const clear = () => {
    if (drawnStep !== undefined) write('\r\u001B[2K')
    drawnStep = undefined
  }
  return {
    at(step, done, total) {
      if (step === drawnStep && now() - drawnMs < redrawMs) return
      drawnMs = now()
      drawnStep = step
      write(`\r\u001B[2K${describe(step, done, total).slice(0, columns() - 1)}`)
    },
    done(line) {
      clear()
      write(`${line}\n`)
    },
    clear,
  }
}

function milestones(
  write: ProgressOptions['write'],
  now: ProgressOptions['now'],
): Progress {
  let current: string | undefined
  let saidMs = 0
  let saidPercent = 0
  return {
    at(step, done = 0, total = 0) {
      if (step !== current) {
        current = step
        saidMs = now()
        saidPercent = 0
      }
      const percent = percentOf(done, total)
      const isNew = percent >= saidPercent + milestonePercents && percent < 100
      if (!isNew || now() - saidMs < milestoneMs) return
      saidMs = now()
      saidPercent = percent - (percent % milestonePercents)
      write(`${describe(step, done, total)}\n`)
    },
    done(line) {
      current = undefined
      write(`${line}\n`)
    },
    clear: () => undefined,
  }
}

function describe(step: string, done = 0, total = 0): string {
  return total === 0 ? `${step} …` : `${step} … ${percentOf(done, total)} %`
}

function percentOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((Math.min(done, total) / total) * 100)
}
