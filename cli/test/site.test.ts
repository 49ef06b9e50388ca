import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '../../server/test/test-api.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import { runLectern } from './run-lectern.ts'

describe('lectern site', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
    const made = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Handbook' })
    space = made.body.id
  })
  after(async () => api.stop())

  const run = async (
    args: readonly string[],
    name: 'admin' | 'read' | 'outsider' = 'admin',
  ) =>
    runLectern(args, {
      LECTERN_URL: api.url,
      LECTERN_TOKEN: api.tokens[name],
      LECTERN_ORGANIZATION: api.organization,
    })

  it('makes a site, lists it, publishes it and says where it is', async () => {
    assert.match((await run(['site', 'list'])).stdout, /There is no site/)
    const words = ['site', 'create', '--title', 'Guide', '--space', space]
    const made = await run(words)
    assert.deepEqual([made.code, made.stderr], [0, ''])
    const id = /id +(\S+)/.exec(made.stdout)?.[1] ?? ''
    const path = `/orgs/${api.organization}/sites/${id}`
    const { body: site } = await api.as('admin').get(path)
    assert.deepEqual([site.title, site.visibility], ['Guide', 'public'])
    const early = await run(['site', 'open', id])
    assert.equal(early.code, 1)
    assert.match(early.stderr, /not published.*lectern site publish/)
    const listed = await run(['site', 'list'])
    assert.match(listed.stdout, new RegExp(`^ {2}${id} +Guide {2}not published$`, 'm'))

    const published = await run(['site', 'publish', id])
    assert.deepEqual([published.code, published.stderr], [0, ''])
    const { body: now } = await api.as('admin').get(path)
    assert.ok(published.stdout.includes(now.urls.published), published.stdout)
    const opened: string[] = []
    const settings = {
      LECTERN_URL: api.url,
      LECTERN_TOKEN: api.tokens.admin,
      LECTERN_ORGANIZATION: api.organization,
    }
    const open = await runLectern(['site', 'open', id], settings, { opened })
    assert.deepEqual(
      [open.code, open.stdout, opened],
      [0, `${now.urls.published}\n`, [now.urls.published]],
    )
    const again = await run(['site', 'list', '--json'])
    assert.equal(JSON.parse(again.stdout)[0].urls.published, now.urls.published)
  })

  it('says of a site without pages that readers see nothing yet', async () => {
    const empty = await createTestSpace(api, { empty: true })
    const told: boolean[] = []
    for (const id of [space, empty.spaceId]) {
      const words = ['site', 'create', '--title', 'New', '--space', id, '--json']
      const site = JSON.parse((await run(words)).stdout).id
      const { code, stdout } = await run(['site', 'publish', site])
      assert.equal(code, 0)
      told.push(stdout.includes(`no pages yet`) && stdout.includes(`--space ${id}`))
    }
    assert.deepEqual(told, [false, true])
  })

  it('makes it for the readers that are named, and refuses other words', async () => {
    const words = ['site', 'create', '--title', 'Inside', '--space', space]
    const made = await run([...words, '--visibility', 'share-link', '--json'])
    assert.equal(JSON.parse(made.stdout).visibility, 'share-link')
    assert.equal((await run([...words, '--visibility', 'everybody'])).code, 2)
  })

  it('passes on what the server refuses', async () => {
    const words = ['site', 'create', '--title', 'Mine', '--space', space]
    for (const name of ['read', 'outsider'] as const) {
      const { code, stderr } = await run(words, name)
      assert.equal(code, 1)
      assert.notEqual(stderr, '')
    }
    assert.equal((await run(['site', 'publish', 'nosuchsite'])).code, 1)
  })
})
