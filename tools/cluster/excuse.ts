import path from 'node:path'

import type { Failure, FileResult } from '../testing/messages.ts'
import type { ExcusedTest } from './excused-tests.ts'

interface Excused {
  /** The results without the failures that the list excuses. */
  readonly results: readonly FileResult[]
  readonly count: number
  /** Entries of the list that excuse nothing, in files that ran. */
  readonly problems: readonly string[]
}

export function excuse(
  results: readonly FileResult[],
  list: readonly ExcusedTest[],
  root: string,
): Excused {
  const used = new Set<ExcusedTest>()
  const find = (file: string, { names }: Failure) =>
    list.find((one) => one.file === file && one.test === names.join(' › '))
  const left = results.map((result) => {
    const failures = result.failures.filter((failure) => {
      const found = find(path.relative(root, result.file), failure)
      if (found !== undefined) used.add(found)
      return found === undefined
    })
    return { ...result, failures }
  })
  const ran = new Set(results.map(({ file }) => path.relative(root, file)))
  const idle = list.filter((one) => ran.has(one.file) && !used.has(one))
  return {
    results: left,
    count: used.size,
    problems: idle.map(
      ({ file, test }) =>
        `${test} (${file}) is excused and does not fail: strike it from the list`,
    ),
  }
}
