import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '../../server/test/test-api.ts'
import { runLectern } from './run-lectern.ts'

describe('lectern space', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
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

  it('creates a space and prints its id, and no address at which nothing is', async () => {
    const { code, stdout, stderr } = await run(['space', 'create', '--title', 'Handbook'])
    assert.deepEqual([code, stderr], [0, ''])
    const id = /id +(\S+)/.exec(stdout)?.[1] ?? ''
    const { body: space } = await api.as('admin').get(`/spaces/${id}`)
    assert.equal(space.title, 'Handbook')
    assert.ok(!stdout.includes(space.urls.app), stdout)
  })

  it('creates it in a collection, with an emoji, and answers programs', async () => {
    const { body: collection } = await api
      .as('admin')
      .post(`/orgs/${api.organization}/collections`, { title: 'Guides' })
    const given = ['--collection', collection.id, '--emoji', '📘', '--empty']
    const { code, stdout, stderr } = await run(
      ['space', 'create', '--title', 'Inside', '--json'].concat(given),
    )
    assert.deepEqual([code, stderr], [0, ''])
    const space = JSON.parse(stdout)
    assert.deepEqual([space.title, space.parent], ['Inside', collection.id])
    const found = await api.as('admin').get(`/spaces/${space.id}`)
    assert.equal(found.body.emoji, space.emoji)
  })

  it('lists the spaces, and those in the trash', async () => {
    const make = async (title: string) => {
      const made = await run(['space', 'create', '--title', title, '--json'])
      return String(JSON.parse(made.stdout).id)
    }
    const [kept, gone] = [await make('Kept'), await make('Gone')]
    await api.as('admin').delete(`/spaces/${gone}`)

    const listed = await run(['space', 'list'])
    assert.deepEqual([listed.code, listed.stderr], [0, ''])
    assert.match(listed.stdout, new RegExp(`^ {2}${kept} .* Kept$`, 'm'))
    assert.doesNotMatch(listed.stdout, new RegExp(gone))

    const trash = await run(['space', 'list', '--deleted', '--json'])
    assert.deepEqual(
      JSON.parse(trash.stdout).map(({ id }: { id: string }) => id),
      [gone],
    )
  })

  it('takes the address as the reference shows it, and the option before the setting', async () => {
    const { code, stderr } = await runLectern(
      ['space', 'list', '--organization', api.organization, '--url', `${api.url}/v1/`],
      { LECTERN_URL: 'http://127.0.0.1:9', LECTERN_TOKEN: api.tokens.admin },
    )
    assert.equal(code, 0, stderr)
  })

  it('passes the words of a refusal on, and exits with 1', async () => {
    const forbidden = await run(['space', 'create', '--title', 'No'], 'read')
    assert.deepEqual([forbidden.code, forbidden.stdout], [1, ''])
    assert.match(forbidden.stderr, /create role/)
    const hidden = await run(['space', 'list', '--json'], 'outsider')
    assert.equal(hidden.code, 1)
    assert.equal(JSON.parse(hidden.stdout).error.status, 404)
    const invalid = await run(['space', 'create', '--title', 'x'.repeat(51)])
    assert.equal(invalid.code, 1)
    assert.match(invalid.stderr, /title/)
    const unknown = await runLectern(['space', 'list'], {
      LECTERN_URL: api.url,
      LECTERN_TOKEN: 'wrong',
      LECTERN_ORGANIZATION: api.organization,
    })
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /Check LECTERN_TOKEN/)
  })

  it('lets no title steer the terminal', async () => {
    const title = 'Red\u001B]0;owned\u0007 \u009B2J end'
    const made = await api.as('admin').post(`/orgs/${api.organization}/spaces`, { title })
    assert.equal(made.status, 201)
    const { stdout } = await run(['space', 'list'])
    assert.match(stdout, /Red\]0;owned 2J end/)
  })

  it('moves a space to the trash, for who may', async () => {
    const made = await run(['space', 'create', '--title', 'Old', '--json'])
    const { id } = JSON.parse(made.stdout)
    for (const name of ['read', 'outsider'] as const) {
      assert.equal((await run(['space', 'delete', id], name)).code, 1)
    }
    const { code, stdout, stderr } = await run(['space', 'delete', id])
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^Moved the space .*Old.* to the trash/)
    const trash = await run(['space', 'list', '--deleted'])
    assert.match(trash.stdout, new RegExp(id))
  })
})
