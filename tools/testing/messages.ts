/** The options that a process for test files gets when it starts. */
export interface WorkerOptions {
  readonly namePatterns: readonly string[]
  readonly only: boolean
}

export interface Failure {
  /** The names of the suites around the test, then its own. */
  readonly names: readonly string[]
  readonly error: string
}

/** The result of one test file. */
export interface FileResult {
  readonly file: string
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly Failure[]
  readonly seconds: number
  /** The time of the process that ran the file, and of no other. */
  readonly processorSeconds: number
}

/** The only message to such a process: a request to run this file. */
export interface FileRequest {
  readonly file: string
}
