import { type Arbitrary, constantFrom, nat, record } from 'fast-check'

import type { Command, InRequest, Kind, Place } from './model-command.ts'
import type { Change } from './model-content.ts'
import {
  atLeast,
  bodyOf,
  type ChangeRequest,
  type Comment,
  kindOf,
  people,
  type Person,
  roleIn,
  type RuleName,
  ruleNames,
  type Space,
  type Tree,
  type World,
} from './model-state.ts'

/** How often each is tried; the others are as often as they stand here. */
const kinds = [
  ...Array.from({ length: 12 }, () => 'edit' as const),
  ...Array.from({ length: 6 }, () => 'merge' as const),
  ...Array.from({ length: 4 }, () => 'update' as const),
  ...Array.from({ length: 3 }, () => 'create-request' as const),
  ...Array.from({ length: 3 }, () => 'set-status' as const),
  ...Array.from({ length: 4 }, () => 'comment' as const),
  ...Array.from({ length: 3 }, () => 'review' as const),
  ...Array.from({ length: 4 }, () => 'report' as const),
  ...Array.from({ length: 2 }, () => 'look' as const),
  ...Array.from({ length: 2 }, () => 'read' as const),
  ...Array.from({ length: 2 }, () => 'reply' as const),
  ...Array.from({ length: 2 }, () => 'resolve' as const),
  ...Array.from({ length: 3 }, () => 'rules' as const),
  'ask-reviewer',
  'reword',
  'delete-comment',
  'delete-reply',
  'lock',
  'level',
  'rename-space',
  'trash',
  'restore',
  'restore',
  'set-role',
  'set-role',
  'set-role',
  'remove-member',
  'create-space',
] as const satisfies readonly Kind[]

const aboutMany: ReadonlySet<Kind> = new Set([
  'set-role',
  'remove-member',
  'create-space',
  'level',
  'trash',
  'restore',
])

/** What changes one place of one space, so that several can be tried at once; counters above all. */
const kindsAtOnce: readonly Kind[] = [
  ...kinds.filter((kind) => !aboutMany.has(kind)),
  ...Array.from({ length: 8 }, () => 'comment' as const),
]

/** A command before it is known what there is: numbers that choose among what is there. */
export interface Choice {
  readonly kind: Kind
  readonly who: number
  readonly space: number
  readonly request: number
  readonly a: number
  readonly b: number
  readonly c: number
}

const numberMax = 99

export function choices(isAtOnce: boolean): Arbitrary<Choice> {
  const number = nat(numberMax)
  return record({
    kind: constantFrom(...(isAtOnce ? kindsAtOnce : kinds)),
    who: number,
    space: number,
    request: number,
    a: number,
    b: number,
    c: number,
  })
}

const roles = ['read', 'comment', 'edit', 'review', 'create', 'admin'] as const
const levels = ['inherit', 'inherit', 'edit', 'read', 'comment', null] as const
const words = ['rain', 'sun', 'snow', 'wind', 'fog'] as const
const titles = ['Alpha', 'Beta', 'Gamma', 'Delta'] as const
const subjects = ['A subject', '', 'Another subject'] as const
const remarks = ['Is that so?', 'I think not.', 'Well done.'] as const
const states = ['passed', 'passed', 'passed', 'failed', 'pending'] as const
const statuses = ['open', 'draft', 'archived'] as const

