import { roles } from '@lectern/contract/common.ts'

import type { seeded } from '../../../../tools/gate.ts'
import { contentPlans } from './kill9-content.ts'
import type { Intent, Kind } from './kill9-journal.ts'
import type { Client } from './kill9-world.ts'

type Random = ReturnType<typeof seeded>

/** A request and what it does to one object when it is acknowledged. */
export interface Write extends Pick<Intent, 'kind' | 'object' | 'value' | 'isAudited'> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly token: string
  /** The server must say no. */
  readonly isForbidden: boolean
}

/** What a client has made, as far as it knows. */
export interface Owned {
  readonly id: string
  readonly value: string
  /** An earlier request may still have changed it, or may yet. */
  readonly isInDoubt: boolean
}

export type Belongings = Readonly<Record<Kind, Map<string, Owned>>>

export function noBelongings(): Belongings {
  return {
    team: new Map(),
    membership: new Map(),
    token: new Map(),
    link: new Map(),
    mail: new Map(),
    role: new Map(),
    page: new Map(),
    file: new Map(),
  }
}

const ownedMax = { team: 15, token: 12, link: 10 }
const unknownUser = 'nobodynobodynobody00'

export type Plan = (asking: Asking) => Write | undefined

export interface Asking {
  readonly client: Client
  readonly has: Belongings
  readonly random: Random
  /** Makes what it writes unlike anything else that was ever written. */
  readonly n: number
}

/** The next thing a client asks for; now and then something that must be refused. */
export function nextWrite(asking: Asking): Write {
  for (;;) {
    const plan = asking.random.pick(plans)
    const write = plan(asking)
    if (write !== undefined) return write
  }
}

const createTeam: Plan = ({ client, has, n }) =>
  has.team.size >= ownedMax.team ? undefined : teamCreation(client, `t${n}`)

const renameTeam: Plan = (asking) => ofTeam(asking, ({ id }) => rename(asking, id))

const deleteTeam: Plan = (asking) =>
  ofTeam(asking, ({ id }) =>
    asking.has.team.size < ownedMax.team / 3
      ? undefined
      : deletion(asking.client, 'team', id),
  )

const setMembership: Plan = (asking) =>
  ofTeam(asking, ({ id }) => {
    const { client, random } = asking
    const role = random.pick(['owner', 'member'])
    return membership(client, id, { userId: random.pick(client.people), role })
  })

const dropMembership: Plan = (asking) =>
  ofTeam(asking, ({ id }) => {
    const { client, random } = asking
    return membership(client, id, { userId: random.pick(client.people), role: null })
  })

const createToken: Plan = ({ client, has, n }) =>
  has.token.size >= ownedMax.token ? undefined : tokenCreation(client, { label: `k${n}` })

const revokeToken: Plan = ({ client, has, random }) => {
  const token = anyOf(has.token, random)
  return (
    token && {
      ...admin(client, 'token'),
      isAudited: false,
      object: token.id,
      value: null,
      method: 'DELETE',
      path: `/user/tokens/${token.id}`,
    }
  )
}

const createLink: Plan = ({ client, has, random }) =>
  has.link.size >= ownedMax.link ? undefined : linkCreation(client, random.pick(roles))

const changeLink: Plan = ({ client, has, random }) => {
  const link = anyOf(has.link, random)
  if (link === undefined) return undefined
  const role = random.pick(roles)
  return {
    ...admin(client, 'link'),
    object: link.id,
    value: role,
    method: 'PATCH',
    path: `/orgs/${client.organizationId}/link-invites/${link.id}`,
    body: { role },
  }
}

const deleteLink: Plan = ({ client, has, random }) => {
  const link = anyOf(has.link, random)
  return link && deletion(client, 'link', link.id)
}

const inviteByMail: Plan = ({ client, n }) => invitation(client, `m${n}@mail.example`)

const changeRole: Plan = ({ client, has, random }) => {
  const ward = has.role.get(client.ward)
  if (ward === undefined) return undefined
  const role = random.pick(roles.filter((name) => name !== ward.value))
  return {
    ...admin(client, 'role'),
    // A change to what it already is leaves no trace.
    isAudited: !ward.isInDoubt,
    object: client.ward,
    value: role,
    method: 'PATCH',
    path: `/orgs/${client.organizationId}/members/${client.ward}`,
    body: { role },
  }
}

