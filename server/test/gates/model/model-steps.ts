import type { Answer, Command, CommandOf, Kind, Place } from './model-command.ts'
import {
  deleteComment,
  deleteReply,
  postComment,
  postReply,
  resolveComment,
  rewordComment,
} from './model-comment-steps.ts'
import { edited } from './model-content.ts'
import { outlineOf } from './model-outline.ts'
import {
  askReviewer,
  closed,
  createRequest,
  lookAtRequest,
  mergeRequest,
  reportCheck,
  setStatus,
  submitReview,
  updateRequest,
} from './model-request-steps.ts'
import { requestIn, unseen } from './model-seen.ts'
import {
  atLeast,
  type ChangeRequest,
  fresh,
  kindOf,
  type Page,
  type Person,
  roleIn,
  type Space,
  spaceIn,
  type Tree,
  type World,
} from './model-state.ts'
import { sameTree } from './model-tree.ts'

type Steps = {
  readonly [Each in Kind]: (
    world: World,
    command: CommandOf<Each>,
    given: Answer,
  ) => Answer
}

const steps: Steps = {
  'create-space': createSpace,
  'set-role': changeMember,
  'remove-member': changeMember,
  'rename-space': changeSpace,
  lock: changeSpace,
  level: changeSpace,
  rules: changeSpace,
  trash: moveToOrFromTrash,
  restore: moveToOrFromTrash,
  look,
  read: readTree,
  edit,
  'create-request': createRequest,
  'set-status': setStatus,
  update: updateRequest,
  merge: mergeRequest,
  review: submitReview,
  report: reportCheck,
  'ask-reviewer': askReviewer,
  comment: postComment,
  reply: postReply,
  reword: rewordComment,
  resolve: resolveComment,
  'delete-comment': deleteComment,
  'delete-reply': deleteReply,
}

/**
 * Does to the model what the command does, and says what the server has to answer. Ids that the
 * server chooses are taken from what it answered.
 */
export function step(world: World, command: Command, given: Answer): Answer {
  if (command.who === 'anonymous') return { status: 401 }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step of its own kind
  const own = steps[command.kind] as (
    world: World,
    command: Command,
    given: Answer,
  ) => Answer
  return own(world, command, given)
}

function createSpace(
  world: World,
  { who, isEmpty }: CommandOf<'create-space'>,
  given: Answer,
): Answer {
  const role = world.roles[who]
  if (role === undefined) return { status: 404 }
  if (!atLeast(role, 'create')) return { status: 403 }
  const id = fresh(world, given.seen?.['id'])
  const revision = fresh(world, given.seen?.['revision'])
  const first: readonly Page[] = isEmpty
    ? []
    : [
        {
          id: fresh(world, given.seen?.['page']),
          parent: '',
          position: 'a0',
          slug: 'page',
          title: 'Page',
          body: [],
        },
      ]
  world.spaces.push({
    id,
    title: 'Untitled',
    isLocked: false,
    isInTrash: false,
    level: 'inherit',
    grants: { [who]: 'admin' },
    rules: [],
    tree: first,
    revision,
    revisions: 1,
    oldBodies: {},
    comments: [],
    changeRequests: [],
  })
  return { status: 201, seen: { id, revision, page: first[0]?.id } }
}

function changeMember(
  world: World,
  command: CommandOf<'set-role' | 'remove-member'>,
): Answer {
  const { member } = command
  const role = command.kind === 'set-role' ? command.role : undefined
  const refused = refusedMember(world, command, role === undefined)
  if (refused !== undefined) return refused
  const admins = Object.values(world.roles).filter((each) => each === 'admin').length
  if (world.roles[member] === 'admin' && role !== 'admin' && admins === 1) {
    return { status: 409, reason: 'last_admin' }
  }
  if (role === undefined) {
    leave(world, member)
    return { status: 204 }
  }
  world.roles[member] = role
  return { status: 200, seen: { role } }
}

/** Guests see nobody but themselves; everybody may leave. */
function refusedMember(
  { roles }: World,
  { who, member }: CommandOf<'set-role' | 'remove-member'>,
  isRemoval: boolean,
): Answer | undefined {
  const own = roles[who]
  const isSeen = own !== undefined && (own !== null || who === member)
  if (!isSeen || roles[member] === undefined) return { status: isRemoval ? 204 : 404 }
  return own === 'admin' || (isRemoval && who === member) ? undefined : { status: 403 }
}

/** Nothing is asked of those who are gone; what they wrote stays. */
function leave(world: World, member: Person): void {
  delete world.roles[member]
  for (const { grants, changeRequests } of world.spaces) {
    delete grants[member]
    for (const request of changeRequests) {
      request.asked = request.asked.filter((person) => person !== member)
    }
  }
}