function pick<Value>(values: readonly Value[], number: number): Value {
  const value = values[number % values.length]
  if (value === undefined && values.length === 0) {
    throw new Error('There is nothing to pick from')
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the index is within the list
  return value as Value
}

/** The command that a choice means in a world; undefined when there is nothing to choose from. */
export function commandFor(world: World, choice: Choice): Command | undefined {
  const { kind, a, b } = choice
  switch (kind) {
    case 'create-space':
      if (world.spaces.length >= 3) return undefined
      return { kind, who: anybody(choice), isEmpty: a % 3 > 0 }
    case 'set-role': {
      const member = memberFor(world, choice)
      return { kind, who: anybody(choice), member, role: pick(roles, b) }
    }
    case 'remove-member':
      // Else hardly anybody is left at the end.
      if (choice.c % 3 > 0) return undefined
      return { kind, who: anybody(choice), member: memberFor(world, choice) }
    default: {
      if (world.spaces.length === 0) return undefined
      const space = pick(world.spaces, choice.space)
      const who = settings.has(kind) ? anybody(choice) : somebody(world, space, choice)
      return inSpace(space, { who, space: space.id }, choice)
    }
  }
}

/** Half of the time somebody whose approval or report stands: it must not outlive their role. */
function memberFor({ spaces }: World, { a, b }: Choice): Person {
  const standing = spaces.flatMap(({ changeRequests }) => changeRequests.flatMap(agreed))
  return b % 2 === 0 && standing.length > 0
    ? pick(standing, a)
    : pick(people.slice(0, -1), a)
}

/** The people who approved what a change request is now, or reported that its check passed. */
function agreed({ reviews, check, revision }: ChangeRequest): readonly Person[] {
  const isCurrent = check?.state === 'passed' && check.revision === revision
  return [
    ...reviews.filter(({ isOutdated, verdict }) => !isOutdated && verdict === 'approved'),
    ...(isCurrent ? [check] : []),
  ].map(({ by }) => by)
}

/** What only admins may do. */
const settings: ReadonlySet<Kind> = new Set([
  'rename-space',
  'lock',
  'level',
  'rules',
  'trash',
  'restore',
])

/** Half of the time whoever it may be. */
function anybody({ who }: Choice): Person {
  return who % 2 === 0 ? 'admin' : pick(people, Math.floor(who / 2))
}

/**
 * Most of the time somebody who may do something here; half of those who say something of a change
 * request did not write in it, else hardly a rule of two is ever met.
 */
function somebody(world: World, space: Space, choice: Choice): Person {
  const { kind, who, c } = choice
  const isOfOthers = c % 2 === 0 && (kind === 'review' || kind === 'report')
  const writers = (isOfOthers && requestFor(space, choice)?.writers) || []
  const needed = kind === 'merge' ? 'review' : 'edit'
  const able = people.filter(
    (person) =>
      atLeast(roleIn(world, space, person), needed) && !writers.includes(person),
  )
  return who < 75 && able.length > 0 ? pick(able, who) : pick(people, who)
}

type Named = Pick<Place, 'who' | 'space'>

function inSpace(space: Space, at: Named, choice: Choice): Command | undefined {
  const setting = settingFor(at, choice)
  if (setting !== undefined) return setting
  const { kind, a } = choice
  if (kind === 'create-request') return { kind, ...at, subject: pick(subjects, a) }
  const request = requestFor(space, choice)
  if (ofRequests.has(kind)) {
    return request && inRequest({ ...at, changeRequest: request.id }, choice)
  }
  if (request === undefined || choice.request % 5 < 2) {
    return atPlace({ space, topic: space, at }, choice)
  }
  const place = { ...at, changeRequest: request.id }
  return atPlace({ space, topic: request, at: place }, choice)
}

function settingFor(at: Named, { kind, a, b }: Choice): Command | undefined {
  switch (kind) {
    case 'rename-space':
      return { kind, ...at, title: pick(titles, a) }
    case 'lock':
      return { kind, ...at, isLocked: a % 3 === 0 }
    case 'level':
      return { kind, ...at, level: pick(levels, a) }
    case 'rules':
      return { kind, ...at, rules: rulesFor(a, b) }
    case 'trash':
    case 'restore':
      return { kind, ...at }
    default:
      return undefined
  }
}

/** Rules about checks less often than others, else hardly anything is merged. */
function rulesFor(a: number, b: number): readonly RuleName[] {
  const ofChecks = [['require_checks'], ['require_checks by reporters'], []] as const
  return [
    ...ruleNames.filter(
      (rule, index) => kindOf(rule) !== 'require_checks' && (a >> index) % 2 === 1,
    ),
    ...pick<readonly RuleName[]>(ofChecks, b),
  ]
}

const ofRequests: ReadonlySet<Kind> = new Set([
  'set-status',
  'update',
  'merge',
  'review',
  'report',
  'ask-reviewer',
])

/** Half of the merges are of what somebody agreed to. */
function requestFor({ changeRequests }: Space, { kind, request, b }: Choice) {
  const ready = changeRequests.filter(
    (each) => each.status !== 'merged' && agreed(each).length > 0,
  )
  if (kind === 'merge' && b % 2 === 0 && ready.length > 0) return pick(ready, request)
  return changeRequests.length === 0 ? undefined : pick(changeRequests, request)
}

function inRequest(at: InRequest, { kind, a, b }: Choice): Command | undefined {
  switch (kind) {
    case 'set-status': {
      const subject = b % 4 === 0 ? { subject: pick(subjects, b) } : {}
      return { kind, ...at, status: pick(statuses, a), ...subject }
    }
    case 'review':
      return { kind, ...at, verdict: a % 3 === 0 ? 'changes-requested' : 'approved' }
    case 'report':
      return { kind, ...at, state: pick(states, a) }
    case 'ask-reviewer':
      return { kind, ...at, reviewer: pick(people.slice(0, -1), a) }
    case 'update':
    case 'merge':
      return { kind, ...at }
    default:
      return undefined
  }
}

/** A space or a change request of it, and what it is called. */
interface Topic {
  readonly space: Space
  readonly topic: Space | ChangeRequest
  readonly at: Place
}

function atPlace({ space, topic, at }: Topic, choice: Choice): Command | undefined {
  const { kind, a, b, c } = choice
  if (kind === 'look' || kind === 'read') return { kind, ...at }
  if (kind === 'edit') {
    return { kind, ...at, changes: changesFor(space, topic.tree, choice) }
  }
  if (kind !== 'comment') return onComment(topic.comments, at, choice)
  const pages = b % 8 === 0 ? allPages(space) : topic.tree
  const page = a % 2 === 0 && pages.length > 0 ? { page: pick(pages, c).id } : {}
  return { kind, ...at, ...page, text: pick(remarks, b) }
}

function onComment(
  comments: readonly Comment[],
  at: Place,
  { kind, a, b }: Choice,
): Command | undefined {
  if (comments.length === 0) return undefined
  const { id: comment, replies } = pick(comments, a)
  const on = { ...at, comment }
  switch (kind) {
    case 'reply':
    case 'reword':
      return { kind, ...on, text: pick(remarks, b) }
    case 'resolve':
      return { kind, ...on, isResolved: b % 3 > 0 }
    case 'delete-comment':
      return { kind, ...on }
    case 'delete-reply':
      return replies.length === 0
        ? undefined
        : { kind, ...on, reply: pick(replies, b).id }
    default:
      return undefined
  }
}

/** Those of every version, so that somebody names one that is not there. */
function allPages({ tree, changeRequests }: Space): Tree {
  return [...tree, ...changeRequests.flatMap((request) => [...request.tree])]
}

/** One change, or two where the last number says so. */
function changesFor(space: Space, tree: Tree, { a, b, c }: Choice): readonly Change[] {
  const first = changeFor(space, tree, [a, b, c])
  if (c % 5 > 0) return [first]
  // Of several refusals any may come first: a text that is merged stands alone.
  const second = changeFor(space, tree, [b, c + 7, a + 3])
  return [first, second].map(withoutBase)
}

function withoutBase(change: Change): Change {
  if (change.operation !== 'update') return change
  const { base: _base, ...rest } = change
  return rest
}

function changeFor(
  space: Space,
  tree: Tree,
  [a, b, c]: readonly [number, number, number],
): Change {
  const pages = b % 12 === 11 ? allPages(space) : tree
  if (pages.length === 0 || a % 20 < 4) return insertion(pages, [a, b, c])
  const page = pick(pages, b)
  if (a % 20 < 12) {
    const body = page.body.map((text, index) =>
      index === c % page.body.length
        ? (bodyOf(words.map(() => pick(words, a + c)))[index] ?? text)
        : text,
    )
    if (body.length === 0) {
      return { operation: 'update', page: page.id, title: pick(titles, c) }
    }
    const old = space.oldBodies[page.id] ?? []
    const base = c % 3 === 0 && old.length > 0 ? { base: pick(old, b + c) } : {}
    return { operation: 'update', page: page.id, body, ...base }
  }
  if (a % 20 < 15) {
    const slug = b % 4 === 3 ? { slug: pick(words, c) } : {}
    return { operation: 'update', page: page.id, title: pick(titles, c), ...slug }
  }
  if (a % 20 < 18) return move(pages, page.id, [a, b, c])
  return { operation: 'delete', page: page.id }
}

function insertion(pages: Tree, [a, b, c]: readonly [number, number, number]): Change {
  const body = bodyOf([pick(words, a), pick(words, b), pick(words, c)])
  const into = pages.length > 0 && b % 2 === 0 ? pick(pages, c).id : null
  const at = c % 2 === 0 ? { at: b % 4 } : {}
  return { operation: 'insert', title: pick(titles, b + c), into, body, ...at }
}

function move(
  pages: Tree,
  page: string,
  [a, b, c]: readonly [number, number, number],
): Change {
  const into = c % 3 === 0 ? {} : { into: c % 3 === 1 ? null : pick(pages, a + c).id }
  const at = b % 2 === 0 ? { at: c % 4 } : {}
  return { operation: 'move', page, ...into, ...at }
}
