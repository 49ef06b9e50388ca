import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from 'kysely'

import type { Database } from '#/platform/database/database.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { lasting } from '#/platform/integrity/global-walk.ts'
import type { Problem } from '#/platform/integrity/integrity-check.ts'
import { organizationSecretScope } from '#/platform/secrets/organization-secrets.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { type Corruption, corruptions, type Things } from '#test/fsck/test-corruptions.ts'
import { furnishSite } from '#test/fsck/test-site-corruptions.ts'
import { furnishSettings } from '#test/fsck/test-site-setting-corruptions.ts'
import { furnishStructure } from '#test/fsck/test-structure-corruptions.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { globalChecks, organizationChecksWith } from './fsck/all-checks.ts'

class RollBack extends Error {}

describe('lectern-server fsck', () => {
  let api: TestApi
  let db: Database
  let things: Things
  before(async () => {
    api = await startTestApi()
    things = await furnish(api)
    db = api.services.db
  })
  after(async () => api.stop())

  const checks = () => organizationChecksWith(api.services.sealer)
  const fsck = async (...args: string[]) =>
    runCommand(['fsck', ...args], { DATABASE_URL: api.databaseUrl })

  /** What the checks find right after the change, which is then taken back. */
  async function foundAfter({ change }: Corruption): Promise<Problem[]> {
    let found: Problem[] = []
    const corrupted = db.transaction(async (tx) => {
      await apply(tx, change(things))
      found = await lookAtAll(tx)
      throw new RollBack()
    })
    await assert.rejects(corrupted, RollBack)
    return found
  }

  async function lookAtAll(tx: Queryable): Promise<Problem[]> {
    const problems: Problem[] = []
    for await (const organizationId of walkOrganizations(tx)) {
      for (const check of checks()) {
        problems.push(...(await check.run(tx, organizationId)).problems)
      }
    }
    for (const check of globalChecks) {
      const reader = { read: async <T>(run: (db: Queryable) => Promise<T>) => run(tx) }
      const parts = check.run(reader, { organizationId: undefined })
      for await (const part of parts) problems.push(...part.problems)
    }
    return problems
  }

  it('finds nothing wrong with a sample, and says how much it looked at', async () => {
    const { code, stdout, stderr } = await fsck()
    assert.deepEqual([code, stderr], [0, ''])
    const form =
      /^(\d+) rows of 2 organizations checked in [\d.]+ s \(\d+ rows\/s\): 0 problems\n$/
    const [, rows] = form.exec(stdout) ?? []
    assert.ok(Number(rows) > 100, stdout)
  })

  for (const corruption of corruptions) {
    it(`finds ${corruption.name}`, async () => {
      const found = await foundAfter(corruption)
      assert.deepEqual(
        found.map(({ kind, id }) => [kind, id]),
        [[corruption.kind, corruption.id(things)]],
      )
    })
  }

  it('shows for every check that it can fail', () => {
    const kinds = [...checks(), ...globalChecks].map(({ kind }) => kind)
    const shown = new Set(corruptions.map(({ kind }) => kind))
    assert.deepEqual(
      kinds.filter((kind) => !shown.has(kind)),
      [],
    )
    assert.equal(new Set(kinds).size, kinds.length)
    assert.ok(shown.size >= 15)
  })

  it('ignores what changes while it looks', async () => {
    const kind = 'counter-members'
    const [corruption] = corruptions.filter((known) => known.kind === kind)
    assert.ok(corruption)
    const first = await foundAfter(corruption)
    assert.deepEqual(await lasting(first, async () => []), [])
    assert.deepEqual(await lasting(first, async () => first), first)
  })

  it('prints a line for each problem and exits with 1', async () => {
    const committed = corruptions.filter(({ isAlone }) => isAlone !== true)
    await db.transaction(async (tx) => {
      for (const { change } of committed) await apply(tx, change(things))
    })
    const { code, stdout } = await fsck()
    assert.equal(code, 1)
    const lines = stdout.trimEnd().split('\n')
    assert.match(lines.at(-1) ?? '', new RegExp(`: ${lines.length - 1} problems$`))
    for (const line of lines.slice(0, -1)) {
      assert.match(line, /^organization \S+ [\w-]+ ".*": expected ".*", found ".*"$/)
    }
    const kinds = new Set(lines.slice(0, -1).map((line) => line.split(' ')[2]))
    for (const { kind } of committed) assert.ok(kinds.has(kind), kind)
    assert.ok(kinds.size >= 15)

    const json = await fsck('--json')
    assert.equal(json.code, 1)
    const objects = json.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    assert.equal(objects.length, lines.length)
  })

  it('looks at one organization alone when asked to', async () => {
    const { code, stdout } = await fsck('--json', '--organization', api.otherOrganization)
    assert.equal(code, 0, stdout)
    const acme = await fsck('--json', '--organization', api.organization)
    assert.equal(acme.code, 1)
    assert.match(acme.stdout, /"organizations":1,/)
    const unknown = await fsck('--json', '--organization', 'nowhere-at-all')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stdout, /"kind":"organization-missing","id":"nowhere-at-all"/)
  })
})

