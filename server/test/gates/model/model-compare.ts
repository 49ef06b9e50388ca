import type { TestBody } from '#test/test-api.ts'

import { outlineOf } from './model-outline.ts'
import { viewOf } from './model-request-steps.ts'
import {
  ask,
  commentSeen,
  linesOf,
  pathOf,
  requestSeen,
  type Server,
  spaceSeen,
} from './model-send.ts'
import {
  type ChangeRequest,
  type Comment,
  type Person,
  type Space,
  textOf,
  type Tree,
  type World,
} from './model-state.ts'
import { looksOf } from './model-steps.ts'
import { find } from './model-tree.ts'

/** Everything of a space that can be read, as the model has it. */
export function expectedState(world: World, space: Space, who: Person): object {
  return {
    looks: looksOf(space),
    revisions: space.revisions,
    pages: pagesOf(space.tree),
    comments: space.comments.toReversed().map(commentOf),
    requests: space.changeRequests.toReversed().map((request) => ({
      ...viewOf(world, { who, space: space.id }, request),
      pages: pagesOf(request.tree),
      talk: request.comments.toReversed().map(commentOf),
      reviews: request.reviews.toReversed().map(reviewOf),
      asked: request.asked.map((person) => world.users[person]).toSorted(),
      checks: checksOf(world, request),
    })),
  }
}

function pagesOf(tree: Tree) {
  return outlineOf(tree).map((line) => ({
    ...line,
    text: textOf(find(tree, line.id)?.body ?? []),
  }))
}

function commentOf({ id, text, isResolved, replies, page }: Comment) {
  return {
    id,
    text,
    isResolved,
    page,
    replies: replies.length,
    said: replies.map((reply) => ({ id: reply.id, text: reply.text })),
  }
}

function reviewOf({ id, verdict, isOutdated }: ChangeRequest['reviews'][number]) {
  return { id, verdict, outdated: isOutdated }
}

function checksOf({ users }: World, { check, revision }: ChangeRequest): object[] {
  if (check === undefined) return []
  const { by, state } = check
  return [{ state, by: users[by], outdated: check.revision !== revision }]
}

/** The same as the server answers it to somebody who may see all of it. */
export async function readState(
  server: Server,
  space: string,
  who: Person,
): Promise<object> {
  const get = async (path: string): Promise<TestBody> => {
    const { status, body } = await ask(server, who, ['GET', path])
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
    return body
  }
  const at = pathOf({ space })
  const texts = new Map<string, string>()
  const listed = await Promise.all(
    ['draft', 'open', 'archived', 'merged'].map(async (status) =>
      get(`${at}/change-requests?status=${status}&limit=1000`),
    ),
  )
  const items: TestBody[] = listed.flatMap((list: TestBody) => list.items)
  const [looks, revisions, pages, comments] = await Promise.all([
    get(at),
    get(`${at}/revisions?limit=1000`),
    readPages(get, at, texts),
    readComments(get, at),
  ])
  const requests: object[] = []
  for (const item of items.toSorted((one, other) => other.number - one.number)) {
    const path = pathOf({ space, changeRequest: item.id })
    const [own, talk, reviews, asked, checks] = await Promise.all([
      readPages(get, path, texts),
      readComments(get, path),
      get(`${path}/reviews?limit=1000`),
      get(`${path}/requested-reviewers?limit=1000`),
      get(`${path}/checks`),
    ])
    requests.push({
      ...requestSeen(item),
      pages: own,
      talk,
      reviews: reviews.items.map((review: TestBody) => ({
        id: review.id,
        verdict: review.status,
        outdated: review.outdated,
      })),
      asked: asked.items.map((each: TestBody) => String(each.user.id)).toSorted(),
      checks: checks.items.map((each: TestBody) => ({
        state: each.state,
        by: each.reportedBy.id,
        outdated: each.outdated,
      })),
    })
  }
  return {
    looks: spaceSeen(looks),
    revisions: revisions.items.length,
    pages,
    comments,
    requests,
  }
}

type Get = (path: string) => Promise<TestBody>

/** Texts are named by what they say, so each is read once. */
async function readPages(get: Get, at: string, texts: Map<string, string>) {
  const { pages } = await get(`${at}/content/pages`)
  const documents = new Map<string, string>()
  const note = (page: TestBody): void => {
    documents.set(page.id, page.documentId)
    page.pages.forEach(note)
  }
  pages.forEach(note)
  const lines = linesOf(pages)
  for (const { id } of lines) {
    const name = documents.get(id) ?? ''
    if (texts.has(name)) continue
    const page = await get(`${at}/content/page/${id}?format=markdown`)
    texts.set(name, page.documentId === name ? page.markdown : '(another text)')
  }
  return lines.map((line) => ({ ...line, text: texts.get(documents.get(line.id) ?? '') }))
}

async function readComments(get: Get, at: string) {
  const { items } = await get(`${at}/comments?limit=1000&format=markdown`)
  return Promise.all(
    items.map(async (item: TestBody) => {
      const replies =
        item.replies === 0
          ? { items: [] }
          : await get(`${at}/comments/${item.id}/replies?format=markdown`)
      return {
        ...commentSeen(item),
        said: replies.items.map((reply: TestBody) => ({
          id: reply.id,
          text: reply.body.markdown,
        })),
      }
    }),
  )
}

/** Where two values first differ, in words; undefined when they do not. */
export function differenceBetween(
  expected: unknown,
  actual: unknown,
  at = '',
): string | undefined {
  if (isPlain(expected) && isPlain(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)])
    for (const name of names) {
      const inside = differenceBetween(expected[name], actual[name], `${at}.${name}`)
      if (inside !== undefined) return inside
    }
    return undefined
  }
  const [wanted, seen] = [JSON.stringify(expected), JSON.stringify(actual)]
  if (wanted === seen) return undefined
  return `${at === '' ? 'the answer' : at.slice(1)} is ${seen} and should be ${wanted}`
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
