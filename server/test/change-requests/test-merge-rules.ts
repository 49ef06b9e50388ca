import assert from 'node:assert/strict'

import type { TestApi, TestBody, TestCaller } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'
import { newPerson } from '#test/test-people.ts'

/** Everybody but the first two may merge as far as their role goes. */
export const callers = [
  'reader',
  'editor',
  'reviewer',
  'author',
  'bypasser',
  'admin',
] as const
export type CallerName = (typeof callers)[number]

interface Person {
  readonly userId: string
  readonly caller: TestCaller
}
export type People = Readonly<Record<CallerName, Person>>

/** One space whose rules are set anew for each case, and people of every kind. */
export interface RulesWorld {
  readonly api: TestApi
  readonly space: TestSpace
  readonly people: People
  setRules(mergeRules: object): Promise<void>
  /** By the author, with a page of its own. */
  request(): Promise<RequestUnderRules>
}

export interface RequestUnderRules {
  readonly id: string
  readonly path: string
  edit(): Promise<void>
  review(by: CallerName, status: 'approved' | 'changes-requested'): Promise<void>
  report(name: string, state: 'pending' | 'passed' | 'failed'): Promise<void>
  change(changed: object): Promise<void>
}

/** With the people of another such space where there is one. */
export async function rulesWorld(api: TestApi, known?: People): Promise<RulesWorld> {
  const space = await createTestSpace(api)
  const { spaceId } = space
  const people = known ?? (await newPeople(api))
  return {
    api,
    space,
    people,
    async setRules(mergeRules) {
      await succeed(api.as('admin').patch(`/spaces/${spaceId}`, { mergeRules }))
    },
    request: async () => requestIn(spaceId, people),
  }
}

async function newPeople(api: TestApi): Promise<People> {
  const sample = (name: 'read' | 'edit' | 'review' | 'admin'): Person => ({
    userId: api.users[name],
    caller: api.as(name),
  })
  return {
    reader: sample('read'),
    editor: sample('edit'),
    reviewer: sample('review'),
    author: await newPerson(api, { name: 'Ada Author', role: 'review' }),
    bypasser: await newPerson(api, { name: 'Bo Bypass', role: 'review' }),
    admin: sample('admin'),
  }
}

async function requestIn(spaceId: string, people: People): Promise<RequestUnderRules> {
  const { caller } = people.author
  const made = await succeed(caller.post(`/spaces/${spaceId}/change-requests`, {}))
  const path = `/spaces/${spaceId}/change-requests/${made.id}`
  const edit = async () => {
    const changes = [{ operation: 'insert_page', title: `Page of ${made.id}` }]
    await succeed(caller.post(`${path}/content`, { changes }))
  }
  await edit()
  return {
    id: made.id,
    path,
    edit,
    async review(by, status) {
      await succeed(people[by].caller.post(`${path}/reviews`, { status }))
    },
    async report(name, state) {
      await succeed(people.editor.caller.put(`${path}/checks/${name}`, { state }))
    },
    async change(changed) {
      await succeed(caller.patch(path, changed))
    },
  }
}

async function succeed(
  reply: Promise<{ status: number; body: TestBody }>,
): Promise<TestBody> {
  const { status, body } = await reply
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

interface Merge {
  readonly allowed: boolean
  readonly unmet: readonly { readonly rule: string; readonly message: string }[]
}

/** What one of them is told, wherever they look; all places must agree. */
export async function mergeFor(
  world: RulesWorld,
  name: CallerName,
  request: RequestUnderRules,
): Promise<Merge> {
  return (await viewFor(world, name, request)).merge
}

async function viewFor(
  { api, space, people }: RulesWorld,
  name: CallerName,
  { id, path }: RequestUnderRules,
): Promise<TestBody> {
  const { caller } = people[name]
  const view = await succeed(caller.get(path))
  for (const list of [`/spaces/${space.spaceId}`, `/orgs/${api.organization}`]) {
    const listed = await succeed(
      caller.get(`${list}/change-requests?limit=5&status=${view.status}`),
    )
    const found = listed.items.find((each: TestBody) => each.id === id)
    assert.deepEqual(found.merge, view.merge, `${list} for ${name}`)
  }
  return view
}

export interface Expected {
  /** The kinds of rules, in their order. */
  readonly unmet: readonly string[]
  readonly isBypassed?: boolean
}

/** Whether the role of one of them is enough, whatever the rules say. */
export function mayByRole(name: CallerName): boolean {
  return name !== 'reader' && name !== 'editor'
}

/** The field, the answer of a merge and its message say the same; gives the messages. */
export async function agree(
  world: RulesWorld,
  name: CallerName,
  request: RequestUnderRules,
  { unmet, isBypassed = false }: Expected,
): Promise<readonly string[]> {
  const view = await viewFor(world, name, request)
  const merge: Merge = view.merge
  assert.deepEqual(
    merge.unmet.map(({ rule }) => rule),
    unmet,
    `${name}: ${JSON.stringify(merge)}`,
  )
  const allowed = mayByRole(name) && (unmet.length === 0 || isBypassed)
  assert.equal(merge.allowed, allowed, `${name} may merge`)
  const { caller } = world.people[name]
  await (allowed ? agreeOnMerge(caller, request) : agreeOnRefusal(caller, request, view))
  return merge.unmet.map(({ message }) => message)
}

async function agreeOnMerge(
  caller: TestCaller,
  { path }: RequestUnderRules,
): Promise<void> {
  const { status, body } = await caller.post(`${path}/merge`)
  assert.deepEqual([status, body.result], [200, 'merge'], JSON.stringify(body))
  const merged = (await caller.get(path)).body
  assert.deepEqual(merged.merge, { allowed: false, unmet: [] })
  const again = await caller.post(`${path}/merge`)
  assert.deepEqual([again.status, again.body], [200, body])
}

async function agreeOnRefusal(
  caller: TestCaller,
  { path }: RequestUnderRules,
  view: TestBody,
): Promise<void> {
  const { status, body } = await caller.post(`${path}/merge`)
  const { reason, message } = body.error
  if (reason === 'merge_rules_unmet') {
    assert.equal(status, 412)
    const { unmet }: Merge = view.merge
    const told = unmet.map((one) => `${one.rule}: ${one.message}`).join(' ')
    assert.ok(message.endsWith(` ${told}`), message)
  } else {
    assert.deepEqual([status, reason], [403, 'forbidden'])
  }
  assert.deepEqual((await caller.get(path)).body, view)
}
