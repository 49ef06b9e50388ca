import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import { describeCount } from '#/push/describe-push.ts'

import type { DiffLine, LineDifference } from './compare-lines.ts'
import { describeAttributes, describeMove, describeOther } from './describe-edits.ts'
import type { Colour, Paint } from './paint.ts'
import type { ChangeDiff, PageDiff } from './read-diff.ts'
import { visible } from './visible.ts'

type Deed = 'added' | 'removed' | 'edited' | 'moved'

const verbOf = {
  page_created: 'added',
  page_deleted: 'removed',
  page_edited: 'edited',
  page_moved: 'moved',
} as const satisfies Record<PageDiff['changes'][number]['type'], Deed>

const colours: Readonly<Record<Deed, Colour>> = {
  added: 'green',
  removed: 'red',
  edited: 'yellow',
  moved: 'cyan',
}

/** Every change of the diff, page by page. */
export function describeDiff(diff: ChangeDiff, paint: Paint): string[] {
  return [
    ...headingOf(diff.changeRequest, paint),
    ...diff.pages.flatMap((page) => ['', ...describePage(page, paint)]),
    ...(diff.others.length === 0 ? [] : ['']),
    ...diff.others.flatMap((change) => describeOther(change, paint)),
    '',
    ...summaryOf(diff),
  ]
}

/** The changed pages, each with its numbers of changed lines, and all other changes. */
export function describeStat(diff: ChangeDiff, paint: Paint): string[] {
  const rows = diff.pages.map((page) => ({ page, name: nameOf(page) }))
  const width = Math.max(0, ...rows.map(({ name }) => name.length))
  return [
    ...headingOf(diff.changeRequest, paint),
    '',
    ...rows.map(({ page, name }) =>
      [verbs(page, paint, verbWidth), name.padEnd(width), countsOf(page.text, paint)]
        .join('  ')
        .trimEnd(),
    ),
    ...diff.others.flatMap((change) => describeOther(change, paint)),
    '',
    ...summaryOf(diff),
  ]
}

function headingOf(
  { number, subject, status, outdated }: ChangeRequest,
  paint: Paint,
): string[] {
  const title = subject === '' ? '' : ` ${visible(subject)}`
  const behind = outdated ? ', and the main content has moved on since' : ''
  return [`${paint.text('bold', `#${number}${title}`)} (${status}${behind})`]
}

function describePage(diff: PageDiff, paint: Paint): string[] {
  const { page, changes, text } = diff
  const head = [
    verbs(diff, paint),
    paint.text('bold', visible(page.title)),
    ...(page.path === undefined ? [] : [paint.text('dim', `/${visible(page.path)}`)]),
    countsOf(text, paint),
  ]
  const details = changes.flatMap((change) => {
    if (change.type === 'page_moved') return describeMove(change, paint)
    return change.type === 'page_edited' ? describeAttributes(change, paint) : []
  })
  return [
    head.filter((part) => part !== '').join('  '),
    ...details,
    ...describeText(text, paint),
  ]
}

const verbWidth = 'edited, moved'.length

/** The changes of a page, in one word where possible. */
function verbs({ changes }: PageDiff, paint: Paint, width = 0): string {
  const done = [...new Set(changes.map(({ type }) => verbOf[type]))]
  const text = done.map((verb) => paint.text(colours[verb], verb)).join(', ')
  return text + ' '.repeat(Math.max(0, width - done.join(', ').length))
}

function nameOf({ page }: PageDiff): string {
  return visible(page.path === undefined ? page.title : `/${page.path}`)
}

function countsOf(text: LineDifference | undefined, paint: Paint): string {
  if (text === undefined) return ''
  const counts = [
    text.added > 0 ? paint.text('green', `+${text.added}`) : '',
    text.removed > 0 ? paint.text('red', `-${text.removed}`) : '',
  ]
  return counts.filter((count) => count !== '').join(' ')
}

function describeText(text: LineDifference | undefined, paint: Paint): string[] {
  if (text === undefined) return []
  const [first] = text.hunks
  if (first === undefined) return ['  Its text differs only in line ends.']
  const numbers = text.hunks
    .flat()
    .flatMap(({ before = 0, after = 0 }) => [before, after])
  const width = String(Math.max(...numbers)).length
  return text.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [paint.text('dim', `  ${' '.repeat(width)} ⋮`)]),
    ...hunk.map((line) => describeLine(line, width, paint)),
  ])
}

const signs = { same: ' ', removed: '-', added: '+' } as const

function describeLine(line: DiffLine, width: number, paint: Paint): string {
  const number = (value: number | undefined) => String(value ?? '').padStart(width)
  const gutter = paint.text('dim', `  ${number(line.before)} ${number(line.after)}`)
  if (line.how === 'same') return `${gutter}   ${textOf(line)}`.trimEnd()
  const colour = colours[line.how]
  const parts = line.parts.map(({ text, isChanged }) =>
    isChanged && line.parts.length > 1
      ? paint.strong(colour, visible(text))
      : paint.text(colour, visible(text)),
  )
  return `${gutter} ${paint.text(colour, signs[line.how])} ${parts.join('')}`.trimEnd()
}

function textOf({ parts }: DiffLine): string {
  return visible(parts.map(({ text }) => text).join(''))
}

function summaryOf({ pages, others, more }: ChangeDiff): string[] {
  if (pages.length + others.length === 0) return ['It changes nothing.']
  const done = pages.flatMap(({ changes }) => [
    ...new Set(changes.map(({ type }) => verbOf[type])),
  ])
  const counts = (['added', 'edited', 'moved', 'removed'] as const)
    .map((verb) => ({ verb, count: done.filter((each) => each === verb).length }))
    .filter(({ count }) => count > 0)
    .map(({ verb, count }) => `${count} ${verb}`)
  const lines = (side: 'added' | 'removed') =>
    pages.reduce((sum, { text }) => sum + (text?.[side] ?? 0), 0)
  return [
    [
      describeCount(pages.length, 'page'),
      ...(counts.length === 0 ? [] : [`: ${counts.join(', ')}`]),
      `; ${describeCount(lines('added'), 'line')} added, ${lines('removed')} removed`,
      ...(others.length === 0
        ? []
        : [`; ${describeCount(others.length, 'other change')}`]),
    ].join(''),
    ...(more > 0 ? [`${more} more changes are not shown.`] : []),
  ]
}