const asReader: Plan = (asking) => {
  const { client, random, n } = asking
  const team = anyOf(asking.has.team, random)
  const write = random.pick([
    teamCreation(client, `refused${n}`),
    linkCreation(client, 'admin'),
    invitation(client, `refused${n}@mail.example`),
    ...(team === undefined
      ? []
      : [rename(asking, team.id, 'refused'), deletion(client, 'team', team.id)]),
  ])
  return { ...write, token: client.readerToken, isForbidden: true }
}

/** Refused only after rows were written: the whole transaction must go. */
const withUnknownMember: Plan = ({ client, n }) => {
  const write = teamCreation(client, `unknown${n}`)
  const body = { title: write.value, members: [unknownUser] }
  return { ...write, body, isForbidden: true }
}

const withStaleVersion: Plan = (asking) =>
  ofTeam(asking, ({ id }) => ({
    ...rename(asking, id, 'stale'),
    headers: { 'if-match': '"999999"' },
    isForbidden: true,
  }))

const ofForeignOrganization: Plan = ({ client, n }) => ({
  ...tokenCreation(client, { label: `foreign${n}`, organization: unknownUser }),
  isForbidden: true,
})

const plans: readonly Plan[] = [
  ...Array.from({ length: 4 }, () => renameTeam),
  ...Array.from({ length: 3 }, () => createTeam),
  ...Array.from({ length: 2 }, () => deleteTeam),
  ...Array.from({ length: 2 }, () => setMembership),
  dropMembership,
  createToken,
  revokeToken,
  createLink,
  changeLink,
  deleteLink,
  inviteByMail,
  changeRole,
  asReader,
  withUnknownMember,
  withStaleVersion,
  ofForeignOrganization,
  ...contentPlans,
]

function admin(client: Client, kind: Kind) {
  return { kind, token: client.token, isForbidden: false, isAudited: true } as const
}

function teamCreation(client: Client, title: string) {
  return {
    ...admin(client, 'team'),
    value: title,
    method: 'PUT',
    path: `/orgs/${client.organizationId}/teams`,
    body: { title },
  } as const
}

function rename({ client, n }: Asking, id: string, word = 't') {
  const title = `${word}${n}`
  return {
    ...admin(client, 'team'),
    object: id,
    value: title,
    method: 'PATCH',
    path: `/orgs/${client.organizationId}/teams/${id}`,
    body: { title },
  } as const
}

function membership(
  client: Client,
  teamId: string,
  { userId, role }: { userId: string; role: string | null },
): Write {
  return {
    ...admin(client, 'membership'),
    object: `${teamId}/${userId}`,
    value: role,
    method: role === null ? 'DELETE' : 'PUT',
    path: `/orgs/${client.organizationId}/teams/${teamId}/members/${userId}`,
    ...(role !== null && { body: { role } }),
  }
}

function tokenCreation(client: Client, body: { label: string; organization?: string }) {
  return {
    ...admin(client, 'token'),
    isAudited: false,
    value: body.label,
    method: 'POST',
    path: '/user/tokens',
    body,
  } as const
}

function linkCreation(client: Client, role: string) {
  return {
    ...admin(client, 'link'),
    value: role,
    method: 'POST',
    path: `/orgs/${client.organizationId}/link-invites`,
    body: { role },
  } as const
}

function invitation(client: Client, email: string) {
  return {
    ...admin(client, 'mail'),
    object: email,
    value: email,
    method: 'POST',
    path: `/orgs/${client.organizationId}/invites`,
    body: { emails: [email] },
  } as const
}

function deletion(client: Client, kind: 'team' | 'link', id: string) {
  const noun = kind === 'team' ? 'teams' : 'link-invites'
  return {
    ...admin(client, kind),
    object: id,
    value: null,
    method: 'DELETE',
    path: `/orgs/${client.organizationId}/${noun}/${id}`,
  } as const
}

function ofTeam(
  { has, random }: Asking,
  make: (team: Owned) => Write | undefined,
): Write | undefined {
  const team = anyOf(has.team, random)
  return team && make(team)
}

function anyOf(owned: ReadonlyMap<string, Owned>, random: Random): Owned | undefined {
  return owned.size === 0 ? undefined : random.pick([...owned.values()])
}
