import { send as sendOnWire } from '#test/http/test-wire.ts'
import { groupUrn, patch, userUrn } from '#test/provisioning/test-directory.ts'

import { scimHeaders } from '../generate/generate-directories.ts'
import type { Instance } from '../harness/instance.ts'
import {
  type Asked,
  compare,
  type Compared,
  costsOf,
  type Effort,
  type Measured,
} from './growth-cost.ts'
import { organizationsOf } from './growth-members.ts'
import { filling } from './growth-world.ts'

type Size = 'small' | 'large'
const sizes = ['small', 'large'] as const

/** Proves a domain for each of the organizations, and has directories know every second member. */
export async function fillDirectories(instance: Instance): Promise<void> {
  await filling(instance, async (client) => {
    await client.query(
      `insert into account_email (email, account_id)
       select lower(email), id from account where id like 'growthuser%'`,
    )
    for (const size of sizes) {
      const organizationId = organizationsOf(instance)[size]
      await client.query(
        `insert into email_domain (domain, organization_id, proven_at) values ($2, $1, now())`,
        [organizationId, domainOf(size)],
      )
      await client.query(
        `update organization set email_domains = array[$2], proven_email_domains = array[$2]
         where organization_id = $1`,
        [organizationId, domainOf(size)],
      )
      await client.query(
        `insert into scim_user (organization_id, id, user_id, user_name, user_name_key, email,
           emails, external_id, is_active, attributes)
         select organization_id, 'scim' || user_id, user_id, a.email, lower(a.email),
           lower(a.email), array[lower(a.email)], 'outside-' || user_id, true, '{}'
         from member join account a on a.id = user_id
         where organization_id = $1 and user_id like 'growthuser%' and right(user_id, 1) in ('0', '2', '4', '6', '8')`,
        [organizationId],
      )
    }
    await client.query('vacuum analyze scim_user, account_email, organization')
  })
}

export function domainOf(size: Size): string {
  return `${size}-home.example`
}

export interface Directory {
  readonly size: Size
  readonly url: string
  readonly base: string
  readonly token: string
  /** Of users and groups that it has made, in their order. */
  readonly userIds: string[]
  readonly groupIds: string[]
}

/** What a directory asks about one of its people costs the same among a hundred members as among all. */
export async function compareDirectories(
  measured: Measured,
  { effort, say }: { effort: Effort; say: (line: string) => void },
): Promise<Compared[]> {
  const small = await connect(measured, 'small')
  const large = await connect(measured, 'large')
  const compared: Compared[] = []
  for (const [name, act] of Object.entries(acts)) {
    const asked = (directory: Directory): Asked => ({
      measured,
      send: async (turn) => act(directory, turn),
    })
    const { one, other } = await costsOf(asked(small), asked(large), effort)
    const result = compare(`a directory ${name}`, one, other)
    say(`  ${result.text}`)
    compared.push(result)
  }
  return compared
}

export async function connect({ api, world }: Measured, size: Size): Promise<Directory> {
  const { instance } = world
  const organizationId = organizationsOf(instance)[size]
  const reply = await fetch(`${api.url}/v1/orgs/${organizationId}/scim-tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${instance.sample.tokens.admin}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ label: 'Growth' }),
  })
  const token = String(Object(await reply.json())['token'])
  const base = `/scim/v2/${organizationId}`
  return { size, url: api.url, base, token, userIds: [], groupIds: [] }
}

const acts: Readonly<
  Record<string, (directory: Directory, turn: number) => Promise<void>>
> = {
  async 'makes a user'(directory, turn) {
    const userName = `new-${turn}@${domainOf(directory.size)}`
    const user = await ask(directory, 'POST', '/Users', {
      schemas: [userUrn],
      userName,
      externalId: `new-${turn}`,
      name: { givenName: 'Ann', familyName: `Number ${turn}` },
    })
    directory.userIds.push(user)
  },
  async 'makes a group'(directory, turn) {
    const group = await ask(directory, 'POST', '/Groups', {
      schemas: [groupUrn],
      displayName: `Group ${turn}`,
      members: directory.userIds.slice(0, 5).map((value) => ({ value })),
    })
    directory.groupIds.push(group)
  },
  async 'finds a user by name'(directory, turn) {
    await find(directory, `userName eq "person${(turn % 90) + 1}@growth.example"`)
  },
  async 'finds a user by its own id'(directory, turn) {
    await find(directory, `externalId eq "new-${turn % directory.userIds.length}"`)
  },
  async 'reads a user'(directory, turn) {
    await ask(directory, 'GET', `/Users/${at(directory.userIds, turn)}`)
  },
  async 'lists users'(directory) {
    await ask(directory, 'GET', '/Users?count=20')
  },
  async 'changes a user'(directory, turn) {
    const body = patch({ op: 'replace', path: 'name.familyName', value: `Name ${turn}` })
    await ask(directory, 'PATCH', `/Users/${at(directory.userIds, turn)}`, body)
  },
  async 'puts a user into a group'(directory, turn) {
    const value = [{ value: at(directory.userIds, turn) }]
    const body = patch({ op: 'add', path: 'members', value })
    await ask(directory, 'PATCH', `/Groups/${at(directory.groupIds, turn)}`, body)
  },
  async 'deactivates a user'(directory, turn) {
    const value = Math.floor(turn / directory.userIds.length) % 2 === 1
    const body = patch({ op: 'replace', path: 'active', value })
    await ask(directory, 'PATCH', `/Users/${at(directory.userIds, turn)}`, body)
  },
}

function at(ids: readonly string[], turn: number): string {
  return ids[turn % ids.length] ?? ''
}

async function find(directory: Directory, filter: string): Promise<void> {
  await ask(directory, 'GET', `/Users?filter=${encodeURIComponent(filter)}`)
}

/** The id of what is answered. */
export async function ask(
  { url, base, token }: Directory,
  method: string,
  path: string,
  body?: object,
): Promise<string> {
  const text = body && JSON.stringify(body)
  const reply = await sendOnWire(url, method, base + path, {
    headers: scimHeaders(token, text),
    ...(text !== undefined && { body: text }),
  })
  if (reply.status >= 300) {
    throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
  }
  const answer = reply.text === '' ? {} : Object(JSON.parse(reply.text))
  if (answer.totalResults === 0) throw new Error(`${path} found nobody`)
  return String(answer.id)
}
