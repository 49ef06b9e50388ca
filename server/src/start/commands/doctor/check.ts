/** The result of a check: `warn` works but deserves a look, `skip` is left out after a failure. */
export type Status = 'ok' | 'warn' | 'FAIL' | 'skip'

export interface CheckResult {
  readonly name: string
  readonly status: Status
  readonly detail: string
  /** The advice to the operator, unless the result is ok. */
  readonly remedy?: string
}

export type Verdict = Omit<CheckResult, 'name'>

export interface Check {
  readonly name: string
  readonly judge: () => Promise<Verdict>
}

export function ok(detail: string): Verdict {
  return { status: 'ok', detail }
}

export function warn(detail: string, remedy: string): Verdict {
  return { status: 'warn', detail, remedy }
}

export function fail(detail: string, remedy: string): Verdict {
  return { status: 'FAIL', detail, remedy }
}

export function skip(detail: string): Verdict {
  return { status: 'skip', detail }
}
