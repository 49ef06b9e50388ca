import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { type ChangeWorld, manual, startChangeWorld } from './change-world.ts'

function withInstall(text: string) {
  return { ...manual, 'install.md': `# Install\n\n${text}\n` }
}

describe('lectern change merge', () => {
  let world: ChangeWorld
  let space: string
  before(async () => {
    world = await startChangeWorld()
  })
  after(async () => world.stop())
  beforeEach(async () => {
    space = await world.newSpace()
  })

  const at = (command: string, ...more: readonly string[]) =>
    ['change', command, '1'].concat(more, '--space', space)

  /** A change request that says something about the installer, and main content that may say another. */
  async function propose(ours: string, theirs?: string): Promise<void> {
    await world.write(withInstall(ours))
    await world.ask('change', 'push', world.folder, '--space', space, '--subject', 'Ours')
    if (theirs === undefined) return
    await world.write(withInstall(theirs))
    await world.ask('content', 'push', world.folder, '--space', space)
  }
  const installed = async () => {
    const path = `/spaces/${space}/content/path/install`
    return (await world.server.as('read').get(path)).body.markdown
  }

  it('makes the changes part of the main content, and says so again when asked again', async () => {
    await propose('Run it.')
    const { code, stdout, stderr } = await world.run(at('merge'), 'review')
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^Merged #1 Ours\.$/m)
    assert.match(await installed(), /Run it\./)
    const again = await world.run(at('merge', '--json'), 'review')
    assert.equal(again.code, 0)
    const { result, changeRequest } = JSON.parse(again.stdout)
    assert.deepEqual([result, changeRequest.status], ['merge', 'merged'])
    assert.match((await world.run(at('status'))).stdout, /^ {2}Merge +done$/m)
  })

  it('explains conflicts, takes decisions, and merges then', async () => {
    await propose('Run our installer.', 'Run their installer.')
    const refused = await world.run(at('merge'), 'review')
    assert.equal(refused.code, 3)
    assert.match(refused.stderr, /^#1 was not merged, and nothing was changed/m)
    assert.match(refused.stderr, /^ {2}ours {4}.*Run our installer\.$/m)
    assert.match(refused.stderr, /^ {2}theirs {2}.*Run their installer\.$/m)
    assert.match(refused.stderr, /lectern change resolve 1 \S+ --space/)
    const told = await world.run(at('merge', '--json'), 'review')
    const { error } = JSON.parse(told.stdout)
    assert.deepEqual([error.reason, error.conflicts.length], ['conflicts', 1])
    const updated = await world.run(at('update', '--json'))
    assert.equal(updated.code, 3)

    const [conflict] = await world.ask(...at('resolve'))
    assert.equal(conflict.id, error.conflicts[0].id)
    const decided = await world.run(at('resolve', conflict.id, '--text', 'Run either.'))
    assert.match(decided.stdout, /^#1 Ours has no open conflict\.$/m)
    assert.equal((await world.run(at('merge'), 'review')).code, 0)
    assert.match(await installed(), /Run either\./)
  })

  it('takes a side of a conflict when it is brought up to date', async () => {
    await propose('Run our installer.', 'Run their installer.')
    const [conflict] = await world.ask(...at('resolve'))
    await world.ask(...at('resolve', conflict.id, '--choose', 'theirs'))
    const { code, stdout } = await world.run(at('update'))
    assert.equal(code, 0)
    assert.match(stdout, /^#1 Ours is up to date with the main content\.$/m)
    assert.match((await world.run(at('diff'))).stdout, /It changes nothing\./)
  })

  it('says which merge rules are not met, and what would meet them', async () => {
    await propose('Run it.', 'Run the installer.\n\nThen sign in.')
    const rules = [
      { rule: 'require_at_least_one_approved_review' },
      { rule: 'require_up_to_date_change_request' },
      { rule: 'require_checks', checks: ['links'] },
    ]
    const ruled = await world.server
      .as('admin')
      .patch(`/spaces/${space}`, { mergeRules: { type: 'rules', rules } })
    assert.equal(ruled.status, 200, JSON.stringify(ruled.body))
    const status = await world.run(at('status'))
    assert.match(status.stdout, /^ {2}Merge +not yet$/m)
    assert.match(status.stdout, /^ {2}Behind +the main content has moved on$/m)
    const refused = await world.run(at('merge'), 'review')
    assert.equal(refused.code, 4)
    for (const { rule } of rules) {
      assert.match(refused.stderr, new RegExp(`^ {2}${rule}: \\w`, 'm'))
    }
    assert.match(refused.stderr, /^ {4}lectern change update 1$/m)
    const told = await world.run(at('merge', '--json'), 'review')
    const { error } = JSON.parse(told.stdout)
    assert.equal(error.reason, 'merge_rules_unmet')
    assert.equal(error.unmet.length, rules.length)
  })

  it('needs the review role, and passes on what the server says', async () => {
    await propose('Run it.')
    const forbidden = await world.run(at('merge', '--json'))
    assert.equal(forbidden.code, 1)
    assert.equal(JSON.parse(forbidden.stdout).error.status, 403)
    const missing = await world.run(['change', 'merge', '7', '--space', space])
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /change request/)
  })

  it('does not understand half a decision', async () => {
    await propose('Run it.')
    for (const [words, expected] of [
      [at('resolve', '--choose', 'ours'), /The conflict is missing/],
      [at('resolve', 'x'), /one of --choose and --text/],
      [at('resolve', 'x', '--choose', 'mine'), /one of ours, theirs, or base/],
    ] as const) {
      const { code, stderr } = await world.run(words)
      assert.equal(code, 2)
      assert.match(stderr, expected)
    }
  })
})
