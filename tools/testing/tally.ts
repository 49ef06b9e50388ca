import type { run } from 'node:test'
import { inspect } from 'node:util'

import type { Failure } from './messages.ts'

/** Counts what the runner tells, file by file. */
export interface Tally {
  passed: number
  skipped: number
  readonly failures: Failure[]
}

const tally: Tally = { passed: 0, skipped: 0, failures: [] }
/** Of the suites that are open, by depth; the outermost is the file. */
const names: string[] = []

/** What was counted since the last call. */
export function takeTally(): Tally {
  const taken = { ...tally, failures: [...tally.failures] }
  tally.passed = 0
  tally.skipped = 0
  tally.failures.length = 0
  return taken
}

export function countEvents(stream: ReturnType<typeof run>): void {
  stream.on('test:start', ({ name, nesting }) => {
    names.length = nesting
    names[nesting] = name
  })
  stream.on('test:pass', ({ details, skip, todo }) => {
    if (details.type === 'suite') return
    if (isSaid(skip) || isSaid(todo)) tally.skipped += 1
    else tally.passed += 1
  })
  stream.on('test:fail', ({ name, nesting, details, todo }) => {
    const { error } = details
    // A suite fails with each of its tests; what is told of it is what it failed by itself.
    const isOfTests =
      details.type === 'suite' &&
      'failureType' in error &&
      error.failureType === 'subtestsFailed'
    if (isOfTests) return
    if (isSaid(todo)) tally.skipped += 1
    else {
      const isFile = details.type === 'suite' && nesting === 0
      const path = isFile ? ['around its tests'] : [...names.slice(1, nesting), name]
      tally.failures.push({ names: path, error: textOf(error) })
    }
  })
}

/** A reason, an empty one or `true`. */
function isSaid(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false
}

function textOf(error: Error): string {
  const { cause } = error
  if (cause === undefined) return error.message
  return typeof cause === 'string' ? cause : inspect(cause)
}
