import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type ChangeWorld, startChangeWorld } from './change-world.ts'
import { runLectern } from './run-lectern.ts'

describe('lectern change review and comment', () => {
  let world: ChangeWorld
  let space: string
  let path: string
  before(async () => {
    world = await startChangeWorld()
    space = await world.newSpace()
    await world.write({ 'README.md': '# Other\n' })
    await world.ask('change', 'push', world.folder, '--space', space, '--yes')
    await world.server
      .as('edit')
      .patch(`/spaces/${space}/change-requests/1`, { status: 'open' })
    path = `/spaces/${space}/change-requests/1`
  })
  after(async () => world.stop())

  const words = (verb: string, ...more: readonly string[]) =>
    ['change', verb, '#1', '--space', space].concat(more)

  it('says what the reviewer thinks, with words', async () => {
    const asked = words('review', '--status', 'changes-requested', '--comment', 'Why?')
    const first = await world.run(asked, 'review')
    assert.deepEqual([first.code, first.stdout], [0, 'Asked for changes of #1.\n'])
    const second = await world.run(words('review', '--status', 'approved'), 'review')
    assert.equal(second.stdout, 'Approved #1.\n')
    const { body } = await world.server.as('read').get(`${path}/reviews`)
    assert.deepEqual(
      body.items.map(({ status, outdated }: { status: string; outdated: boolean }) => [
        status,
        outdated,
      ]),
      [
        ['approved', false],
        ['changes-requested', true],
      ],
    )
    assert.equal((await world.run(words('review', '--status', 'fine'))).code, 2)
    assert.equal((await world.run(words('review'))).code, 2)
  })

  it('comments on the whole and on a page', async () => {
    const said = await world.run(words('comment', '--text', 'Which *version*?'))
    assert.deepEqual([said.code, said.stdout], [0, 'Commented on #1.\n'])
    const content = await world.server.as('read').get(`/spaces/${space}/content/pages`)
    const [page] = content.body.pages
    const onPage = words('comment', '--text', 'Here', '--page', page.id, '--json')
    const { stdout } = await world.run(onPage)
    assert.equal(JSON.parse(stdout).target.page.id, page.id)
    const { body } = await world.server.as('read').get(`${path}/comments`)
    assert.ok(body.items.length >= 2)
  })

  it('passes on what the server refuses', async () => {
    const review = words('review', '--status', 'approved', '--json')
    const comment = words('comment', '--text', 'No', '--json')
    for (const asked of [review, comment]) {
      const { code, stdout } = await runLectern(asked, world.settings('read'))
      assert.equal(code, 1)
      assert.equal(JSON.parse(stdout).error.status, 403)
      const hidden = await runLectern(asked, world.settings('outsider'))
      assert.equal(JSON.parse(hidden.stdout).error.status, 404)
    }
  })
})