function changeSpace(
  world: World,
  command: CommandOf<'rename-space' | 'lock' | 'level' | 'rules'>,
): Answer {
  const space = spaceIn(world, command.space)
  const role = roleIn(world, space, command.who)
  if (role === null || (space.isInTrash && role !== 'admin')) return { status: 404 }
  if (role !== 'admin') return { status: 403 }
  if (space.isInTrash) return { status: 409, reason: 'space_in_trash' }
  if (command.kind === 'rename-space') space.title = command.title
  if (command.kind === 'lock') space.isLocked = command.isLocked
  if (command.kind === 'level') space.level = command.level
  if (command.kind === 'rules') space.rules = command.rules
  return { status: 200, seen: looksOf(space) }
}

function moveToOrFromTrash(
  world: World,
  { kind, who, space: id }: CommandOf<'trash' | 'restore'>,
): Answer {
  const space = spaceIn(world, id)
  const role = roleIn(world, space, who)
  if (role === null || (space.isInTrash && role !== 'admin')) {
    return { status: kind === 'trash' ? 204 : 404 }
  }
  if (role !== 'admin') return { status: 403 }
  space.isInTrash = kind === 'trash'
  return kind === 'trash' ? { status: 204 } : { status: 200, seen: looksOf(space) }
}

/** What everybody sees of a space who sees it at all. */
export function looksOf(space: Space): Record<string, unknown> {
  const { title, isLocked, revision, comments, changeRequests, rules } = space
  const count = (status: string) =>
    changeRequests.filter((each) => each.status === status).length
  return {
    title,
    isLocked,
    revision,
    isInTrash: space.isInTrash,
    rules: rules.map(kindOf),
    comments: comments.filter(({ isResolved }) => !isResolved).length,
    changeRequests: changeRequests.length,
    open: count('open'),
    drafts: count('draft'),
  }
}

function lookAtSpace(world: World, { who, space: id }: Place): Answer {
  const space = spaceIn(world, id)
  const role = roleIn(world, space, who)
  if (role === null || (space.isInTrash && role !== 'admin')) return { status: 404 }
  const may = {
    comment: atLeast(role, 'comment'),
    edit: atLeast(role, 'edit'),
    merge: atLeast(role, 'review'),
    admin: role === 'admin',
  }
  return { status: 200, seen: { ...looksOf(space), may } }
}

function look(world: World, command: CommandOf<'look'>): Answer {
  const { changeRequest } = command
  return changeRequest === undefined
    ? lookAtSpace(world, command)
    : lookAtRequest(world, { ...command, changeRequest })
}

function readTree(world: World, command: Place): Answer {
  const hidden = unseen(world, command, 'read')
  if (hidden !== undefined) return hidden
  return { status: 200, seen: { outline: outlineOf(contentIn(world, command).tree) } }
}

function contentIn(world: World, { space, changeRequest }: Place) {
  const found = spaceIn(world, space)
  return changeRequest === undefined ? found : requestIn(world, { space, changeRequest })
}

function edit(world: World, command: CommandOf<'edit'>, given: Answer): Answer {
  const content = contentIn(world, command)
  const refused =
    unseen(world, command, 'edit') ??
    ('status' in content ? closed(content) : locked(content))
  if (refused !== undefined) return refused
  const inserted = command.changes.filter(({ operation }) => operation === 'insert')
  const tried = edited(
    content.tree,
    command.changes,
    inserted.map((_, index) => `(new page ${index})`),
  )
  if ('refusal' in tried) return tried.refusal
  const made = inserted.map((_, index) => fresh(world, madeBy(given)[index]))
  const after = edited(content.tree, command.changes, made)
  if ('refusal' in after) return after.refusal
  if (!sameTree(content.tree, after.tree)) {
    content.tree = after.tree
    content.revision = fresh(world, given.seen?.['revision'])
    if ('revisions' in content) content.revisions += 1
    else written(content, command.who)
    remember(spaceIn(world, command.space), after.tree)
  }
  return { status: 200, seen: { made, revision: content.revision } }
}

/** Whoever approved has not seen this, and whoever wrote it cannot approve it. */
function written({ reviews, writers }: ChangeRequest, by: Person): void {
  for (const each of reviews) each.isOutdated = true
  if (!writers.includes(by)) writers.push(by)
}

function locked({ isLocked }: Space): Answer | undefined {
  return isLocked ? { status: 409, reason: 'space_locked' } : undefined
}

function madeBy({ seen }: Answer): readonly unknown[] {
  const made = seen?.['made']
  return Array.isArray(made) ? made : []
}

function remember({ oldBodies }: Space, tree: Tree): void {
  for (const { id, body } of tree) {
    const known = (oldBodies[id] ??= [])
    const isKnown = known.some((each) => each.join('\n') === body.join('\n'))
    if (!isKnown && body.length > 0) known.push(body)
  }
}
