import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import manifest from '../package.json' with { type: 'json' }
import { allCommands } from '../src/all-commands.ts'
import { runLectern } from './run-lectern.ts'
import { endedUnread, startLectern } from './start-lectern.ts'

const names = [...allCommands.keys()]
const nobody = { LECTERN_TOKEN: 'x', LECTERN_URL: 'http://127.0.0.1:9' }

describe('lectern', () => {
  it('alone lists every command', async () => {
    const { code, stdout, stderr } = await runLectern([])
    assert.deepEqual([code, stderr], [0, ''])
    for (const name of names) assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'))
    assert.equal((await runLectern(['--help'])).stdout, stdout)
  })

  it('explains each command without needing any setting', async () => {
    for (const name of names) {
      const { code, stdout, stderr } = await runLectern([...name.split(' '), '--help'])
      assert.equal(code, 0, stderr)
      assert.ok(stdout.startsWith(`Usage: lectern ${name}`), stdout)
      assert.match(stdout, /--json/)
    }
  })

  it('lists the commands of a word when asked for its help', async () => {
    const { code, stdout } = await runLectern(['space', '--help'])
    assert.equal(code, 0)
    assert.match(stdout, /space create/)
    assert.doesNotMatch(stdout, /content push/)
  })

  it('says its version', async () => {
    const { code, stdout } = await runLectern(['--version'])
    assert.deepEqual([code, stdout], [0, `${manifest.version}\n`])
  })

  for (const token of ['“lec_u_abc”', 'lec_u_abc lec_u_def', 'lec_u_\u0000']) {
    it(`says that ${JSON.stringify(token)} is no token, before it asks any server`, async () => {
      const settings = { ...nobody, LECTERN_TOKEN: token }
      const args = ['space', 'list', '--organization', 'x', '--json']
      const { code, stdout, stderr } = await runLectern(args, settings)
      assert.equal(code, 1)
      assert.match(stderr, /^LECTERN_TOKEN has .* that no token has\./)
      assert.equal(JSON.parse(stdout).error.reason, 'token_malformed')
    })
  }

  it('ends quietly with 0 when its reader has enough, as "head" has', async () => {
    const { code, stderr } = await endedUnread(['--help'])
    assert.deepEqual([code, stderr], [0, ''])
  })

  it('keeps the exit code of a failure whose reader is gone', async () => {
    const { code } = await endedUnread(['space', 'list', '--json'])
    assert.equal(code, 2)
  })

  const misused: [string[], RegExp][] = [
    [['dance'], /no command "dance"\. See "lectern --help"/],
    [
      ['space'],
      /"space" alone is no command: "space create", "space list", "space delete"\./,
    ],
    [['spaces', 'lsit'], /Did you mean "space list"\?/],
    [['space', 'craete'], /Did you mean "space create"\?/],
    [['push', 'docs'], /Did you mean "content push" or "change push"\?/],
    [['space', 'list', '--organisation', 'x'], /Did you mean --organization\?/],
    [['space', 'list', '--colour'], /'--colour'.*space list --help/],
    [['space', 'list'], /--organization is missing.*LECTERN_ORGANIZATION/],
    [['space', 'list', 'now', '--organization', 'x'], /"now" is not expected/],
    [['space', 'create', '--organization', 'x'], /--title is missing/],
    [['content', 'push', '--space', 'x'], /The folder is missing/],
    [['content', 'push', 'docs'], /--space is missing/],
    [['content', 'push', 'a', 'b', '--space', 'x'], /"b" is not expected/],
    [['content', 'push', 'a', '--space', 'x', '--mode', 'y'], /one of mirror or add/],
    [['space', 'list', '--organization', 'x', '--url', 'here'], /"here" is no address/],
  ]
  for (const [args, expected] of misused) {
    it(`exits with 2 and one line for "${args.join(' ')}"`, async () => {
      const { code, stdout, stderr } = await runLectern(args, { LECTERN_TOKEN: 'x' })
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, expected)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
    })
  }

  it('tells programs in JSON what is wrong, with the same exit codes', async () => {
    const misspelled = await runLectern(['space', 'lits', '--json'])
    assert.equal(misspelled.code, 2)
    assert.equal(JSON.parse(misspelled.stdout).error.reason, 'wrong_usage')
    const unknown = await runLectern(['space', 'list', '--organization', 'x', '--json'])
    assert.equal(unknown.code, 1)
    assert.equal(JSON.parse(unknown.stdout).error.reason, 'token_missing')
  })

  it('explains how to get a token where there is none', async () => {
    const { code, stdout, stderr } = await runLectern([
      'space',
      'list',
      '--organization',
      'x',
    ])
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /LECTERN_TOKEN is not set.*lectern-server token create/)
  })

  it('says that nobody answers, where, and what to set', async () => {
    const args = ['space', 'list', '--organization', 'x', '--json']
    const { code, stdout, stderr } = await runLectern(args, nobody)
    assert.equal(code, 1)
    assert.match(stderr, /No answer from http:\/\/127\.0\.0\.1:9.*LECTERN_URL/)
    assert.equal(JSON.parse(stdout).error.reason, 'unreachable')
  })

  it('as a program reads its words and the environment, and ends with the code', async () => {
    const args = ['space', 'list', '--organization', 'x', '--json']
    for (const [words, settings] of [
      [['--version'], {}],
      [['dance'], {}],
      [['space', 'list', '--json'], { LECTERN_TOKEN: 'x' }],
      [args, {}],
      [args, nobody],
    ] as const) {
      const program = await startLectern(words, settings).ended
      assert.deepEqual(program, await runLectern(words, settings))
    }
  })
})
