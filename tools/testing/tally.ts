import type { run } from 'node:test'
import { inspect } from 'node:util'

import type { Failure } from './messages.ts'

/** The counts of the runner's events, file by file. */
export interface Tally {
  passed: number
  skipped: number
  readonly failures: Failure[]
}

const tally: Tally = { passed: 0, skipped: 0, failures: [] }
/** The names of the open suites, by depth; the outermost is the file. */
const names: string[] = []

/** The counts since the last call. */
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
    // A suite fails with each of its tests; only its own failures are counted.
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

/** Counts errors after the end of their test, for which the runner only sets the exit code. */
export function countLateErrors(): void {
  // These listeners run after the runner's own, which fail a test that still runs.
  process.on('uncaughtException', countLate)
  process.on('unhandledRejection', countLate)
  // After this event the runner may be gone: nothing is caught on its behalf.
  process.once('beforeExit', () => {
    process.off('uncaughtException', countLate)
    process.off('unhandledRejection', countLate)
  })
}

function countLate(error: unknown): void {
  if (process.exitCode === undefined) return
  process.exitCode = undefined
  tally.failures.push({ names: ['outside of a test'], error: inspect(error) })
}

/** A failure after the last file belongs to no file; the parent sees the exit code. */
export function reportLeftovers(): void {
  process.on('exit', () => {
    const { failures } = takeTally()
    if (failures.length === 0) return
    for (const { names: path, error } of failures) {
      process.stderr.write(`✖ ${path.join(' › ')}\n${error}\n`)
    }
    process.exitCode = 1
  })
}

/** Whether a test is marked: with a reason, an empty one or `true`. */
function isSaid(mark: string | boolean | undefined): boolean {
  return mark !== undefined && mark !== false
}

function textOf(error: Error): string {
  const { cause } = error
  if (cause === undefined) return error.message
  return typeof cause === 'string' ? cause : inspect(cause)
}
