import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { addMember } from '#/features/people/members/public.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  exportArchive,
  importArchive,
  packFiles,
  unpackFiles,
} from '#test/test-archives.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'
import { eventsOf } from '#test/test-nodes.ts'
import { newPerson } from '#test/test-people.ts'
import {
  createTestSpec,
  insertComputed,
  type TestInterface,
  type TestSpec,
  titlesOf,
} from '#test/test-specs.ts'

const pets = { operations: { 'get /pets': 'List pets', 'post /pets': 'Add a pet' } }
const shops = { operations: { 'get /shops': 'List shops' } }
const otherShops = { operations: { 'get /shops': 'List all shops' } }
const first: TestInterface = { tags: { Pets: pets, Shops: shops } }
const second: TestInterface = { tags: { Pets: pets, Shops: otherShops } }

describe('pages that follow a specification', () => {
  let api: TestApi
  let spec: TestSpec
  let space: TestSpace
  let root: string
  let count = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())
  beforeEach(async () => {
    count += 1
    spec = await createTestSpec(api, `pets-${count}`)
    await spec.show(first)
    space = await createTestSpace(api)
    const { changes } = await space.edit(insertComputed(spec.slug))
    root = changes[0].page
  })

  const get = async (path: string): Promise<TestBody> => {
    const { status, body } = await api.as('read').get(path)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const content = (spaceId = space.spaceId) => `/spaces/${spaceId}/content`
  const head = async (spaceId?: string): Promise<string> =>
    (await get(content(spaceId))).id
  const titles = async (spaceId?: string) =>
    titlesOf((await get(`${content(spaceId)}/pages`)).pages)
  const at = async (path: string, spaceId?: string) =>
    get(`${content(spaceId)}/path/${path}`)
  const changedIn = async (revision: string): Promise<string[]> => {
    const [row] = await api.rows('select changed from revision where id = $1', [revision])
    return row.changed
  }
  const block = (path: string) =>
    `{% openapi-operation spec="${spec.slug}" path="${path}" method="get" %}\n[x](https://x.example)\n{% endopenapi-operation %}\n`

  it('are written in the name of nobody, with an event and a line of the audit log', async () => {
    await spec.publish(second)
    const { items } = await get(`/spaces/${space.spaceId}/revisions`)
    assert.deepEqual(
      [items[0].createdBy.id, items[0].createdBy.displayName, items[0].type],
      ['lectern:openapi', 'OpenAPI', 'edits'],
    )
    const events = await eventsOf(api, `space:${space.spaceId}`)
    assert.equal(events.at(-1).type, 'space_content_updated')
    const [audited] = await api.rows(
      `select actor_id, details from audit_event where target_id = $1
       order by occurred_at desc limit 1`,
      [space.spaceId],
    )
    assert.equal(audited.actor_id, 'lectern:openapi')
    assert.equal(audited.details.openapi, spec.slug)
    const notified = await api.rows(
      `select id from pgboss.job where name like 'notifications%' and data::text like $1`,
      [`%${space.spaceId}%`],
    )
    assert.deepEqual(notified, [])
  })

  it('with blocks of people have a new version only when what they show changed', async () => {
    const { changes } = await space.edit(
      { operation: 'insert_page', title: 'One', document: { markdown: block('/pets') } },
      { operation: 'insert_page', title: 'Two', document: { markdown: block('/shops') } },
      {
        operation: 'insert_reusable_content',
        title: 'Three',
        document: { markdown: block('/shops') },
      },
    )
    const [, two, { reusableContent: three }] = changes
    const [text] = await api.rows(
      'select document_id from entry_version where entry_id = $1 and to_number is null',
      [two.page],
    )
    await spec.publish(second)
    const computed = await at('pets/shops')
    const changed = new Set(await changedIn(await head()))
    assert.deepEqual(changed, new Set([two.page, three, computed.id]))
    const [now] = await api.rows(
      'select document_id from entry_version where entry_id = $1 and to_number is null',
      [two.page],
    )
    assert.deepEqual(now, text)
    const revision = await head()
    await spec.publish({ ...second, title: 'Pets' })
    assert.equal(await head(), revision)
  })

  it('that a person edited tell renderers what their blocks show', async () => {
    const page = await at('pets/shops')
    const document = { markdown: `Mine.\n\n${block('/shops')}` }
    await space.edit({ operation: 'update_page', page: page.id, document })
    const edited = await at('pets/shops')
    await spec.publish(second)
    assert.deepEqual(await changedIn(await head()), [page.id])
    const now = await at('pets/shops')
    assert.equal(now.markdown, edited.markdown)
    assert.equal(now.documentId, edited.documentId)
    await spec.publish({ tags: { Pets: pets } })
    assert.equal((await at('pets/shops')).markdown, edited.markdown)
  })

  it('do so in locked spaces and in the trash', async () => {
    const admin = api.as('admin')
    await admin.patch(`/spaces/${space.spaceId}`, { editMode: 'locked' })
    const live = await head()
    await spec.publish(second)
    const locked = await head()
    assert.notEqual(locked, live)
    await admin.delete(`/spaces/${space.spaceId}`)
    await spec.publish(first)
    const restored = await admin.post(`/spaces/${space.spaceId}/restore`)
    assert.ok(restored.status < 300, JSON.stringify(restored.body))
    assert.notEqual(await head(), locked)
  })

  it('conflict with no change request on other things of the same pages', async () => {
    const [one, two] = [await at('pets/pets'), await at('pets/shops')]
    const change = await changeRequestIn(api, space.spaceId)
    await change.edit(
      { operation: 'update_page', page: one.id, title: 'All pets' },
      { operation: 'move_page', page: two.id, at: 0 },
    )
    await spec.publish({
      tags: {
        Pets: { operations: { 'get /pets': 'List them' } },
        Shops: otherShops,
        New: { operations: { 'get /new': 'New' } },
      },
    })
    const newest = await at('pets/shops')
    assert.equal((await change.update()).body.result, 'update')
    const merged = await change.merge()
    assert.equal(merged.body.result, 'merge', JSON.stringify(merged.body))
    assert.equal(await titles(), 'Pets (Shops, All pets, New)')
    assert.equal((await at('pets/shops')).computedSeed, newest.computedSeed)
    const fsck = await api.rows(
      'select count(*)::integer as n from entry_version where space_id = $1 and document_id is null and not is_gone',
      [space.spaceId],
    )
    assert.equal(fsck[0].n, 0)
  })

  it('stay deleted where a change request deleted them, without a question', async () => {
    const { id } = await at('pets/shops')
    const change = await changeRequestIn(api, space.spaceId)
    await change.edit({ operation: 'delete_page', page: id })
    await spec.publish(second)
    assert.equal((await change.merge()).body.result, 'merge')
    assert.equal(await titles(), 'Pets (Pets)')
    await spec.publish(first)
    assert.equal(await titles(), 'Pets (Pets)')
  })

  it('merge with the texts that a change request wrote meanwhile', async () => {
    const { id } = await at('pets/shops')
    const { changes } = await space.edit({
      operation: 'insert_page',
      title: 'Hand',
      document: { markdown: `Words.\n\n${block('/shops')}` },
    })
    const change = await changeRequestIn(api, space.spaceId)
    const document = { markdown: `Other words.\n\n${block('/shops')}` }
    await change.edit(
      { operation: 'update_page', page: id, document },
      { operation: 'update_page', page: changes[0].page, document },
    )
    await spec.publish(second)
    assert.equal((await change.merge()).body.result, 'merge')
    assert.match((await at('pets/shops')).markdown, /^Other words/)
    assert.equal((await at('pets/shops')).computed, undefined)
  })

  it('come up to date when the change request that made them is merged later', async () => {
    const other = await createTestSpace(api)
    const change = await changeRequestIn(api, other.spaceId)
    await change.edit(insertComputed(spec.slug))
    await spec.publish({ tags: { Pets: pets, New: shops } })
    assert.equal((await change.merge()).body.result, 'merge')
    const [job] = await api.rows(
      `select data from pgboss.job where name = 'openapi.follow'
       and data->>'specId' = $1 order by created_on desc limit 1`,
      [spec.id],
    )
    assert.ok(job)
    await spec.follow()
    assert.equal(await titles(other.spaceId), 'Pets (Pets, New)')
  })

  it('go with a copy of their space, and follow there', async () => {
    const copied = await api.as('admin').post(`/spaces/${space.spaceId}/duplicate`)
    assert.equal(copied.status, 201, JSON.stringify(copied.body))
    await spec.publish({ tags: { Pets: pets, New: shops } })
    assert.equal(await titles(copied.body.id), 'Pets (Pets, New)')
    assert.equal(await titles(), 'Pets (Pets, New)')
  })

  it('stay as they are in another organization, where the specification is not', async () => {
    const revision = await head()
    const person = await newPerson(api, { name: `Both ${spec.slug}`, role: 'admin' })
    const { otherOrganization } = api
    const member = {
      organizationId: otherOrganization,
      userId: person.userId,
      sso: false,
    }
    await api.services.db.transaction(async (tx) =>
      addMember(tx, { ...member, role: 'create' }),
    )
    const moved = await person.caller.post(`/spaces/${space.spaceId}/transfer`, {
      organization: otherOrganization,
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    await spec.publish(second)
    const there = await person.caller.get(content())
    assert.equal(there.body.id, revision)
    assert.equal(titlesOf(there.body.pages), 'Pets (Pets, Shops)')
    const page = await person.caller.get(`${content()}/path/pets/shops`)
    assert.ok(page.body.computedSeed)
    const links = await person.caller.get(`/spaces/${space.spaceId}/links`)
    assert.equal(links.status, 200, JSON.stringify(links.body))
  })

  it('are the same after an export and an import of it', async () => {
    const revision = await head()
    const archive = await exportArchive(api, space.spaceId)
    const files = await unpackFiles(archive)
    assert.match(String(files.get('SUMMARY.md')), /\* \[Pets\]\(pets\/pets\.md\)/)
    const run = await importArchive(api, space.spaceId, archive)
    assert.equal(run.result.revision, revision, JSON.stringify(run.result))
    files.set('pets/shops.md', Buffer.from('# Shops\n\nMine.\n'))
    files.set('new.md', Buffer.from('# New\n'))
    await importArchive(api, space.spaceId, await packFiles(files))
    assert.equal((await at('pets/shops')).markdown, 'Mine.\n')
    assert.equal((await at('pets/shops')).computed, undefined)
    const page = await at('pets/pets')
    assert.ok(page.computedSeed)
    await spec.publish({ tags: { Pets: { operations: { 'get /pets': 'Other' } } } })
    assert.notEqual((await at('pets/pets')).computedSeed, page.computedSeed)
    assert.equal((await at('pets/shops')).markdown, 'Mine.\n')
  })

  it('come from the declaration in a table of contents, and stay with it', async () => {
    const other = await createTestSpace(api)
    const summary = [
      '# Table of contents\n\n* [Home](README.md)\n* ```yaml',
      '  type: builtin:openapi\n  props:\n    models: true\n  dependencies:\n    spec:',
      `      ref:\n        kind: openapi\n        spec: ${spec.slug}`,
      '  ```\n',
    ].join('\n')
    const folder = await packFiles(
      new Map([
        ['SUMMARY.md', summary],
        ['README.md', '# Home\n'],
      ]),
    )
    await importArchive(api, other.spaceId, folder)
    await spec.follow()
    assert.equal(await titles(other.spaceId), 'Home, Pets (Pets, Shops)')
    const { id } = await at('pets/shops', other.spaceId)
    const revision = await head(other.spaceId)
    const again = await importArchive(api, other.spaceId, folder)
    assert.equal(again.result.revision, revision, JSON.stringify(again.result))
    await spec.publish(second)
    assert.equal((await at('pets/shops', other.spaceId)).id, id)
    const pulled = await exportArchive(api, other.spaceId)
    await importArchive(api, other.spaceId, pulled)
    assert.equal((await at('pets/shops', other.spaceId)).id, id)
    assert.equal(await titles(other.spaceId), 'Home, Pets (Pets, Shops)')
  })

  it('stay as they are when the specification is deleted, and root pages are not lost', async () => {
    const revision = await head()
    const gone = await api
      .as('admin')
      .delete(`/orgs/${api.organization}/openapi/${spec.slug}`)
    assert.ok(gone.status < 300)
    await spec.follow()
    assert.equal(await head(), revision)
    const again = await createTestSpec(api, spec.slug)
    await again.follow()
    assert.equal(await head(), revision)
    assert.equal((await at('pets')).id, root)
  })
})
