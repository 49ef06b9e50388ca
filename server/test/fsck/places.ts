import { issueToken } from '#/features/people/api-tokens/public.ts'
import { addMember } from '#/features/people/members/public.ts'
import { foundOrganization } from '#/features/people/organizations/public.ts'
import { indexSpace } from '#/features/writing/search/index-space.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { organizationSecretScope } from '#/platform/secrets/organization-secrets.ts'

import type { TestApi, TestBody, TestCaller } from '../test-api.ts'
import { createSites, type PlaceSite } from './place-sites.ts'

const roles = ['create', 'review', 'edit', 'comment', 'read'] as const

/** A space with three revisions. Every page is `[id, first number of its open version]`. */
export interface PlaceSpace {
  readonly id: string
  /** Two versions, with a link to the page below it. */
  readonly page: string
  readonly childPage: string
  /** Beside the page, at the top. */
  readonly otherPage: string
  readonly gonePage: string
  readonly group: string
  readonly link: string
  readonly file: string
  readonly revisions: readonly string[]
  /** The texts of the page, of the page below it and of the one beside it. */
  readonly documents: readonly string[]
  /** On the space, with a reply. */
  readonly comment: string
  readonly reply: string
  /** One that changed nothing; the first member is asked to review it. */
  readonly changeRequest: string
  readonly review: string
}

/** An organization with something of everything that is checked. */
export interface Place {
  readonly index: number
  readonly organization: string
  /** Where nothing is planted. */
  readonly elsewhere: string
  readonly hostname: string
  readonly domain: string
  readonly members: readonly string[]
  /** Has an account and belongs to no place. */
  readonly outsider: string
  readonly teams: readonly string[]
  /** The second lies in the first. */
  readonly collections: readonly string[]
  /** In the collections and at the top; the index of the search knows the first alone. */
  readonly spaces: readonly PlaceSpace[]
  /** One without sections, and one with. */
  readonly sites: readonly PlaceSite[]
  readonly events: readonly string[]
}

export async function createPlaces(api: TestApi, count: number): Promise<Place[]> {
  const outsider = await person(api, 'nobody')
  const places: Place[] = []
  for (let index = 0; index < count; index += 1) {
    places.push(await createPlace(api, index, outsider))
  }
  return places
}

async function createPlace(
  api: TestApi,
  index: number,
  outsider: string,
): Promise<Place> {
  const { services } = api
  const people = await Promise.all(
    ['admin', ...roles].map(async (name) => person(api, `${name}.${index}`)),
  )
  const [createdBy = '', ...others] = people
  const { organization, token } = await services.db.transaction(async (tx) => {
    const title = `Place ${index}`
    const organizationId = await foundOrganization(tx, { title, createdBy })
    for (const [place, role] of roles.entries()) {
      const userId = others[place] ?? ''
      await addMember(tx, { organizationId, userId, role, sso: false })
    }
    const { secret } = await issueToken(tx, { accountId: createdBy, label: 'Gate' })
    return { organization: organizationId, token: secret }
  })
  const caller = api.withToken(token)
  const teams = await Promise.all(
    [1, 2, 3].map(async (size) => {
      const body = { title: `Team ${size}`, members: others.slice(0, size) }
      return idOf(await caller.put(`/orgs/${organization}/teams`, body))
    }),
  )
  const collections = await createCollections(caller, organization)
  const parents = [undefined, ...collections, undefined]
  const spaces: PlaceSpace[] = []
  for (const parent of parents) {
    spaces.push(await createSpace(caller, organization, { parent, index }))
  }
  const ids = spaces.map(({ id }) => id)
  const sites = await createSites(caller, organization, ids)
  const domain = `place-${index}.example`
  await addByHand(api, { organization, createdBy, domain, index })
  const [indexed] = spaces
  if (indexed !== undefined) {
    await indexSpace(services, { organizationId: organization, spaceId: indexed.id })
  }
  const of = [organization]
  const select = 'select hostname from organization where organization_id = $1'
  const [{ hostname }]: TestBody[] = await api.rows(select, of)
  const pending: TestBody[] = await api.rows(
    'select id from event_pending where organization_id = $1 order by id limit 4',
    of,
  )
  return {
    index,
    organization,
    elsewhere: api.otherOrganization,
    hostname,
    domain,
    members: people,
    outsider,
    teams,
    collections,
    spaces,
    sites,
    events: pending.map(({ id }) => id),
  }
}

async function person({ services }: TestApi, name: string): Promise<string> {
  const email = `${name}@fsck.example`
  return services.db.transaction(async (tx) =>
    createAccount(tx, { displayName: name, email, isVerified: true }),
  )
}

async function createCollections(
  caller: TestCaller,
  organization: string,
): Promise<string[]> {
  const path = `/orgs/${organization}/collections`
  const above = idOf(await caller.post(path, {}))
  const below = idOf(await caller.post(path, { parent: above }))
  return [above, below]
}

