import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { FileResult } from './messages.ts'
import { runFiles, type RunOptions } from './run-files.ts'

const head = `
  import assert from 'node:assert/strict'
  import { existsSync, readFileSync, writeFileSync } from 'node:fs'
  import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
  import { setTimeout as sleep } from 'node:timers/promises'
  const folder = import.meta.dirname
`

interface Run {
  /** The results in the order in which they arrived. */
  readonly results: readonly FileResult[]
  readonly of: (name: string) => FileResult
  /** `suite › test: first line of the error`, by name of the file. */
  readonly failures: (name: string) => string[]
  readonly problems: readonly string[]
}

/** Runs small test files with these texts, by name, in real processes and in this order. */
export async function runTexts(
  texts: Readonly<Record<string, string>>,
  options: Partial<RunOptions> = {},
): Promise<Run> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-runner-'))
  const results: FileResult[] = []
  const problems: string[] = []
  try {
    const files = await writeTexts(folder, texts)
    await runFiles(files, {
      concurrency: 1,
      environment: {},
      worker: { namePatterns: [], only: false },
      flags: [],
      signal: new AbortController().signal,
      onProblem: (problem) => problems.push(problem),
      ...options,
      onResult(result) {
        results.push(result)
        options.onResult?.(result)
      },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return { results, problems, ...byName(results) }
}

/** A file whose name ends with `.alone` gets a separate process. */
export async function writeTexts(
  folder: string,
  texts: Readonly<Record<string, string>>,
): Promise<{ file: string; isAlone: boolean }[]> {
  const written = Object.entries(texts).map(async ([name, text]) => {
    const file = path.join(folder, `${name}.test.mjs`)
    await writeFile(file, head + text)
    return { file, isAlone: name.endsWith('.alone') }
  })
  return Promise.all(written)
}

function byName(results: readonly FileResult[]): Pick<Run, 'of' | 'failures'> {
  const of = (name: string) => {
    const [result, ...others] = results.filter(
      ({ file }) => path.basename(file) === `${name}.test.mjs`,
    )
    if (result === undefined) throw new Error(`There is no result of ${name}`)
    if (others.length > 0) throw new Error(`There is more than one result of ${name}`)
    return result
  }
  const failures = (name: string) =>
    of(name).failures.map(
      ({ names, error }) => `${names.join(' › ')}: ${error.split('\n', 1)[0]}`,
    )
  return { of, failures }
}
