import type { ChangeRequest } from '@lectern/contract/change-requests.ts'
import type { ChangedPage, SemanticChange } from '@lectern/contract/semantic-changes.ts'

import type { Session } from '#/command.ts'

import { compareLines, type LineDifference } from './compare-lines.ts'

type PageChange = Extract<SemanticChange, { readonly page: ChangedPage }>
export type OtherChange = Exclude<SemanticChange, PageChange>

/** A page with all of its changes. */
export interface PageDiff {
  readonly page: ChangedPage
  readonly changes: readonly PageChange[]
  /** Absent where the text of the page did not change, or the page has none. */
  readonly text?: LineDifference
}

export interface ChangeDiff {
  readonly changeRequest: ChangeRequest
  readonly pages: readonly PageDiff[]
  readonly others: readonly OtherChange[]
  /** The number of further changes that the server left out. */
  readonly more: number
}

const changesMax = 1000
const readAtOnce = 8

type OfChange = Readonly<{ spaceId: string; changeRequestId: string }>

/** The changes that a change request makes to the main content it was last updated with. */
export async function readDiff(session: Session, params: OfChange): Promise<ChangeDiff> {
  const { client, output, signal } = session
  const [changeRequest, { changes, more = 0 }] = await Promise.all([
    client.call('getChangeRequestById', { params, signal }),
    client.call('getChangeRequestChanges', {
      params,
      query: { limit: changesMax },
      signal,
    }),
  ])
  const ofPages = changes.filter((change): change is PageChange => 'page' in change)
  const others = changes.filter((change): change is OtherChange => !('page' in change))
  const grouped = [...Map.groupBy(ofPages, ({ page }) => page.id).values()]
  const pages: PageDiff[] = []
  for (let done = 0; done < grouped.length; done += readAtOnce) {
    output.progress.at('Reading', done, grouped.length)
    const some = grouped.slice(done, done + readAtOnce)
    const read = some.map(async (group) => pageDiff(session, changeRequest, group))
    pages.push(...(await Promise.all(read)))
  }
  output.progress.clear()
  return { changeRequest, pages, others, more }
}

async function pageDiff(
  session: Session,
  changeRequest: ChangeRequest,
  changes: readonly PageChange[],
): Promise<PageDiff> {
  const [first] = changes
  if (first === undefined) throw new Error('A page without changes')
  const { page } = first
  const has = (type: PageChange['type']) => changes.some((change) => change.type === type)
  const isEdited = changes.some(
    (change) => change.type === 'page_edited' && change.attributes.document !== undefined,
  )
  const hasBefore = isEdited || has('page_deleted')
  const hasAfter = isEdited || has('page_created')
  if (page.type !== 'document' || !(hasBefore || hasAfter)) return { page, changes }
  const [before, after] = await Promise.all([
    hasBefore ? textBefore(session, changeRequest, page.id) : '',
    hasAfter ? textAfter(session, changeRequest, page.id) : '',
  ])
  return { page, changes, text: compareLines(before, after) }
}

async function textBefore(
  { client, signal }: Session,
  { space, revisionInitial, revisionMergedAncestor }: ChangeRequest,
  pageId: string,
): Promise<string> {
  const revisionId = revisionMergedAncestor ?? revisionInitial
  const page = await client.call('getPageInRevisionById', {
    params: { spaceId: space, revisionId, pageId },
    query: { format: 'markdown', metadata: false },
    signal,
  })
  return 'markdown' in page ? (page.markdown ?? '') : ''
}

async function textAfter(
  { client, signal }: Session,
  { space, id }: ChangeRequest,
  pageId: string,
): Promise<string> {
  const page = await client.call('getPageInChangeRequestById', {
    params: { spaceId: space, changeRequestId: id, pageId },
    query: { format: 'markdown', metadata: false },
    signal,
  })
  return 'markdown' in page ? (page.markdown ?? '') : ''
}
