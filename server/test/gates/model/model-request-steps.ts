import type { Answer, CommandOf, InRequest } from './model-command.ts'
import { apart, merged } from './model-merge.ts'
import { requestIn, unseen } from './model-seen.ts'
import {
  atLeast,
  bypasser,
  type ChangeRequest,
  fresh,
  kindOf,
  roleIn,
  type Person,
  reporters,
  type RuleName,
  type Space,
  spaceIn,
  type Tree,
  type World,
} from './model-state.ts'
import { find, samePage } from './model-tree.ts'

export function createRequest(
  world: World,
  command: CommandOf<'create-request'>,
  given: Answer,
): Answer {
  const refused = unseen(world, command, 'edit')
  if (refused !== undefined) return refused
  const { who: by, subject } = command
  const space = spaceIn(world, command.space)
  const request: ChangeRequest = {
    id: fresh(world, given.seen?.['id']),
    number: space.changeRequests.length + 1,
    by,
    writers: [by],
    subject,
    status: 'draft',
    tree: space.tree,
    revision: fresh(world, given.seen?.['revision']),
    base: { tree: space.tree, revision: space.revision },
    merged: undefined,
    comments: [],
    reviews: [],
    asked: [],
    check: undefined,
  }
  space.changeRequests.push(request)
  return { status: 201, seen: viewOf(world, command, request) }
}

/** What somebody sees of a change request. */
export function viewOf(
  world: World,
  { who, space: spaceId }: Pick<InRequest, 'who' | 'space'>,
  request: ChangeRequest,
): Record<string, unknown> {
  const space = spaceIn(world, spaceId)
  const isMerged = request.status === 'merged'
  const unmet = isMerged ? [] : unmetRules(world, space, request).map(kindOf)
  const mayMerge = atLeast(roleIn(world, space, who), 'review')
  return {
    id: request.id,
    number: request.number,
    status: request.status,
    subject: request.subject,
    revision: request.revision,
    merged: request.merged?.revision,
    outdated: isOutdated(space, request),
    comments: request.comments.filter(({ isResolved }) => !isResolved).length,
    unmet,
    mayMerge: mayMerge && !isMerged && (unmet.length === 0 || mayBypass(space, who)),
  }
}

function isOutdated(space: Space, { status, base }: ChangeRequest): boolean {
  return status !== 'merged' && base.revision !== space.revision
}

/** Nobody alone: an approval is of somebody who wrote nothing and may review now. */
function unmetRules(
  world: World,
  space: Space,
  request: ChangeRequest,
): readonly RuleName[] {
  const isMet: Readonly<Record<RuleName, () => boolean>> = {
    require_at_least_one_approved_review: () =>
      request.reviews.some(
        ({ isOutdated: isOld, verdict, by }) =>
          !isOld &&
          verdict === 'approved' &&
          !request.writers.includes(by) &&
          atLeast(roleIn(world, space, by), 'review'),
      ),
    require_up_to_date_change_request: () => !isOutdated(space, request),
    require_change_request_subject: () => request.subject.trim() !== '',
    allow_bypass: () => true,
    require_checks: () =>
      hasPassed(world, space, request, (by) => !request.writers.includes(by)),
    'require_checks by reporters': () =>
      hasPassed(world, space, request, (by) => reporters.includes(by)),
  }
  return space.rules.filter((rule) => !isMet[rule]())
}

/** A report is of somebody whom the rule takes and who may report now. */
function hasPassed(
  world: World,
  space: Space,
  { check, revision }: ChangeRequest,
  isTaken: (by: Person) => boolean,
): boolean {
  return (
    check?.state === 'passed' &&
    check.revision === revision &&
    isTaken(check.by) &&
    atLeast(roleIn(world, space, check.by), 'edit')
  )
}

function mayBypass({ rules }: Space, who: Person): boolean {
  return rules.includes('allow_bypass') && who === bypasser
}

export function lookAtRequest(world: World, command: InRequest): Answer {
  const refused = unseen(world, command, 'read')
  if (refused !== undefined) return refused
  return { status: 200, seen: viewOf(world, command, requestIn(world, command)) }
}

export function setStatus(
  world: World,
  command: CommandOf<'set-status'>,
  given: Answer,
): Answer {
  const refused = unseen(world, command, 'edit')
  if (refused !== undefined) return refused
  const request = requestIn(world, command)
  const { status, merged: last } = request
  request.status = command.status
  request.subject = command.subject ?? request.subject
  // One that was merged goes on from what its merge made, with nothing of its own.
  if (status === 'merged' && last !== undefined) {
    request.base = last
    moveTo(world, request, last.tree, given)
    outdate(request)
  }
  return { status: 200, seen: viewOf(world, command, request) }
}

function moveTo(world: World, request: ChangeRequest, tree: Tree, given: Answer): void {
  request.tree = tree
  request.revision = fresh(world, given.seen?.['revision'])
}

