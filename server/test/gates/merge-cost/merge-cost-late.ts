import type { TestBody } from '#test/test-api.ts'

import type { Instance } from '../harness/instance.ts'
import {
  addHistory,
  type FilledSpace,
  type Send,
  textAfter,
  textAt,
} from './merge-cost-world.ts'

/** Pages of the space by what becomes of them in the change request. */
const at = { edited: 5, followed: 7, own: 250, deleted: 251, untouched: 260 }
const ownText = 'All of this is by the request.\n'
const newText = 'This is new.\n'

export interface Late {
  readonly space: FilledSpace
  /** Of the change request, below the api. */
  readonly target: string
  readonly made: string
  readonly steps: number
}

/** A change request, and then a long history of the main branch that it knows nothing of. */
export async function prepareLate(
  instance: Instance,
  send: Send,
  space: FilledSpace,
  steps: number,
): Promise<Late> {
  const { spaceId, pages } = space
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = await send('POST', requests, { subject: 'Late' })
  const target = `${requests}/${id}`
  const { changes } = await send('POST', `${target}/content?compat=false`, {
    changes: [
      update(pages[at.edited], byRequest(textAt(0))),
      update(pages[at.own], ownText),
      { operation: 'delete_page', page: pages[at.deleted] },
      { operation: 'insert_page', title: 'New', document: { markdown: newText } },
    ],
  })
  await addHistory(instance, space, steps)
  return { space, target, made: changes[3].page, steps }
}

function update(page: string | undefined, markdown: string) {
  return { operation: 'update_page', page, document: { markdown } }
}

function byRequest(text: string): string {
  return text.replace('Third.', 'Third, by the request.')
}

/** Brings it up to date and reads every kind of page in it. */
export async function compareUpdated(
  instance: Instance,
  send: Send,
  { space, target, made, steps }: Late,
  isTextLost: boolean,
) {
  const { pages, spaceId } = space
  const startedMs = performance.now()
  const updated: TestBody = await send('POST', `${target}/update`)
  const ms = performance.now() - startedMs
  if (isTextLost) await loseText(instance, spaceId, pages[at.edited] ?? '')
  const view: TestBody = await send('GET', target)
  const textOf = async (page: string | undefined) =>
    send('GET', `${target}/content/page/${page}?format=markdown`).then(
      ({ markdown }) => String(markdown),
      () => undefined,
    )
  const wanted: readonly [string, string | undefined, string | undefined][] = [
    ['edited on both sides', pages[at.edited], byRequest(textAfter(steps, at.edited))],
    ['edited on the main branch', pages[at.followed], textAfter(steps, at.followed)],
    ['edited in the request', pages[at.own], ownText],
    ['edited nowhere', pages[at.untouched], textAt(0)],
    ['new in the request', made, newText],
    ['deleted in the request', pages[at.deleted], undefined],
  ]
  const problems: string[] = []
  for (const [what, page, text] of wanted) {
    const found = await textOf(page)
    if (found !== text) problems.push(`after the update, a page ${what} says "${found}"`)
  }
  if (updated.result !== 'update') problems.push('the update has conflicts')
  if (view.outdated !== false) problems.push('after the update, it is out of date')
  return { problems, ms, steps }
}

/** Replaces the text of a change request by that of the main branch, in the database alone. */
async function loseText({ db }: Instance, spaceId: string, page: string): Promise<void> {
  await db.raw(
    `update entry_version as v set document_id = m.document_id from entry_version as m
     where v.space_id = $1 and v.entry_id = $2 and v.to_number is null
       and v.branch_id <> v.space_id and m.space_id = v.space_id
       and m.branch_id = m.space_id and m.entry_id = v.entry_id and m.to_number is null`,
    [spaceId, page],
  )
}
