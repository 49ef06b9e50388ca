import type { SampleName } from '#test/sample.ts'

import type { Target } from '../generate/generate-schema.ts'
import { asideOf } from '../generate/generate-sites.ts'
import type { Spares } from '../generate/generate-people.ts'
import type { Place, World } from '../generate/generate-world.ts'

/** What must not stand in an answer: a word, and ids. */
export type Hidden = Pick<Place, 'canary' | 'things' | 'deleted'>

/** Someone who sends requests, and what the world looks like from there. */
export interface Principal {
  readonly name: string
  readonly token: string | undefined
  /** Set for who is signed in with a browser and sends no token. */
  readonly cookie?: string | undefined
  /** Nobody: every operation that needs a caller answers 401, whatever is asked. */
  readonly isNobody: boolean
  /** A reader of a site, whose token reads that and can do nothing else. */
  readonly isVisitor?: boolean
  /** A member whom their organization lets in through its single sign-on alone, and who came another way. */
  readonly isKeptOut?: boolean
  readonly userId: string
  readonly own: Place
  /** Where they do not belong. */
  readonly foreign: Place
  /** Where the same kinds of things live under another parent. */
  readonly other: Place
  /** Places whose words must not stand in any answer. */
  readonly hidden: readonly Hidden[]
  readonly spare: Spares
}

/** Visitors are refused what is not for them before anybody looks what it is about. */
export function isReached({ definition }: Target, { isVisitor }: Principal): boolean {
  const { visitor, caller } = definition
  return isVisitor !== true || visitor === true || caller === 'anyone'
}

const memberNames = [
  'guest',
  'read',
  'comment',
  'edit',
  'review',
  'create',
  'admin',
] as const

/** Members, strangers and visitors. A token for another organization stands in for that of an installation. */
export function principalsOf(world: World): readonly Principal[] {
  const { home, second, elsewhere, vault, sample, tokens, spares } = world
  const someone = (name: SampleName) => ({
    name,
    token: sample.tokens[name],
    isNobody: false,
    userId: sample.users[name],
    own: home,
    foreign: vault,
    other: second,
    hidden: [vault, elsewhere],
    spare: spares[name],
  })
  const nobody = (name: string, token: string | undefined) => ({
    ...someone('admin'),
    name,
    token,
    isNobody: true,
    hidden: [home, second, elsewhere, vault],
  })
  const bound = {
    ...someone('admin'),
    name: 'bound to another organization',
    token: tokens.boundToSecond,
    own: second,
    foreign: home,
    other: vault,
    hidden: [home, elsewhere, vault],
  }
  return [
    nobody('anonymous', undefined),
    nobody('revoked', tokens.revoked),
    nobody('expired', tokens.expired),
    nobody('directory', home.directory.token),
    {
      ...someone('outsider'),
      own: elsewhere,
      other: home,
      hidden: [home, second, vault],
    },
    ...memberNames.map(someone),
    {
      ...someone('admin'),
      name: 'admin with a browser',
      token: undefined,
      cookie: world.cookie,
    },
    bound,
    {
      ...bound,
      name: 'bound with a browser',
      token: undefined,
      cookie: world.boundCookie,
    },
    ...keptOutOf(world, someone('admin')),
    ...visitorsOf(world, someone('admin')),
  ]
}

/** An admin who has to come in through single sign-on, and sends a token or has signed in otherwise. */
function keptOutOf(world: World, base: Principal): readonly Principal[] {
  const { home, second, elsewhere, vault, keptOut } = world
  const { organization: _, ...things } = home.things
  const keptOutOne = {
    ...base,
    ...keptOut,
    isKeptOut: true,
    other: second,
    // Where they have to sign in, they are told.
    hidden: [{ ...home, things }, second, elsewhere, vault],
  }
  return [
    { ...keptOutOne, name: 'kept out', cookie: undefined },
    { ...keptOutOne, name: 'kept out with a browser', token: undefined },
  ]
}

/** Those who read a site of the place by the token they were given at its door. */
function visitorsOf(world: World, base: Principal): readonly Principal[] {
  const { home, second, elsewhere, vault, sample } = world
  const { readers, formerReader, aside } = home.sites
  const asidePlace = { ...home, canary: asideOf(home.canary), things: aside, deleted: {} }
  const visitor = {
    ...base,
    isVisitor: true,
    foreign: vault,
    // The site is the parent of all they see, and this is on another one.
    other: asidePlace,
    hidden: [second, elsewhere, vault, asidePlace, behindSites(home, sample.users.admin)],
  }
  const open = Object.entries(readers).map(([kind, { token, things }]) => ({
    ...visitor,
    name: `visitor of a ${kind} site`,
    token,
    own: { ...home, things: { ...home.things, ...things } },
  }))
  const former = {
    ...visitor,
    name: 'visitor whose share link is gone',
    token: formerReader,
    own: { ...home, things: { ...home.things, ...readers['share-link'].things } },
    hidden: [home, ...visitor.hidden],
  }
  return [...open, former]
}

const behind = [
  'user',
  'team',
  'changeRequest',
  'review',
  'auditEvent',
  'comment',
  'invite',
  'collection',
]

/** What only members know of a place whose content is published: people, and what they work on. */
function behindSites({ things, deleted }: Place, admin: string): Hidden {
  const known = behind.map((kind) => [kind, things[kind] ?? ''] as const)
  return {
    canary: things['email'] ?? '',
    things: { ...Object.fromEntries(known), admin },
    deleted: { user: deleted['user'] ?? '' },
  }
}
