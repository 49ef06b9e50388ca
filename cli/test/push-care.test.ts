import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { type ChangeWorld, manual, startChangeWorld } from './change-world.ts'

const few = { 'README.md': '# Welcome\n' }

describe('a push that would remove much', () => {
  let world: ChangeWorld
  let space: string
  before(async () => {
    world = await startChangeWorld()
  })
  after(async () => world.stop())
  beforeEach(async () => {
    space = await world.newSpace()
    await world.write(few)
  })

  const run = async (noun: string, ...more: readonly string[]) =>
    world.run([noun, 'push', world.folder, '--space', space, ...more])
  const pages = async () =>
    (await world.server.as('read').get(`/spaces/${space}/content/pages`)).body.pages
  const changes = async () => world.ask('change', 'list', '--space', space)

  it('wants --yes, for the content and for a change request', async () => {
    for (const noun of ['content', 'change']) {
      const { code, stdout, stderr } = await run(noun, '--json')
      assert.equal(code, 1)
      assert.equal(JSON.parse(stdout).error.reason, 'removes_most_pages')
      assert.match(stderr, /would remove 2 of 3 pages.*--yes/)
    }
    assert.equal((await pages()).length, 3)
    assert.deepEqual(await changes(), [])
    assert.equal((await run('change', '--yes')).code, 0)
    assert.equal((await run('content', '--yes')).code, 0)
    assert.equal((await pages()).length, 1)
  })

  it('says what would change with --dry-run, and changes nothing', async () => {
    for (const noun of ['content', 'change']) {
      const { code, stdout, stderr } = await run(noun, '--dry-run')
      assert.equal(code, 0, stderr)
      assert.match(stdout, /^A dry run: nothing was changed\. A push would change Manual/)
      assert.match(stdout, /^ {2}Pages +1 updated, 2 removed$/m)
    }
    const { stdout } = await run('content', '--dry-run', '--json')
    assert.deepEqual(JSON.parse(stdout).dryRun, true)
    assert.equal((await pages()).length, 3)
    assert.deepEqual(await changes(), [])
  })

  it('dares to say it of a locked space and of a change request that is there', async () => {
    await world.server.as('admin').patch(`/spaces/${space}`, { editMode: 'locked' })
    assert.equal((await run('change', '--dry-run')).code, 0)
    await world.write({ ...manual, 'new.md': '# New\n' })
    assert.equal((await run('change')).code, 0)
    const { stdout } = await run('change', '--change', '1', '--dry-run')
    assert.match(stdout, /^Nothing to change in Manual/)
  })

  it('counts links as links, not as pages', async () => {
    const summary = '* [Welcome](README.md)\n* [Else](https://example.com/)\n'
    await world.write({ ...few, 'SUMMARY.md': summary })
    const { stdout } = await run('content', '--dry-run')
    assert.match(stdout, /^ {2}Pages +1 updated, 2 removed$/m)
    assert.match(stdout, /^ {2}Links +1 created$/m)
  })
})
