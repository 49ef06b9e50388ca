import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { foundOrganization } from '#/features/people/organizations/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import type { Database } from '#/platform/database/database.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

const organizationCount = 4
const clientsPerOrganization = 3
const peoplePerOrganization = 4
const foldersPerSpace = 3

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
  /** Shared by all clients of the organization. */
  readonly spaceId: string
  /** Where its pages can stand; an empty id is the top. */
  readonly folders: readonly string[]
}

type Person = Omit<Client, 'spaceId' | 'folders'>

export interface World {
  readonly organizations: readonly string[]
  readonly clients: readonly Client[]
}

export const wardRole = 'read'

/** The spaces are made over HTTP, as everything that the clients write. */
export async function createWorld(db: Database, url: string): Promise<World> {
  const { organizations, clients } = await createPeople(db)
  const spaces = new Map<string, Pick<Client, 'spaceId' | 'folders'>>()
  for (const { organizationId, token } of clients) {
    if (spaces.has(organizationId)) continue
    spaces.set(organizationId, await createSpace(url, organizationId, token))
  }
  const nowhere = { spaceId: '', folders: [] }
  return {
    organizations,
    clients: clients.map((client) => ({
      ...client,
      ...(spaces.get(client.organizationId) ?? nowhere),
    })),
  }
}

async function createPeople(db: Database) {
  const organizations: string[] = []
  const clients: Person[] = []
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
): Promise<{ organizationId: string; members: Person[] }> {
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
  const members: Person[] = []
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

async function createSpace(url: string, organizationId: string, token: string) {
  const send = async (target: string, body: object) => {
    const reply = await fetch(`${url}/v1${target}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`The world was refused: ${await reply.text()}`)
    return reply.json()
  }
  const spaces = `/orgs/${organizationId}/spaces`
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of createSpace
  const { id: spaceId } = (await send(spaces, { empty: true })) as { id: string }
  const folders = Array.from({ length: foldersPerSpace }, (_, number) => ({
    operation: 'insert_page',
    title: `Folder ${number}`,
  }))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract of updateSpaceContent
  const { changes } = (await send(`/spaces/${spaceId}/content`, {
    changes: folders,
  })) as {
    changes: { page: string }[]
  }
  return { spaceId, folders: ['', ...changes.map(({ page }) => page)] }
}

async function person(tx: Transaction, name: string): Promise<string> {
  const email = `${name}@kill.example`
  return createAccount(tx, { displayName: name, email, isVerified: true })
}

async function tokenOf(tx: Transaction, accountId: string): Promise<string> {
  return (await issueToken(tx, { accountId, label: 'Gate' })).secret
}
