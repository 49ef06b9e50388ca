import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { eventsOf, nodesOf } from '#test/test-nodes.ts'
import { newPerson } from '#test/test-people.ts'
import { pointerTo, sitesOf, type TestSite } from '#test/test-sites.ts'

describe('a change of the structure of a site', () => {
  let api: TestApi
  let newSite: ReturnType<typeof sitesOf>
  let nodes: ReturnType<typeof nodesOf>
  before(async () => {
    api = await startTestApi()
    newSite = sitesOf(api)
    nodes = nodesOf(api)
  })
  after(async () => api.stop())

  const publish = async ({ path }: TestSite) => {
    const reply = await api.as('admin').post(`${path}/publish`)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }

  const formerPaths = async ({ id }: TestSite): Promise<string[]> => {
    const rows = await api.rows(
      'select path from site_former_path where organization_id = $1 and site_id = $2 order by path',
      [api.organization, id],
    )
    return rows.map(({ path }: TestBody) => path)
  }

  it('raises what readers were shown by a version for each change, and by none for none', async () => {
    const site = await newSite()
    const section = await site.section('Guides')
    const epochOf = async () => {
      const [row] = await api.rows(
        'select epoch, version from site where organization_id = $1 and id = $2',
        [api.organization, site.id],
      )
      return [row.epoch, row.version]
    }
    const [epoch, version] = await epochOf()
    await site.sort(pointerTo(section), {})
    await api
      .as('admin')
      .patch(`${site.path}/sections/${section.id}`, { title: 'Guides' })
    assert.deepEqual(await epochOf(), [epoch, version])
    await api.as('admin').patch(`${site.path}/sections/${section.id}`, { title: 'More' })
    assert.deepEqual(await epochOf(), [epoch + 1, version + 1])
  })

  it('is told to machines and people with the same words', async () => {
    const site = await newSite()
    const one = await site.section('One')
    await site.section('Two')
    const group = await site.group('Basics')
    await site.sort(pointerTo(one), {})
    await api.as('admin').patch(`${site.path}/section-groups/${group.id}`, { title: 'B' })
    await api.as('admin').delete(`${site.path}/sections/${one.id}`)
    const events = await eventsOf(api, `site:${site.id}`)
    const told = events.filter(({ type }) => type.startsWith('site_s'))
    assert.deepEqual(
      told.map(({ type }) => type),
      [
        'site_section_added',
        'site_section_added',
        'site_section_group_added',
        'site_section_moved',
        'site_section_group_updated',
        'site_section_removed',
      ],
    )
    assert.deepEqual(told.at(-1)?.payload, {
      siteId: site.id,
      id: one.id,
      title: 'One',
    })
    const audited = await api.rows(
      `select action from audit_event where organization_id = $1 and target_id = $2
         and action like 'site_s%' order by occurred_at, id`,
      [api.organization, site.id],
    )
    assert.deepEqual(
      audited.map(({ action }: TestBody) => action),
      told.map(({ type }) => type),
    )
  })

  it('tells when a space is opened to readers, or closed', async () => {
    const site = await newSite()
    await site.section('First')
    await publish(site)
    const added = await site.siteSpace('Opened')
    const visibility = async () => {
      const { body } = await api.as('read').get(`/spaces/${added.space.id}`)
      return body.visibility
    }
    assert.equal(await visibility(), 'public')
    await api.as('admin').delete(`${site.path}/site-spaces/${added.id}`)
    assert.equal(await visibility(), 'private')
    const changes = (await eventsOf(api, `space:${added.space.id}`)).filter(
      ({ type }) => type === 'space_visibility_updated',
    )
    assert.deepEqual(
      changes.map(({ payload }) => [payload.previousVisibility, payload.visibility]),
      [
        ['private', 'public'],
        ['public', 'private'],
      ],
    )
  })

  it('is changed by one at a time, and by each', async () => {
    const site = await newSite()
    await site.section('First')
    const person = await newPerson(api, { name: 'Second Hand', role: 'create' })
    const titles = Array.from({ length: 12 }, (_, index) => `Part ${index}`)
    const spaces = await Promise.all(titles.map(async (title) => nodes.space({ title })))
    const replies = await Promise.all(
      spaces.map(async (spaceId, index) =>
        (index % 2 === 0 ? api.as('admin') : person.caller).post(
          `${site.path}/sections`,
          { spaceId, title: 'Same' },
        ),
      ),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
    const { body } = await api.as('admin').get(`${site.path}/sections`)
    assert.equal(body.count, 13)
    const paths = body.items.map(({ path }: TestBody) => path)
    assert.equal(new Set(paths).size, 13)
  })

  it('forgets the former paths of what is removed, and of nothing else', async () => {
    const site = await newSite()
    const kept = await site.section('Kept')
    const removed = await site.section('Removed')
    const variant = await site.siteSpace('Variant', kept.id)
    const admin = api.as('admin')
    const renamed = [
      [`sections/${kept.id}`, 'kept-now'],
      [`sections/${removed.id}`, 'removed-now'],
      [`site-spaces/${removed.siteSpaces[0].id}`, 'inner-now'],
      [`site-spaces/${variant.id}`, 'variant-now'],
    ]
    for (const [part, path] of renamed) {
      const reply = await admin.patch(`${site.path}/${part}`, { path })
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
    }
    assert.deepEqual(await formerPaths(site), ['kept', 'removed', 'removed-2', 'variant'])
    await admin.delete(`${site.path}/site-spaces/${variant.id}`)
    assert.deepEqual(await formerPaths(site), ['kept', 'removed', 'removed-2'])
    // Removing the last site-space of a section removes the section.
    await admin.delete(`${site.path}/site-spaces/${removed.siteSpaces[0].id}`)
    assert.deepEqual(await formerPaths(site), ['kept'])
    const found = await admin.get(`${site.path}/redirect?source=/kept`)
    assert.equal(found.status, 200)
    const gone = await admin.get(`${site.path}/redirect?source=/removed`)
    assert.equal(gone.status, 404)
  })

  it('leaves no empty section when a space goes to another organization', async () => {
    const site = await newSite()
    await site.section('First')
    const leaving = await site.section('Leaving')
    const mixed = await site.section('Mixed')
    const other = await site.siteSpace('Other', mixed.id)
    const patch = { path: 'leaving-now' }
    await api.as('admin').patch(`${site.path}/sections/${leaving.id}`, patch)
    await api.rows(
      `insert into member (organization_id, user_id, role, search_text) values ($1, $2, 'admin', '')`,
      [api.otherOrganization, api.users.admin],
    )
    for (const { space } of [leaving.siteSpaces[0], mixed.siteSpaces[0]]) {
      const moved = await api.as('admin').post(`/spaces/${space.id}/transfer`, {
        organization: api.otherOrganization,
      })
      assert.equal(moved.status, 200, JSON.stringify(moved.body))
    }
    assert.equal(await site.outline(), 'First(First), Mixed(Other)')
    const gone = `${site.path}/sections/${leaving.id}`
    assert.equal((await api.as('admin').patch(gone, {})).status, 404)
    assert.deepEqual(await formerPaths(site), [])
    const { structure } = await site.structure()
    assert.equal(structure[1].siteSpaces[0].id, other.id)
    assert.equal(structure[1].siteSpaces[0].default, true)
  })

  it('is done once when it is sent twice with one key', async () => {
    const site = await newSite()
    const spaceId = await nodes.space()
    const send = async () =>
      api
        .as('admin')
        .send('POST', `${site.path}/sections`, { spaceId }, { 'idempotency-key': 'once' })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.status], [201, 201])
    assert.equal(first.body.id, second.body.id)
    const { body } = await api.as('admin').get(`${site.path}/sections`)
    assert.equal(body.count, 1)
  })
})
