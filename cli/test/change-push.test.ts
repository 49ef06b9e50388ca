import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { type ChangeWorld, manual, startChangeWorld } from './change-world.ts'
import { runLectern } from './run-lectern.ts'

describe('lectern change push', () => {
  let world: ChangeWorld
  let space: string
  before(async () => {
    world = await startChangeWorld()
  })
  after(async () => world.stop())
  beforeEach(async () => {
    space = await world.newSpace()
  })

  const push = async (...more: readonly string[]) =>
    world.run(['change', 'push', world.folder, '--space', space, ...more])
  const changesOf = async (number: number) => {
    const path = `/spaces/${space}/change-requests/${number}`
    const { body } = await world.server.as('read').get(`${path}/changes`)
    return body.changes
  }
  const edited = { ...manual, 'install.md': '# Install\n\nRun the new installer.\n' }

  it('makes a change request that changes the pages that are different, and no other', async () => {
    await world.write(edited)
    const { code, stdout, stderr } = await push('--subject', 'A new installer')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^Packed 3 files/m)
    assert.match(stdout, /^Pushed to #1 A new installer of Manual\.$/m)
    assert.match(stdout, /^ {2}Pages +1 updated, 2 unchanged$/m)
    assert.match(stdout, new RegExp(`lectern change diff 1 --space ${space}`))
    const [change, ...rest] = await changesOf(1)
    assert.deepEqual([change.type, change.page.title], ['page_edited', 'Install'])
    assert.deepEqual(rest, [])
    const { body } = await world.server
      .as('read')
      .get(`/spaces/${space}/content/path/install`)
    assert.match(body.markdown, /Run the installer/)
  })

  it('goes on with the one that is named, by number, # and id', async () => {
    const made = await world.ask('change', 'create', '--space', space, '--subject', 'A')
    assert.deepEqual([made.number, made.status, made.subject], [1, 'draft', 'A'])
    await world.write(edited)
    for (const name of ['1', '#1', made.id]) {
      const { code, stdout, stderr } = await push('--change', name)
      assert.equal(code, 0, stderr)
      assert.match(stdout, /#1 A of Manual/)
    }
    await push('--change', '1', '--subject', 'B')
    const [change] = await world.ask('change', 'list', '--space', space)
    assert.equal(change.subject, 'B')
    assert.equal((await changesOf(1)).length, 1)
  })

  it('proposes nothing where nothing is different', async () => {
    const { code, stdout } = await push()
    assert.equal(code, 0)
    assert.match(stdout, /The folder is what Manual holds already/)
    assert.deepEqual(await world.ask('change', 'list', '--space', space), [])
    assert.equal(
      (await world.ask('change', 'push', world.folder, '--space', space)).changeRequest,
      null,
    )
  })

  it('leaves no change request behind when the import fails', async () => {
    await world.write({ ...manual, 'huge.md': 'word '.repeat(300_000) })
    const { code, stderr } = await push()
    assert.equal(code, 1)
    assert.match(stderr, /failed, and the change request is as it was\. .*huge\.md/)
    assert.deepEqual(await world.ask('change', 'list', '--space', space), [])
  })

  it('is what a locked space asks for', async () => {
    await world.server.as('admin').patch(`/spaces/${space}`, { editMode: 'locked' })
    await world.write(edited)
    const refused = await world.run(['content', 'push', world.folder, '--space', space])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /lectern change push <folder>/)
    assert.equal((await push()).code, 0)
  })

  it('refuses to write one that is archived, one that is not there, and without the role', async () => {
    await world.ask('change', 'create', '--space', space)
    const path = `/spaces/${space}/change-requests/1`
    await world.server.as('edit').patch(path, { status: 'archived' })
    await world.write(edited)
    const closed = await push('--change', '1', '--json')
    assert.equal(closed.code, 1)
    assert.equal(JSON.parse(closed.stdout).error.reason, 'change_request_closed')
    const missing = await push('--change', '9', '--json')
    assert.equal(JSON.parse(missing.stdout).error.reason, 'not_found')
    const words = ['change', 'push', world.folder, '--space', space, '--json']
    const forbidden = await runLectern(words, world.settings('read'))
    assert.equal(JSON.parse(forbidden.stdout).error.reason, 'forbidden')
  })

  it('takes the space from the environment', async () => {
    const settings = { ...world.settings(), LECTERN_SPACE: space }
    const made = await runLectern(['change', 'create'], settings)
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, /^Made the change request #1\.$/m)
    const listed = await runLectern(['change', 'list'], settings)
    assert.match(listed.stdout, /^ {2}#1 +draft +\d{4}-\d\d-\d\d {2}No subject \(/m)
    const nowhere = await runLectern(['change', 'list'], world.settings())
    assert.equal(nowhere.code, 2)
    assert.match(nowhere.stderr, /--space is missing, and LECTERN_SPACE is not set/)
  })
})
