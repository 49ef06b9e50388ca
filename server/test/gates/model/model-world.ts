import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { foundOrganization } from '#/features/people/organizations/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Database } from '#/platform/database/database.ts'

import type { Command } from './model-command.ts'
import type { Server } from './model-send.ts'
import { bodyOf, people, type Person, type RuleName, type World } from './model-state.ts'

export type Accounts = Pick<Server, 'url' | 'tokens' | 'users'> & {
  readonly db: Database
}

/** One account for each of the people; sequences have organizations of their own. */
export async function createAccounts(db: Database, url: string): Promise<Accounts> {
  const made = await db.transaction(async (tx) => {
    const accounts: [Person, string, string][] = []
    for (const person of people) {
      if (person === 'anonymous') continue
      const userId = await createAccount(tx, {
        displayName: person,
        email: `${person}@model.example`,
        isVerified: true,
      })
      const { secret } = await issueToken(tx, { accountId: userId, label: 'Model' })
      accounts.push([person, userId, secret])
    }
    return accounts
  })
  const by = (index: 1 | 2) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- everybody was added above
    Object.fromEntries([
      ...made.map((account) => [account[0], account[index]]),
      ['anonymous', ''],
    ]) as Record<Person, string>
  return { db, url, users: by(1), tokens: by(2) }
}

export interface Scene {
  readonly world: World
  readonly server: Server
}

/** A new organization in which everybody but the outsider has the role they are named by. */
export async function createScene({ db, ...accounts }: Accounts): Promise<Scene> {
  const { users } = accounts
  const organization = await db.transaction(async (tx) => {
    const id = await foundOrganization(tx, { title: 'Model', createdBy: users.admin })
    for (const person of people) {
      if (['admin', 'outsider', 'anonymous'].includes(person)) continue
      const role = person === 'guest' ? null : roleNamed(person)
      await addMember(tx, { organizationId: id, userId: users[person], role, sso: false })
    }
    return id
  })
  const roles: World['roles'] = {}
  for (const person of people.slice(0, -2)) {
    roles[person] = person === 'guest' ? null : roleNamed(person)
  }
  const world: World = {
    organization,
    users,
    roles,
    spaces: [],
    mergedByTwo: 0,
    known: new Set(),
  }
  return { world, server: { ...accounts, organization } }
}

function roleNamed(person: Person) {
  if (person === 'guest' || person === 'outsider' || person === 'anonymous') {
    throw new Error('Only roles are named here')
  }
  return person
}

/**
 * What every sequence begins with, so that there is something to edit, to merge and to discuss, and
 * in most of them a rule that takes two people.
 */
export function beginningOf(seed: number): readonly ((world: World) => Command)[] {
  const rules = firstRules[Math.abs(seed) % firstRules.length] ?? []
  return [
    ...beginning,
    (world) => ({ kind: 'rules', who: 'admin', space: world.spaces[0]?.id ?? '', rules }),
  ]
}

const firstRules: readonly (readonly RuleName[])[] = [
  [],
  ['require_checks'],
  ['require_checks by reporters'],
  ['require_at_least_one_approved_review'],
  ['allow_bypass', 'require_checks'],
]

const beginning: readonly ((world: World) => Command)[] = [
  () => ({ kind: 'create-space', who: 'admin', isEmpty: true }),
  (world) => ({
    kind: 'edit',
    who: 'edit',
    space: world.spaces[0]?.id ?? '',
    changes: [
      { operation: 'insert', title: 'Alpha', into: null, body: text },
      { operation: 'insert', title: 'Beta', into: null, body: text },
    ],
  }),
  (world) => ({
    kind: 'create-request',
    who: 'edit',
    space: world.spaces[0]?.id ?? '',
    subject: 'A subject',
  }),
]

const text = bodyOf(['rain', 'sun', 'snow'])
