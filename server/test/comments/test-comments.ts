import assert from 'node:assert/strict'

import type { SampleName } from '#test/sample.ts'
import type { TestApi, TestBody } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

/** A place of comments: what is true of one kind of place is true of the other. */
export interface TestPlace {
  readonly spaceId: string
  readonly changeRequestId: string | undefined
  /** Of the place itself; comments are below it. */
  readonly path: string
  readonly space: TestSpace
  readonly pageId: string
  readonly revisionId: string
  /** Open comments, as the place itself says. */
  open(): Promise<number>
  post(body: object, as?: SampleName): Promise<TestBody>
}

export const placeKinds = ['space', 'change request'] as const
export type PlaceKind = (typeof placeKinds)[number]

const pageText =
  'Welcome to the handbook of the team.\n\nRun the installer and follow its questions.\n'

/** A new place, with a page to comment on. */
export async function placeOf(api: TestApi, kind: PlaceKind): Promise<TestPlace> {
  const space = await createTestSpace(api)
  const { spaceId } = space
  const made = await space.edit({
    operation: 'insert_page',
    title: 'Start',
    document: { markdown: pageText },
  })
  const pageId: string = made.changes[0].page
  const request = kind === 'space' ? undefined : await changeRequestIn(api, spaceId)
  const path = request?.path ?? `/spaces/${spaceId}`
  const read = async (): Promise<TestBody> => (await api.as('read').get(path)).body
  return {
    spaceId,
    space,
    path,
    pageId,
    changeRequestId: request?.view.id,
    revisionId: (await read()).revision,
    open: async () => (await read()).comments,
    async post(body, as = 'comment') {
      const reply = await api.as(as).post(`${path}/comments`, body)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    },
  }
}

export const saying = (markdown: string) => ({ body: { markdown } })
