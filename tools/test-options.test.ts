import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, it } from 'node:test'

import { concurrencyDefault, readTestWords } from './test-options.ts'

describe('the words after the command that runs the tests', () => {
  it('are options of the test runner, files and folders', () => {
    assert.deepEqual(
      readTestWords([
        '--test-name-pattern=^a=b$',
        'server/test',
        '--test-update-snapshots',
        'tools/test-options.test.ts',
        '--test-concurrency=1',
        '--test-only',
        '--engines',
        '--cluster',
      ]),
      {
        options: {
          namePatterns: ['^a=b$'],
          concurrency: 1,
          updateSnapshots: true,
          only: true,
          engines: true,
          cluster: true,
        },
        chosen: ['server/test', 'tools/test-options.test.ts'],
        refusal: undefined,
      },
    )
    assert.deepEqual(readTestWords([]), {
      options: {
        namePatterns: [],
        concurrency: concurrencyDefault,
        updateSnapshots: false,
        only: false,
        engines: false,
        cluster: false,
      },
      chosen: [],
      refusal: undefined,
    })
  })

  it('are refused where they are options of something else', () => {
    for (const word of ['--foo', '--foo=1', '-t', '--test', '--', '--watch']) {
      const { refusal = '' } = readTestWords(['server', word])
      assert.match(refusal, /is no option of this command/)
    }
    const { refusal = '' } = readTestWords(['--test-name-pattern', 'teams'])
    assert.match(refusal, /--test-name-pattern=…/)
    for (const word of ['--test-concurrency=0', '--test-concurrency=many']) {
      assert.match(readTestWords([word]).refusal ?? '', /is no number of processes/)
    }
  })

  it('are read before anything is done', () => {
    const program = path.join(import.meta.dirname, 'test.ts')
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, '--foo'], {
      encoding: 'utf8',
      // Nothing listens at this address: going on would fail with another message.
      env: { ...process.env, TEST_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    })
    assert.equal(status, 1)
    assert.match(stderr, /^"--foo" is no option of this command\. There are --test-/)
    assert.equal(stderr.trim().split('\n').length, 1)
    assert.equal(stdout, '')
  })
})
