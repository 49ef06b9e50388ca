import { setTimeout as sleep } from 'node:timers/promises'

import { documentIdOf } from '#/content-store/documents/public.ts'
import type { TestBody } from '#test/test-api.ts'

import type {
  Answer,
  Command,
  CommandOf,
  Kind,
  OnComment,
  Place,
} from './model-command.ts'
import type { Change } from './model-content.ts'
import type { Line } from './model-outline.ts'
import {
  bypasser,
  checkName,
  kindOf,
  type Person,
  reporters,
  textOf,
} from './model-state.ts'

/** The server of a sequence, as the people of the model reach it. */
export interface Server {
  readonly url: string
  readonly organization: string
  readonly tokens: Readonly<Record<Person, string>>
  readonly users: Readonly<Record<Person, string>>
}

interface RawReply {
  readonly status: number
  readonly body: TestBody
}

const busyAttemptsMax = 20
const busyPauseMs = 20

/** Asks as somebody; whoever is told that others are faster asks again. */
export async function ask(
  { url, tokens }: Server,
  who: Person,
  [method, path, body]: readonly [string, string, unknown?],
): Promise<RawReply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        ...(who !== 'anonymous' && { authorization: `Bearer ${tokens[who]}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    const parsed: TestBody = text === '' ? undefined : JSON.parse(text)
    const isBusy = parsed?.error?.reason === 'busy'
    if (!isBusy || attempt === busyAttemptsMax) {
      return { status: reply.status, body: parsed }
    }
    await sleep(busyPauseMs * attempt)
  }
}

/** Does a command over HTTP, and picks from the answer what the model speaks of. */
export async function send(server: Server, command: Command): Promise<Answer> {
  const { who } = command
  const { status, body } = await ask(server, who, requestFor(server, command))
  if (status >= 400) {
    const isAboutState = status === 409 || status === 412 || status >= 500
    return { status, ...(isAboutState && { reason: body.error.reason }) }
  }
  if (body === undefined) return { status }
  if (command.kind === 'create-space' && !command.isEmpty) {
    const { body: tree } = await ask(server, who, [
      'GET',
      `/spaces/${body.id}/content/pages`,
    ])
    return { status, seen: { ...seenOf(command, body), page: tree.pages[0]?.id } }
  }
  return { status, seen: seenOf(command, body) }
}

export function pathOf({
  space,
  changeRequest,
}: Pick<Place, 'space' | 'changeRequest'>): string {
  return changeRequest === undefined
    ? `/spaces/${space}`
    : `/spaces/${space}/change-requests/${changeRequest}`
}

type Sent = readonly [method: string, path: string, body?: unknown]
type Requests = {
  readonly [Each in Kind]: (command: CommandOf<Each>, server: Server) => Sent
}

const commentPath = (command: OnComment) =>
  `${pathOf(command)}/comments/${command.comment}`

const requests: Requests = {
  'create-space': ({ isEmpty }, { organization }) => [
    'POST',
    `/orgs/${organization}/spaces`,
    isEmpty ? { empty: true } : {},
  ],
  'set-role': ({ member, role }, { organization, users }) => [
    'PATCH',
    `/orgs/${organization}/members/${users[member]}`,
    { role },
  ],
  'remove-member': ({ member }, { organization, users }) => [
    'DELETE',
    `/orgs/${organization}/members/${users[member]}`,
  ],
  'rename-space': ({ title, ...at }) => ['PATCH', pathOf(at), { title }],
  lock: ({ isLocked, ...at }) => [
    'PATCH',
    pathOf(at),
    { editMode: isLocked ? 'locked' : 'live' },
  ],
  level: ({ level, ...at }) => ['PATCH', pathOf(at), { defaultLevel: level }],
  rules: (command, server) => [
    'PATCH',
    pathOf(command),
    { mergeRules: rulesOf(command, server) },
  ],
  trash: (at) => ['DELETE', pathOf(at)],
  restore: (at) => ['POST', `${pathOf(at)}/restore`],
  look: (at) => ['GET', pathOf(at)],
  read: (at) => ['GET', `${pathOf(at)}/content/pages`],
  edit: ({ changes, ...at }) => [
    'POST',
    `${pathOf(at)}/content${at.changeRequest === undefined ? '' : '?compat=false'}`,
    { changes: changes.map(changeOf) },
  ],
  'create-request': ({ subject, ...at }) => [
    'POST',
    `${pathOf(at)}/change-requests`,
    { subject },
  ],
  'set-status': ({ status, subject, ...at }) => [
    'PATCH',
    pathOf(at),
    { status, ...(subject !== undefined && { subject }) },
  ],
  update: (at) => ['POST', `${pathOf(at)}/update`],
  merge: (at) => ['POST', `${pathOf(at)}/merge`],
  review: ({ verdict, ...at }) => ['POST', `${pathOf(at)}/reviews`, { status: verdict }],
  report: ({ state, ...at }) => ['PUT', `${pathOf(at)}/checks/${checkName}`, { state }],
  'ask-reviewer': ({ reviewer, ...at }, { users }) => [
    'POST',
    `${pathOf(at)}/requested-reviewers`,
    { users: [users[reviewer]] },
  ],
  comment: ({ page, text, ...at }) => [
    'POST',
    `${pathOf(at)}/comments`,
    { body: { markdown: text }, ...(page !== undefined && { page }) },
  ],
  reply: ({ text, ...on }) => [
    'POST',
    `${commentPath(on)}/replies`,
    { body: { markdown: text } },
  ],
  reword: ({ text, ...on }) => ['PUT', commentPath(on), { body: { markdown: text } }],
  resolve: ({ isResolved, ...on }) => ['PUT', commentPath(on), { resolved: isResolved }],
  'delete-comment': (on) => ['DELETE', commentPath(on)],
  'delete-reply': ({ reply, ...on }) => ['DELETE', `${commentPath(on)}/replies/${reply}`],
}

function requestFor(server: Server, command: Command): Sent {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the request of its own kind
  const own = requests[command.kind] as (command: Command, server: Server) => Sent
  return own(command, server)
}

function rulesOf({ rules }: CommandOf<'rules'>, { users }: Server): object {
  if (rules.length === 0) return { type: 'none' }
  return {
    type: 'rules',
    rules: rules.map((rule) => ({
      rule: kindOf(rule),
      ...(rule === 'allow_bypass' && { users: [users[bypasser]] }),
      ...(kindOf(rule) === 'require_checks' && { checks: [checkName] }),
      ...(rule === 'require_checks by reporters' && {
        reporters: reporters.map((person) => users[person]),
      }),
    })),
  }
}

function changeOf(change: Change): object {
  const operation = `${change.operation}_page`
  if (change.operation !== 'insert' && change.operation !== 'update') {
    return { ...change, operation }
  }
  const { body, ...rest } = change
  const base = 'base' in rest && rest.base !== undefined ? rest.base : undefined
  return {
    ...rest,
    operation,
    ...(body !== undefined && { document: { markdown: textOf(body) } }),
    ...(base !== undefined && { base: documentIdOf(textOf(base)) }),
  }
}

/** What is seen in the answers; those to settings show the space. */
const seen: Partial<Record<Kind, (body: TestBody) => Record<string, unknown>>> = {
  'create-space': (body) => ({ id: body.id, revision: body.revision, page: undefined }),
  'set-role': (body) => ({ role: body.role }),
  'ask-reviewer': () => ({}),
  report: ({ state, revision, outdated }) => ({ state, revision, outdated }),
  review: (body) => ({ id: body.id, verdict: body.status, outdated: body.outdated }),
  reply: (body) => ({ id: body.id, text: body.body.markdown }),
  comment: commentSeen,
  reword: commentSeen,
  resolve: commentSeen,
  edit: (body) => ({
    made: body.changes
      .filter((each: TestBody) => each.operation === 'insert_page')
      .map((each: TestBody) => each.page),
    revision: body.revision,
  }),
  update: outcomeSeen,
  merge: outcomeSeen,
  read: (body) => ({ outline: linesOf(body.pages) }),
  look: (body) => (body.object === 'space' ? spaceWithRights(body) : requestSeen(body)),
  'create-request': requestSeen,
  'set-status': requestSeen,
}

function seenOf({ kind }: Command, body: TestBody): Record<string, unknown> {
  return (seen[kind] ?? spaceSeen)(body)
}

function outcomeSeen({ result, revision, conflicts = [] }: TestBody) {
  return { result, revision, conflicts: conflictsSeen(conflicts) }
}

function spaceWithRights(body: TestBody): Record<string, unknown> {
  const { comment, edit, merge, admin } = body.permissions
  return { ...spaceSeen(body), may: { comment, edit, merge, admin } }
}

export function commentSeen(body: TestBody): Record<string, unknown> {
  return {
    id: body.id,
    text: body.body.markdown,
    isResolved: body.status === 'resolved',
    replies: body.replies,
    page: body.target.page?.id,
  }
}

const structural = new Set(['parent', 'cycle', 'slug'])

/** Conflicts inside of pages by page; of those about the tree only that there are any. */
function conflictsSeen(conflicts: readonly TestBody[]): string[] {
  const inPages = conflicts.filter(({ kind }) => !structural.has(kind))
  if (inPages.length === 0) return conflicts.length > 0 ? ['structure'] : []
  return [...new Set(inPages.map(({ kind, page }) => `${kind} ${page}`))].toSorted()
}

export function linesOf(pages: readonly TestBody[]): Line[] {
  return pages.flatMap((page) => [
    { id: page.id, title: page.title, path: page.path },
    ...linesOf(page.pages),
  ])
}

export function spaceSeen(body: TestBody): Record<string, unknown> {
  return {
    title: body.title,
    isLocked: body.editMode === 'locked',
    revision: body.revision,
    isInTrash: body.deletedAt !== undefined,
    rules: (body.mergeRules.rules ?? []).map(({ rule }: TestBody) => rule),
    comments: body.comments,
    changeRequests: body.changeRequests,
    open: body.changeRequestsOpen,
    drafts: body.changeRequestsDraft,
  }
}

export function requestSeen(body: TestBody): Record<string, unknown> {
  return {
    id: body.id,
    number: body.number,
    status: body.status,
    subject: body.subject,
    revision: body.revision,
    merged: body.revisionMerged,
    outdated: body.outdated,
    comments: body.comments,
    unmet: body.merge.unmet.map(({ rule }: TestBody) => rule),
    mayMerge: body.merge.allowed,
  }
}
