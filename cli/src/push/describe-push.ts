import type { ImportRun } from '@lectern/contract/imports.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { bold, table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'

import type { FoundFiles } from './walk-folder.ts'

type Changed = NonNullable<ImportRun['result']>['pages']

const skippedShown = 8

export function describeSkipped(skipped: FoundFiles['skipped']): string | undefined {
  if (skipped.length === 0) return undefined
  const shown = skipped
    .slice(0, skippedShown)
    .map(({ path, why }) => `${path} (${why})`)
    .join(', ')
  const rest = skipped.length - skippedShown
  return `Left out: ${shown}${rest > 0 ? ` and ${rest} more; --json lists them all` : ''}`
}

export function describePush(space: Space, run: ImportRun, seconds: number): string[] {
  return [
    `${changesNothing(run) ? 'Nothing to change in' : 'Pushed to'} ${bold(space.title)} (${space.id}).`,
    '',
    ...table([...describeResult(run, seconds), ...placesToLook(space.urls)]),
    ...describeProblems(run.problems),
  ]
}

/** The result of an import, as rows of a table. */
export function describeResult({ result }: ImportRun, seconds: number): string[][] {
  const facts = [
    ...(result === undefined
      ? []
      : [
          ['Pages', describeChanged(result.pages)],
          ['Groups', describeChanged(result.groups)],
          ['Files', describeChanged(result.files)],
          ['Reusable contents', describeChanged(result.reusableContents)],
          ['Revision', result.revision],
        ]),
    ['Took', `${seconds.toFixed(1)} s`],
  ]
  return facts.filter(([, value]) => value !== 'none')
}

export function describeProblems(problems: ImportRun['problems']): string[] {
  if (problems.length === 0) return []
  const heading =
    problems.length === 1
      ? 'One thing to look at:'
      : `${problems.length} things to look at:`
  return ['', heading, ...problems.map(({ path, message }) => `  ${path}: ${message}`)]
}

export function describeBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 ** 2
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

export function describeCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function changesNothing({ result }: ImportRun): boolean {
  if (result === undefined) return false
  const { pages, groups, files, reusableContents } = result
  return [pages, groups, files, reusableContents].every(
    ({ created, updated, removed }) => created + updated + removed === 0,
  )
}

function describeChanged(changed: Changed): string {
  const parts = [
    [changed.created, 'created'],
    [changed.updated, 'updated'],
    [changed.removed, 'removed'],
    [changed.unchanged, 'unchanged'],
  ] as const
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
  return said.length === 0 ? 'none' : said.join(', ')
}
