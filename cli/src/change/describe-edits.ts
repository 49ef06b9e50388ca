import type { ChangedPage, SemanticChange } from '@lectern/contract/semantic-changes.ts'

import { describeBytes } from '#/push/describe-push.ts'

import type { Paint } from './paint.ts'
import type { OtherChange } from './read-diff.ts'
import { visible } from './visible.ts'

type PageEdit = Extract<SemanticChange, { readonly type: 'page_edited' }>
type PageMove = Extract<SemanticChange, { readonly type: 'page_moved' }>

/** The changed attributes of a page, without its text. */
export function describeAttributes({ attributes }: PageEdit, paint: Paint): string[] {
  return Object.entries(attributes)
    .filter(([name]) => name !== 'document')
    .map(([name, sides]) => describeSides(name, sides, paint))
}

export function describeMove({ page, parent }: PageMove, paint: Paint): string[] {
  const { before, after } = parent
  const isSame = before?.id === after?.id
  return [
    isSame
      ? `  to another place ${after === undefined ? 'at the top' : `in ${nameOf(after)}`}`
      : `  from ${paint.text('red', nameOf(before))} to ${paint.text('green', nameOf(after))}${page.path === undefined ? '' : `, now at /${visible(page.path)}`}`,
  ]
}

function nameOf(page: ChangedPage | undefined): string {
  return page === undefined ? 'the top' : `"${visible(page.title)}"`
}

/** Describes a change of a file, a reusable content or the variables. */
export function describeOther(change: OtherChange, paint: Paint): string[] {
  switch (change.type) {
    case 'file_created':
      return [`${paint.text('green', 'added')}  file ${visible(change.file.name)}`]
    case 'file_deleted':
      return [`${paint.text('red', 'removed')}  file ${visible(change.file.name)}`]
    case 'file_edited':
      return [
        `${paint.text('yellow', 'edited')}  file ${visible(change.file.name)}`,
        ...Object.entries(change.attributes)
          .filter(([name]) => name !== 'downloadURL')
          .map(([name, sides]) => describeSides(name, sides, paint)),
      ]
    case 'variables_edited':
      return [
        `${paint.text('yellow', 'edited')}  variables`,
        ...Object.entries(change.variables).map(([name, sides]) =>
          describeSides(name, sides, paint),
        ),
      ]
    default:
      return describeReusable(change, paint)
  }
}

type ReusableChange = Extract<OtherChange, { readonly reusableContent: object }>

function describeReusable(change: ReusableChange, paint: Paint): string[] {
  const name = `reusable content ${visible(change.reusableContent.title)}`
  if (change.type === 'reusable_content_created') {
    return [`${paint.text('green', 'added')}  ${name}`]
  }
  if (change.type === 'reusable_content_deleted') {
    return [`${paint.text('red', 'removed')}  ${name}`]
  }
  const { title, document } = change.attributes
  return [
    `${paint.text('yellow', 'edited')}  ${name}${document === undefined ? '' : ', its text'}`,
    ...(title === undefined ? [] : [describeSides('title', title, paint)]),
  ]
}

interface Sides {
  readonly before?: unknown
  readonly after?: unknown
}

function describeSides(name: string, { before, after }: Sides, paint: Paint): string {
  const was = paint.text('red', valueOf(name, before))
  const is = paint.text('green', valueOf(name, after))
  return `  ${paint.text('dim', name)}  ${was} → ${is}`
}

function valueOf(name: string, value: unknown): string {
  if (value === undefined) return 'none'
  if (name === 'size' && typeof value === 'number') return describeBytes(value)
  return visible(JSON.stringify(value))
}
