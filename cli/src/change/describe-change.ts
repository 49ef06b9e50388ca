import type { ChangeRequest } from '@lectern/contract/change-requests.ts'

import { bold, table } from '#/output.ts'
import { placesToLook } from '#/places-to-look.ts'

import { visible } from './visible.ts'

export function nameOfChange({ number, subject }: ChangeRequest): string {
  return `${bold(`#${number}`)}${subject === '' ? '' : ` ${visible(subject)}`}`
}

/** The state of a change request, and what it lacks before it can be merged. */
export function describeChange(change: ChangeRequest): string[] {
  const { id, status, createdBy, updatedAt, outdated, comments, urls } = change
  const facts = [
    ['id', id],
    ['Status', status],
    ['By', visible(createdBy.displayName)],
    ['Changed', updatedAt],
    ...(outdated ? [['Behind', 'the main content has moved on']] : []),
    ...(comments > 0 ? [['Comments', `${comments} open`]] : []),
    ['Merge', describeMerge(change)],
    ...placesToLook(urls),
  ]
  return [
    nameOfChange(change),
    '',
    ...table(facts),
    ...(change.merge.unmet.length === 0 ? [] : ['', 'Not met yet:']),
    ...describeUnmet(change),
  ]
}

function describeMerge({ status, merge }: ChangeRequest): string {
  if (status === 'merged') return 'done'
  if (merge.allowed) {
    return merge.unmet.length === 0
      ? 'you may'
      : 'you may, past the rules that are not met'
  }
  return merge.unmet.length === 0 ? 'not by you: it needs the review role' : 'not yet'
}

/** The merge rules that are not met, each with the command that would meet it, if there is one. */
export function describeUnmet({ number, merge }: ChangeRequest): string[] {
  return merge.unmet.flatMap(({ rule, message }) => [
    `  ${rule}: ${message}`,
    ...(rule === 'require_up_to_date_change_request'
      ? [`    lectern change update ${number}`]
      : []),
  ])
}
