import type { Role } from '@lectern/contract/common.ts'

/** Who acts in a sequence. Each begins with the role of that name; roles change as it goes on. */
export const people = [
  'admin',
  'create',
  'review',
  'edit',
  'comment',
  'read',
  'guest',
  'outsider',
  'anonymous',
] as const
export type Person = (typeof people)[number]

/** From the weakest on. */
const ladder: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin']

/** Three paragraphs that are edited, with others between them; no text at all when it is empty. */
export type Body = readonly string[]

export interface Page {
  readonly id: string
  /** Empty at the top. */
  readonly parent: string
  readonly position: string
  readonly slug: string
  readonly title: string
  readonly body: Body
}

/** All pages of one version of the content, in no order. Never changed, only replaced. */
export type Tree = readonly Page[]

interface Reply {
  readonly id: string
  readonly by: Person
  readonly text: string
}

export interface Comment {
  readonly id: string
  readonly by: Person
  readonly page: string | undefined
  text: string
  isResolved: boolean
  replies: Reply[]
}

export interface Review {
  readonly id: string
  readonly by: Person
  readonly verdict: 'approved' | 'changes-requested'
  isOutdated: boolean
}

/** What was reported last of the one check that rules ask for. */
export interface Check {
  readonly by: Person
  readonly state: 'pending' | 'passed' | 'failed'
  readonly revision: string
}

export type Status = 'draft' | 'open' | 'archived' | 'merged'

export interface ChangeRequest {
  readonly id: string
  readonly number: number
  readonly by: Person
  /** Whoever created it, and whoever wrote in it: none of them approves it. */
  readonly writers: Person[]
  subject: string
  status: Status
  tree: Tree
  revision: string
  /** The main content that the change request is up to date with. */
  base: { readonly tree: Tree; readonly revision: string }
  /** The main content after the last merge of the change request. */
  merged: { readonly tree: Tree; readonly revision: string } | undefined
  comments: Comment[]
  reviews: Review[]
  /** The people who were asked for a review and have not given one since. */
  asked: Person[]
  check: Check | undefined
}

export const ruleNames = [
  'require_at_least_one_approved_review',
  'require_up_to_date_change_request',
  'require_change_request_subject',
  'allow_bypass',
  'require_checks',
  'require_checks by reporters',
] as const
export type RuleName = (typeof ruleNames)[number]

/** What the server calls it: one kind of rule with and without `reporters`. */
export function kindOf(rule: RuleName): string {
  return rule === 'require_checks by reporters' ? 'require_checks' : rule
}

/** Whom the rule `allow_bypass` names. */
export const bypasser: Person = 'create'
/** The check that rules ask for, and whose reports of it they take where they name somebody. */
export const checkName = 'links'
export const reporters: readonly Person[] = ['edit', 'review']

export interface Space {
  readonly id: string
  title: string
  isLocked: boolean
  isInTrash: boolean
  /** What members may do here: `inherit` for their own role, null for nothing. */
  level: Role | 'inherit' | null
  readonly grants: Partial<Record<Person, Role>>
  rules: readonly RuleName[]
  tree: Tree
  revision: string
  revisions: number
  /** The texts that each page had, so that somebody can edit an old one. */
  readonly oldBodies: Record<string, Body[]>
  comments: Comment[]
  readonly changeRequests: ChangeRequest[]
}

/** All that a sequence is about: one organization. */
export interface World {
  readonly organization: string
  readonly users: Readonly<Record<Person, string>>
  /** Of the members; null for guests. */
  readonly roles: Partial<Record<Person, Role | null>>
  readonly spaces: Space[]
  /** How often a rule that takes two people was met, and not passed by. */
  mergedByTwo: number
  /** Every id that was given out. */
  readonly known: Set<string>
}

export function atLeast(role: Role | null | undefined, needed: Role): boolean {
  if (role === null || role === undefined) return false
  return ladder.indexOf(role) >= ladder.indexOf(needed)
}

function stronger(one: Role | null, other: Role | null): Role | null {
  return one === null || (other !== null && atLeast(other, one)) ? other : one
}

/** What somebody may do in a space; null for those who do not even see it. */
export function roleIn(world: World, space: Space, who: Person): Role | null {
  const own = world.roles[who]
  if (own === undefined) return null
  if (own === 'admin') return 'admin'
  const given = space.grants[who] ?? null
  if (own === null || space.level === null) return given
  return stronger(given, space.level === 'inherit' ? own : space.level)
}

/** An id that the server gave out just now, or words that say that it did not. */
export function fresh(world: World, id: unknown): string {
  if (typeof id !== 'string' || world.known.has(id)) return '(an id that is new)'
  world.known.add(id)
  return id
}

export function spaceIn(world: World, id: string): Space {
  const space = world.spaces.find((each) => each.id === id)
  if (space === undefined) throw new Error('A command names a space that was never made')
  return space
}

const between = ['A sentence that stays.', 'Another one that stays.'] as const

export function textOf(body: Body): string {
  if (body.length === 0) return ''
  const [first = '', second = '', third = ''] = body
  return `${[first, between[0], second, between[1], third].join('\n\n')}\n`
}

export function bodyOf(words: readonly string[]): Body {
  const [first = '', second = '', third = ''] = words
  return [`It begins with ${first}.`, `${second} follows then.`, `In the end: ${third}!`]
}