async function apply(tx: Transaction, statements: readonly string[]): Promise<void> {
  // Foreign keys and their cascades stand aside: what they hold is checked, too.
  for (const text of ['set local session_replication_role = replica', ...statements]) {
    await tx.run(
      statement('test.corrupt', () => sql.raw(text)),
      {},
    )
  }
}

/** Something of every kind, so that each check has a row to look at. */
async function furnish(api: TestApi): Promise<Things> {
  const { organization, users, services } = api
  const team = await api
    .as('admin')
    .put(`/orgs/${organization}/teams`, { title: 'Writers', members: [users.edit] })
  assert.equal(team.status, 201)
  const admin = api.as('admin')
  const collection = await admin.post(`/orgs/${organization}/collections`, {})
  const space = await admin.post(`/orgs/${organization}/spaces`, {
    parent: collection.body.id,
  })
  assert.equal(space.status, 201)
  const content = await furnishSpace(api, space.body.id)
  const scope = organizationSecretScope(organization, 'saml')
  const values: [string, unknown[]][] = [
    [
      `update organization set email_domains = '{acme.example}' where organization_id = $1`,
      [],
    ],
    [`insert into email_domain values ('acme.example', $1)`, []],
    [
      `insert into organization_secret (organization_id, name, sealed) values ($1, 'saml', $2)`,
      [services.sealer.seal('secret', scope)],
    ],
    [
      `insert into link_invite (organization_id, id, role, created_by) values ($1, 'link', 'read', $2)`,
      [users.admin],
    ],
    [`insert into organization_counter values ($1, 'link-invites', 1)`, []],
    [
      `insert into mail_invite (organization_id, id, email, invited_by, expires_at)
       values ($1, 'invite', 'new@acme.example', $2, now() + interval '7 days')`,
      [users.admin],
    ],
    [
      `insert into welcome_link (secret_hash, email, organization_id, invite_id, expires_at)
       values ('hash-of-invite', 'new@acme.example', $1, 'invite', now() + interval '7 days')`,
      [],
    ],
  ]
  for (const [text, more] of values) await api.rows(text, [organization, ...more])
  const [pending] = await api.rows('select id from event_pending limit 1')
  return {
    api,
    team: team.body.id,
    collection: collection.body.id,
    space: space.body.id,
    ...content,
    ...(await furnishComments(api)),
    plainSite: await furnishSite(api),
    structured: await furnishStructure(api),
    settled: await furnishSettings(api),
    pendingEvent: pending.id,
  }
}

/** Two revisions after the first one, with a page that is changed and one that is deleted. */
async function furnishSpace(api: TestApi, spaceId: string) {
  const path = `/spaces/${spaceId}/content`
  const text = { markdown: '[below](guide/setup.md)\n' }
  const { body: made } = await api.as('admin').post(path, {
    changes: [
      { operation: 'insert_page', title: 'Guide', ref: 'guide' },
      { operation: 'insert_page', title: 'Setup', into: 'guide' },
      { operation: 'insert_page', title: 'Gone' },
      { operation: 'insert_reusable_content', title: 'Note' },
    ],
  })
  const [page, childPage, gonePage] = made.changes.map(
    (change: { page: string }) => change.page,
  )
  const { status, body } = await api.as('admin').post(path, {
    changes: [
      { operation: 'update_page', page, document: text },
      { operation: 'delete_page', page: gonePage },
      { operation: 'set_variables', variables: { product: 'Lectern' } },
    ],
  })
  assert.equal(status, 200)
  const { documentId } = body.changes[0]
  return { page, childPage, gonePage, revision: body.revision, documentId }
}

/** Apart from the other space, which has one branch. */
async function furnishComments(api: TestApi) {
  const admin = api.as('admin')
  const make = async (path: string, body: object): Promise<string> => {
    const made = await admin.post(path, body)
    assert.ok(made.status < 300, JSON.stringify(made.body))
    return made.body.id
  }
  const text = { body: { markdown: 'Why?' } }
  const discussed = await make(`/orgs/${api.organization}/spaces`, {})
  const comment = await make(`/spaces/${discussed}/comments`, text)
  const path = `/spaces/${discussed}/comments/${comment}`
  const reply = await make(`${path}/replies`, text)
  for (const target of [path, `${path}/replies/${reply}`]) {
    await admin.put(target, { addedReactions: ['2764'] })
  }
  const changeRequest = await make(`/spaces/${discussed}/change-requests`, {})
  await make(`/spaces/${discussed}/change-requests/${changeRequest}/comments`, text)
  const { body } = await admin.get(`/spaces/${discussed}/content/pages`)
  await make(`/spaces/${discussed}/change-requests/${changeRequest}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Proposed', document: { markdown: 'Why.' } },
      { operation: 'insert_files', files: [{ name: 'a.txt', base64: 'YWJj' }] },
      { operation: 'delete_page', page: body.pages[0].id },
    ],
  })
  const request = `/spaces/${discussed}/change-requests/${changeRequest}`
  const status = 'approved'
  const review = await make(`${request}/reviews`, { status, comment: text.body })
  const users = [api.users.review]
  await make(`${request}/requested-reviewers`, { users })
  return { discussed, comment, reply, changeRequest, review }
}
