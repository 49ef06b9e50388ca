import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { type ChangeWorld, manual, startChangeWorld } from './change-world.ts'
import { runLectern } from './run-lectern.ts'
import { runOnTerminal } from './start-lectern.ts'

const escape = '\u001B'

describe('lectern change diff', () => {
  let world: ChangeWorld
  let space: string
  before(async () => {
    world = await startChangeWorld()
    space = await world.newSpace()
    const { 'old.md': _old, ...rest } = manual
    const text = manual['install.md'] ?? ''
    await world.write({
      ...rest,
      'install.md': text.replace('your account', 'your work account'),
      'new.md': `# New\n\nNews of ${escape}[31mus.\n`,
      '.gitbook/vars.yaml': 'product: Lectern\n',
    })
    await world.ask('change', 'push', world.folder, '--space', space, '--subject', 'Ours')
  })
  after(async () => world.stop())

  const words = (...more: readonly string[]) =>
    ['change', 'diff', '1', '--space', space].concat(more)

  it('shows pages and lines without colours where there is no terminal', async () => {
    const { code, stdout, stderr } = await world.run(words())
    assert.equal(code, 0, stderr)
    assert.ok(!stdout.includes(escape))
    assert.match(stdout, /^#1 Ours \(draft\)$/m)
    assert.match(stdout, /^edited {2}Install {2}\/install {2}\+1 -1$/m)
    assert.match(stdout, /^ {2}1 1 {3}Run the installer\.$/m)
    assert.match(stdout, /^ {2}3 {3}- Then sign in with your account\.$/m)
    assert.match(stdout, /^ {4}3 \+ Then sign in with your work account\.$/m)
    assert.match(stdout, /^added {2}New {2}\/new {2}\+\d$/m)
    assert.match(stdout, /^ +\d \+ News of ␛\[31mus\.$/m)
    assert.match(stdout, /^removed {2}Old {2}\/old {2}-\d$/m)
    assert.match(stdout, /^edited {2}variables\n {2}product {2}none → "Lectern"$/m)
    assert.match(stdout, /^3 pages: 1 added, 1 edited, 1 removed; \d lines added, /m)
  })

  it('counts with --stat, and shows no line', async () => {
    const { stdout } = await world.run(words('--stat'))
    assert.match(stdout, /^edited +\/install {2}\+1 -1$/m)
    assert.match(stdout, /^added +\/new +\+\d$/m)
    assert.doesNotMatch(stdout, /sign in/)
  })

  it('colours lines and the words that differ on a terminal', async () => {
    const { code, stdout } = await runOnTerminal(words(), world.settings())
    assert.equal(code, 0, stdout)
    assert.ok(stdout.includes(`${escape}[32m${escape}[7mwork `), stdout)
    assert.ok(stdout.includes(`${escape}[33medited${escape}[39m`))
    assert.ok(!stdout.includes(`${escape}[31mus.`), 'colours of others are not obeyed')
  })

  it('has no colours with --no-color, and none with NO_COLOR', async () => {
    const asked = await runOnTerminal(words('--no-color'), world.settings())
    const set = await runOnTerminal(words(), { ...world.settings(), NO_COLOR: '1' })
    for (const { stdout } of [asked, set]) {
      assert.match(stdout, /work account/)
      assert.ok(!stdout.includes(`${escape}[3`), stdout)
    }
  })

  it('answers programs with the changes and their lines', async () => {
    const diff = await world.ask(...words())
    assert.equal(diff.changeRequest.number, 1)
    const [install] = diff.pages.filter(
      ({ page }: { page: { title: string } }) => page.title === 'Install',
    )
    assert.deepEqual([install.text.added, install.text.removed], [1, 1])
    assert.equal(diff.more, 0)
  })

  it('says that one changes nothing, and shows moves and titles', async () => {
    await world.ask('change', 'create', '--space', space)
    const empty = await world.run(['change', 'diff', '2', '--space', space])
    assert.match(empty.stdout, /It changes nothing\./)
    const editor = world.server.as('edit')
    const { body } = await editor.get(`/spaces/${space}/content/pages`)
    const idOf = (title: string) =>
      body.pages.find((page: { title: string }) => page.title === title).id
    const edited = await editor.post(`/spaces/${space}/change-requests/2/content`, {
      changes: [
        { operation: 'move_page', page: idOf('Old'), into: idOf('Install') },
        { operation: 'update_page', page: idOf('Welcome'), title: 'Home' },
      ],
    })
    assert.equal(edited.status, 200, JSON.stringify(edited.body))
    const { stdout } = await world.run(['change', 'diff', '#2', '--space', space])
    assert.match(
      stdout,
      /^moved {2}Old {2}\/install\/old\n {2}from the top to "Install"/m,
    )
    assert.match(stdout, /^ {2}title {2}"Welcome" → "Home"$/m)
  })

  it('hides what the caller may not see, and says what it needs', async () => {
    const hidden = await runLectern(words('--json'), world.settings('outsider'))
    assert.equal(hidden.code, 1)
    assert.equal(JSON.parse(hidden.stdout).error.reason, 'not_found')
    const missing = await world.run(['change', 'diff', '--space', space])
    assert.deepEqual([missing.code, missing.stdout], [2, ''])
    assert.match(missing.stderr, /The change is missing/)
  })
})
