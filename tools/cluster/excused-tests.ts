/** A test that fails on a cluster because it is about the inside of one PostgreSQL. */
export interface ExcusedTest {
  readonly file: string
  /** The names of the suites around the test and its own, as a run prints them. */
  readonly test: string
  readonly reason: string
}

/** May only shrink: a run on a cluster fails when one of these does not. */
export const excusedTests: readonly ExcusedTest[] = [
  {
    file: 'server/src/features/review/change-requests/update-races.test.ts',
    test: 'an update while the main content changes › takes in one revision of it, and not half of the next',
    reason:
      'holds a row by its id alone and looks for who waits in the locks of one node',
  },
]
