/** What the process that runs test files is told when it starts. */
export interface WorkerOptions {
  readonly namePatterns: readonly string[]
  readonly only: boolean
}

export interface Failure {
  /** Of the suites around it, then its own. */
  readonly names: readonly string[]
  readonly error: string
}

/** What came of one test file. */
export interface FileResult {
  readonly file: string
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  readonly seconds: number
  /** Of the process that ran it, and of no other. */
  readonly processorSeconds: number
}

/** The only question to such a process: to run this file. */
export interface FileRequest {
  readonly file: string
}
