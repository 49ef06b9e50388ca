import path from 'node:path'

import type { FileResult } from './messages.ts'

const slowestMax = 10

/** One line for a file, and the failures in it. */
export function describeFile(result: FileResult, root: string): string {
  const { file, passed, skipped, failures, seconds } = result
  const name = path.relative(root, file)
  const mark = failures.length === 0 ? '✔' : '✖'
  const skippedText = skipped === 0 ? '' : `, ${skipped} skipped`
  const head = `${mark} ${name}: ${passed} passed${skippedText} in ${seconds.toFixed(1)} s`
  return [head, ...failures.map((failure) => describeFailure(name, failure))].join('\n')
}

function describeFailure(
  file: string,
  { names, error }: FileResult['failures'][number],
): string {
  const indented = error.replaceAll(/^/gm, '    ')
  return `  ✖ ${names.join(' › ')} (${file})\n${indented}`
}

export function describeSlowest(results: readonly FileResult[], root: string): string {
  const slowest = results
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowestMax)
  const lines = slowest.map(
    ({ file, seconds, processorSeconds }) =>
      `${seconds.toFixed(1).padStart(7)} s, ${processorSeconds.toFixed(1).padStart(5)} s of the processor  ${path.relative(root, file)}`,
  )
  return ['The slowest files:', ...lines].join('\n')
}

/** The last line has the form that tools which watch a run recognise. */
export function describeAll(
  results: readonly FileResult[],
  problems: readonly string[],
  root: string,
): string {
  const sum = (count: (result: FileResult) => number) =>
    results.reduce((all, result) => all + count(result), 0)
  const failed = results.filter(({ failures }) => failures.length > 0)
  return [
    ...failed.map((result) => describeFile(result, root)),
    ...problems,
    `${results.length} files`,
    `tests: ${sum(({ passed }) => passed)} passed, ${sum(({ failures }) => failures.length) + problems.length} failed, ${sum(({ skipped }) => skipped)} skipped`,
  ].join('\n')
}

/** Whether every file has its result, something passed and nothing is wrong. */
export function isGreen(
  results: readonly FileResult[],
  problems: readonly string[],
  fileCount: number,
): boolean {
  return (
    results.length === fileCount &&
    results.some(({ passed }) => passed > 0) &&
    results.every(({ failures }) => failures.length === 0) &&
    problems.length === 0
  )
}