async function createSpace(
  caller: TestCaller,
  organization: string,
  { parent, index }: { parent: string | undefined; index: number },
): Promise<PlaceSpace> {
  const made = await caller.post(`/orgs/${organization}/spaces`, {
    title: 'Handbook',
    empty: true,
    ...(parent !== undefined && { parent }),
  })
  const id = idOf(made)
  const path = `/spaces/${id}/content`
  const text = (of: string) => ({
    markdown: `# ${of}\n\nText ${of} of place ${index}.\n`,
  })
  const first = await caller.post(path, {
    changes: [
      { operation: 'insert_page', title: 'Guide', ref: 'guide', document: text('guide') },
      {
        operation: 'insert_page',
        title: 'Setup',
        into: 'guide',
        document: text('setup'),
      },
      { operation: 'insert_page', title: 'Other', document: text('other') },
      { operation: 'insert_page', title: 'Gone' },
      { operation: 'insert_group', title: 'Group' },
      {
        operation: 'insert_link',
        title: 'Elsewhere',
        target: { kind: 'url', url: 'https://lectern.example/' },
      },
      { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YWJj' }] },
      { operation: 'insert_reusable_content', title: 'Note', document: text('note') },
    ],
  })
  requireStatus(first.status, 200, first.body)
  const [page, childPage, otherPage, gonePage, group, link] = first.body.changes.map(
    (change: TestBody) => change.page,
  )
  const document = { markdown: `[below](guide/setup.md) of place ${index}\n` }
  const second = await caller.post(path, {
    changes: [
      { operation: 'update_page', page, document },
      { operation: 'delete_page', page: gonePage },
      { operation: 'set_variables', variables: { product: 'Lectern' } },
    ],
  })
  requireStatus(second.status, 200, second.body)
  const documents = [
    second.body.changes[0].documentId,
    first.body.changes[1].documentId,
    first.body.changes[2].documentId,
  ]
  const file = first.body.insertedFiles[0].id
  const revisions = [made.body.revision, first.body.revision, second.body.revision]
  return {
    id,
    page,
    childPage,
    otherPage,
    gonePage,
    group,
    link,
    file,
    revisions,
    documents,
    ...(await createDiscussion(caller, id)),
  }
}

async function createDiscussion(caller: TestCaller, spaceId: string) {
  const body = { body: { markdown: 'Is this so?' } }
  const comment = await caller.post(`/spaces/${spaceId}/comments`, body)
  requireStatus(comment.status, 200, comment.body)
  const path = `/spaces/${spaceId}/comments/${comment.body.id}/replies`
  const reply = await caller.post(path, body)
  requireStatus(reply.status, 200, reply.body)
  const changeRequest = idOf(await caller.post(`/spaces/${spaceId}/change-requests`, {}))
  const request = `/spaces/${spaceId}/change-requests/${changeRequest}`
  const review = idOf(await caller.post(`${request}/reviews`, { status: 'approved' }))
  const me = await caller.get('/user')
  requireStatus(me.status, 200, me.body)
  const users = [me.body.id]
  const asked = await caller.post(`${request}/requested-reviewers`, { users })
  requireStatus(asked.status, 200, asked.body)
  return { comment: comment.body.id, reply: reply.body.id, changeRequest, review }
}

interface ByHand {
  readonly organization: string
  readonly createdBy: string
  readonly domain: string
  readonly index: number
}

/** What no request makes in so short a time. */
async function addByHand(
  api: TestApi,
  { organization, createdBy, domain, index }: ByHand,
): Promise<void> {
  const scope = organizationSecretScope(organization, 'saml')
  const sealed = api.services.sealer.seal(`secret ${index}`, scope)
  const statements: [string, unknown[]][] = [
    [
      'update organization set email_domains = array[$2] where organization_id = $1',
      [domain],
    ],
    ['insert into email_domain values ($2, $1)', [domain]],
    [`insert into organization_secret values ($1, 'saml', $2)`, [sealed]],
    [
      `insert into link_invite (organization_id, id, role, created_by)
       values ($1, 'link', 'read', $2)`,
      [createdBy],
    ],
    [`insert into organization_counter values ($1, 'link-invites', 1)`, []],
    [
      `insert into mail_invite (organization_id, id, email, invited_by, expires_at)
       select $1, 'invite' || n, 'new' || n || '@fsck.example', $2, now() + interval '7 days'
       from generate_series(1, 2) as n`,
      [createdBy],
    ],
    [
      `insert into welcome_link (secret_hash, email, organization_id, invite_id, expires_at)
       select $2 || n, 'new' || n || '@fsck.example', $1, 'invite' || n, now() + interval '7 days'
       from generate_series(1, 2) as n`,
      [`welcome-${index}-`],
    ],
  ]
  for (const [text, values] of statements) await api.rows(text, [organization, ...values])
}

function idOf({ status, body }: { status: number; body: TestBody }): string {
  requireStatus(status, 201, body)
  return body.id
}

function requireStatus(status: number, expected: number, body: TestBody): void {
  if (status !== expected) {
    throw new Error(`The scene was answered ${status}: ${JSON.stringify(body)}`)
  }
}
