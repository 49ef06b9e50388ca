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

/** From errors that no test can fail by, because it has ended: the runner only sets the exit code. */
export function countLateErrors(): void {
  // After the runner's own listeners, which fail a test that still runs.
  process.on('uncaughtException', countLate)
  process.on('unhandledRejection', countLate)
  // From then on the runner may be gone: nothing is caught on its behalf.
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

/** What fails when the last file is done belongs to none; the parent sees the exit code. */
export function tellLeftovers(): void {
  process.on('exit', () => {
    const { failures } = takeTally()
    if (failures.length === 0) return
    for (const { names: path, error } of failures) {
      process.stderr.write(`✖ ${path.join(' › ')}\n${error}\n`)
    }
    process.exitCode = 1
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
