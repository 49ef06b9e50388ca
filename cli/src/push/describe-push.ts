import type { ImportRun } from '@lectern/contract/imports.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { bold, table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'

import type { AppliedRedirects } from './apply-redirects.ts'
import type { FoundFiles } from './walk-folder.ts'

type Changed = NonNullable<ImportRun['result']>['pages']

const none: Changed = { created: 0, updated: 0, removed: 0, unchanged: 0 }
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

interface Described {
  readonly run: ImportRun
  /** Absent for a change request, which touches none. */
  readonly redirects: AppliedRedirects | undefined
  readonly seconds: number
  readonly isDry: boolean
}

export function describePush(
  space: Space,
  { run, redirects, seconds, isDry }: Described,
): string[] {
  return [
    `${verbOf({ run, redirects, isDry })} ${bold(space.title)} (${space.id}).`,
    '',
    ...table([
      ...describeResult(run, seconds).filter(([name]) => !isDry || name !== 'Revision'),
      ...(redirects === undefined ? [] : describeRedirects(redirects)),
      ...placesToLook(space.urls),
    ]),
    ...describeLeft(redirects?.left ?? [], isDry),
    ...describeProblems(run.problems),
  ]
}

function verbOf({ run, redirects, isDry }: Omit<Described, 'seconds'>): string {
  const { created = 0, removed = 0 } = redirects ?? {}
  if (changesNothing(run) && (!isDry || created + removed === 0)) {
    return 'Nothing to change in'
  }
  return isDry ? 'A dry run: nothing was changed. A push would change' : 'Pushed to'
}

function describeRedirects({ created, removed, unchanged }: AppliedRedirects) {
  const said = describeChanged({ created, updated: 0, removed, unchanged })
  return said === 'none' ? [] : [['Redirects', said]]
}

/** The redirects of the folder that were not made, each with the reason. */
export function describeLeft(left: AppliedRedirects['left'], isDry = false): string[] {
  if (left.length === 0) return []
  const heading = `Redirects of .gitbook.yaml that ${isDry ? 'would not be' : 'were not'} made:`
  return ['', heading, ...left.map(({ source, message }) => `  ${source}: ${message}`)]
}

/** The result of an import, as rows of a table. */
export function describeResult({ result }: ImportRun, seconds: number): string[][] {
  const facts = [
    ...(result === undefined
      ? []
      : [
          ['Pages', describeChanged(result.pages)],
          ['Groups', describeChanged(result.groups)],
          ['Links', describeChanged(result.links ?? none)],
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
  const { pages, groups, links = none, files, reusableContents } = result
  return [pages, groups, links, files, reusableContents].every(
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
