import { issueToken } from '#/features/api-tokens/public.ts'
import { addMember } from '#/features/members/public.ts'
import { foundOrganization } from '#/features/organizations/public.ts'
import { createAccount } from '#/features/users/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

const organizationCount = 4
const clientsPerOrganization = 3
const peoplePerOrganization = 4

/** Changes things of its own in an organization it shares with other clients. */
export interface Client {
  readonly index: number
  readonly organizationId: string
  readonly userId: string
  readonly token: string
  /** Of a member who may only read, so that what it asks for is refused. */
  readonly readerToken: string
  /** Members whom every client of the organization puts into its teams. */
  readonly people: readonly string[]
  /** A member whose role only this client changes. */
  readonly ward: string
}

export interface World {
  readonly organizations: readonly string[]
  readonly clients: readonly Client[]
}

export const wardRole = 'read'

export async function createWorld(db: Database): Promise<World> {
  const organizations: string[] = []
  const clients: Client[] = []
  for (let number = 0; number < organizationCount; number += 1) {
    const { organizationId, members } = await db.transaction(async (tx) =>
      createOrganization(tx, number, clients.length),
    )
    organizations.push(organizationId)
    clients.push(...members)
  }
  return { organizations, clients }
}

async function createOrganization(
  tx: Transaction,
  number: number,
  firstIndex: number,
): Promise<{ organizationId: string; members: Client[] }> {
  const founder = await person(tx, `founder${number}`)
  const organizationId = await foundOrganization(tx, {
    title: `Kill ${number}`,
    createdBy: founder,
  })
  const join = async (name: string, role: 'admin' | 'read') => {
    const userId = await person(tx, `${name}-${number}`)
    await addMember(tx, { organizationId, userId, role, sso: false })
    return userId
  }
  const reader = await join('reader', 'read')
  const readerToken = await tokenOf(tx, reader)
  const people: string[] = []
  for (let index = 0; index < peoplePerOrganization; index += 1) {
    people.push(await join(`person${index}`, 'read'))
  }
  const members: Client[] = []
  for (let index = 0; index < clientsPerOrganization; index += 1) {
    const userId = await join(`client${index}`, 'admin')
    members.push({
      index: firstIndex + index,
      organizationId,
      userId,
      token: await tokenOf(tx, userId),
      readerToken,
      people,
      ward: await join(`ward${index}`, wardRole),
    })
  }
  return { organizationId, members }
}

async function person(tx: Transaction, name: string): Promise<string> {
  const email = `${name}@kill.example`
  return createAccount(tx, { displayName: name, email, isVerified: true })
}

async function tokenOf(tx: Transaction, accountId: string): Promise<string> {
  return (await issueToken(tx, { accountId, label: 'Gate' })).secret
}