export function updateRequest(
  world: World,
  command: CommandOf<'update'>,
  given: Answer,
): Answer {
  const refused = unseen(world, command, 'edit')
  if (refused !== undefined) return refused
  const space = spaceIn(world, command.space)
  const request = requestIn(world, command)
  if (request.status === 'merged' || !isOutdated(space, request)) {
    return outcomeOf('update', request.revision)
  }
  const { base, tree: ours } = request
  const both = merged({ base: base.tree, ours, theirs: space.tree })
  if (both.tree === undefined) {
    return outcomeOf('conflicts', request.revision, both.conflicts)
  }
  const before = differenceOf(base.tree, ours)
  request.base = { tree: space.tree, revision: space.revision }
  moveTo(world, request, both.tree, given)
  const isSame = differenceOf(space.tree, both.tree) === before
  if (!isSame) outdate(request)
  return outcomeOf('update', request.revision)
}

/** What is archived or merged is not worked on. */
export function closed({ status }: ChangeRequest): Answer | undefined {
  return status === 'draft' || status === 'open'
    ? undefined
    : { status: 409, reason: 'change_request_closed' }
}

function outcomeOf(
  result: string,
  revision: string,
  conflicts: readonly string[] = [],
): Answer {
  return { status: 200, seen: { result, revision, conflicts: [...conflicts] } }
}

/** The pages that a change request makes different from the main content, and how. */
function differenceOf(main: Tree, own: Tree): string {
  const changed = own.filter((page) => {
    const before = find(main, page.id)
    return before === undefined || !samePage(page, before)
  })
  const gone = main.filter(({ id }) => find(own, id) === undefined).map(({ id }) => id)
  const lines = changed.map(({ id, parent, position, slug, title, body }) =>
    JSON.stringify([id, parent, position, slug, title, body]),
  )
  return [...lines, ...gone].toSorted().join('\n')
}

function outdate({ reviews }: ChangeRequest): void {
  for (const each of reviews) each.isOutdated = true
}

export function mergeRequest(
  world: World,
  command: CommandOf<'merge'>,
  given: Answer,
): Answer {
  const refused = unseen(world, command, 'review')
  if (refused !== undefined) return refused
  const space = spaceIn(world, command.space)
  const request = requestIn(world, command)
  const { base, tree: ours, merged: last } = request
  if (request.status === 'merged' && last !== undefined) {
    return outcomeOf('merge', last.revision)
  }
  if (unmetRules(world, space, request).length > 0 && !mayBypass(space, command.who)) {
    return { status: 412, reason: 'merge_rules_unmet' }
  }
  const both = merged({ base: base.tree, ours, theirs: space.tree })
  if (both.tree === undefined) {
    return outcomeOf('conflicts', request.revision, both.conflicts)
  }
  requireTwo(world, space, { request, by: command.who })
  space.tree = apart(both.tree, space.tree)
  space.revision = fresh(world, given.seen?.['revision'])
  space.revisions += 1
  request.status = 'merged'
  request.merged = { tree: space.tree, revision: space.revision }
  return outcomeOf('merge', space.revision)
}

/** Asked of the model itself, whatever it holds of single rules: a rule of two took two people. */
function requireTwo(
  world: World,
  space: Space,
  { request, by }: { readonly request: ChangeRequest; readonly by: Person },
): void {
  const { rules } = space
  const isOfTwo =
    rules.includes('require_checks') ||
    rules.includes('require_at_least_one_approved_review')
  if (!isOfTwo || mayBypass(space, by)) return
  const { reviews, check, writers } = request
  const others = [...reviews.filter(({ isOutdated: isOld }) => !isOld), check]
    .flatMap((each) => (each === undefined ? [] : [each.by]))
    .filter((person) => !writers.includes(person) && world.roles[person] !== undefined)
  if (others.length === 0) throw new Error('Nobody but its writers had a hand in a merge')
  world.mergedByTwo += 1
}

export function submitReview(
  world: World,
  command: CommandOf<'review'>,
  given: Answer,
): Answer {
  const refused = unseen(world, command, 'review')
  if (refused !== undefined) return refused
  const request = requestIn(world, command)
  const isClosed = closed(request)
  if (isClosed !== undefined) return isClosed
  const { who: by, verdict } = command
  for (const each of request.reviews) {
    each.isOutdated = each.isOutdated || each.by === by
  }
  const id = fresh(world, given.seen?.['id'])
  request.reviews.push({ id, by, verdict, isOutdated: false })
  request.asked = request.asked.filter((person) => person !== by)
  return { status: 201, seen: { id, verdict, outdated: false } }
}

export function reportCheck(world: World, command: CommandOf<'report'>): Answer {
  const refused = unseen(world, command, 'edit')
  if (refused !== undefined) return refused
  const request = requestIn(world, command)
  const { revision } = request
  const { who: by, state } = command
  request.check = { by, state, revision }
  return { status: 200, seen: { state, revision, outdated: false } }
}

export function askReviewer(world: World, command: CommandOf<'ask-reviewer'>): Answer {
  const refused = unseen(world, command, 'edit')
  if (refused !== undefined) return refused
  const space = spaceIn(world, command.space)
  const request = requestIn(world, command)
  const { reviewer } = command
  const isClosed = closed(request)
  if (isClosed !== undefined) return isClosed
  if (roleIn(world, space, reviewer) === null) return { status: 400 }
  for (const each of request.reviews) {
    each.isOutdated = each.isOutdated || each.by === reviewer
  }
  if (!request.asked.includes(reviewer)) request.asked.push(reviewer)
  request.status = 'open'
  return { status: 200, seen: {} }
}
