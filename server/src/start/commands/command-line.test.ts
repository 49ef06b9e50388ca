import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import manifest from '../../../package.json' with { type: 'json' }
import { runCommand } from '#test/commands/test-command.ts'

const names = [
  'start',
  'migrate',
  'doctor',
  'admin create',
  'admin link',
  'token create',
  'secrets rotate',
  'fsck',
  'db distribute',
]
const unreachable = { DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none' }

describe('lectern-server', () => {
  it('lists every command in its help', async () => {
    const { code, stdout } = await runCommand(['--help'], {})
    assert.equal(code, 0)
    for (const name of names) assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'))
  })

  it('explains each command without needing any setting', async () => {
    for (const name of names) {
      const { code, stdout, stderr } = await runCommand(
        [...name.split(' '), '--help'],
        {},
      )
      assert.equal(code, 0, stderr)
      assert.ok(stdout.startsWith(`Usage: lectern-server ${name}`), stdout)
    }
  })

  it('says its version', async () => {
    const { code, stdout } = await runCommand(['--version'], {})
    assert.deepEqual([code, stdout], [0, `${manifest.version}\n`])
  })

  const misused: [string[], RegExp][] = [
    [['dance'], /no command "dance"/],
    [['token'], /Did you mean "token create"/],
    [['fsck', '--colour'], /'--colour'.*fsck --help/],
    [['fsck', 'now'], /"now" is not expected/],
    [['start'], /One of api, worker, all is missing/],
    [['start', 'everything'], /"everything" is not one of/],
    [['start', 'api', 'worker'], /"worker" is not expected/],
    [['token', 'create'], /--email is missing/],
    [['token', 'create', '--email', 'a@b.example', '--days', 'soon'], /--days must be/],
    [['token', 'create', '--email', 'a@b.example', '--label', 'x'.repeat(51)], /--label/],
    [['admin', 'create', '--email', 'nobody', '--organization', 'Acme'], /not a mail/],
    [['admin', 'create', '--email', 'a@b.example', '--organization', 'A'], /2 to 255/],
    [['db', 'distribute'], /One of --print and --apply/],
    [['db', 'distribute', '--print', '--apply'], /One of --print and --apply/],
  ]
  for (const [args, expected] of misused) {
    it(`exits with 2 and one line for "${args.join(' ').slice(0, 60)}"`, async () => {
      const { code, stdout, stderr } = await runCommand(args, {})
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, expected)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
    })
  }

  it('names every setting that is wrong, a line each', async () => {
    const { code, stderr } = await runCommand(['fsck'], {
      LECTERN_ENV: 'production',
      PORT: 'front door',
    })
    assert.equal(code, 1)
    const lines = stderr.trimEnd().split('\n')
    assert.deepEqual(
      lines.map((line) => line.split(' ', 1)[0]),
      ['DATABASE_URL', 'SECRET_KEYS', 'PORT', 'FILES_URL'],
    )
  })

  it('says in one line that the database cannot be reached, and keeps its password', async () => {
    for (const name of [
      'start api',
      'migrate',
      'migrate --check',
      'secrets rotate',
      'fsck',
    ]) {
      const { code, stderr } = await runCommand(name.split(' '), unreachable)
      assert.equal(code, 1, name)
      assert.match(
        stderr,
        /ECONNREFUSED.*Check DATABASE_URL and that PostgreSQL runs\.\n$/,
      )
      assert.doesNotMatch(stderr, /hidden/)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
    }
  })
})
