import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isTest, readSources } from './source-files.ts'

/** What one test file would leave changed for all that run after it in the same process. */
const changes: readonly [RegExp, string][] = [
  [/\bprocess\.env(?:\.\w+|\[[^\]]+\])\s*(?:\?\?|\|\|)?=(?!=)/, 'the environment'],
  [/\bdelete process\.env\b/, 'the environment'],
  [/\bprocess\.(?:chdir|umask)\(/, 'the folder it works in'],
  [/\bprocess\.exitCode\s*=(?!=)/, 'its exit code'],
  // Those of a test's own context are taken back when it ends.
  [/(?<![.\w])mock\.(?:timers|module)\b/, 'the clock or a module'],
  [/\bglobalThis\.\w+\s*=(?!=)/, 'a global name'],
]

function changedBy(text: string): string[] {
  return changes.filter(([pattern]) => pattern.test(text)).map(([, what]) => what)
}

describe('tests that share a process', () => {
  it('leave what belongs to all of it as it is', async () => {
    const files = (await readSources(/\.tsx?$/)).filter(
      ({ path }) =>
        isTest(path) &&
        !path.endsWith('.alone.test.ts') &&
        !path.includes('/gates/') &&
        !path.includes('shared-process'),
    )
    assert.ok(files.length > 300)
    const wrong = files.flatMap(({ path, text }) =>
      changedBy(text).map((what) => `${path} changes ${what}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('are known by what they do', () => {
    const bad = [
      `process.env['HOME'] = '/'`,
      `process.env.HOME ??= '/'`,
      `delete process.env['HOME']`,
      `process.chdir('/')`,
      `process.exitCode = 1`,
      `mock.timers.enable()`,
      `globalThis.fetch = other`,
    ]
    for (const text of bad) assert.equal(changedBy(text).length, 1, text)
    const good = [
      `process.env['HOME'] === '/'`,
      `const { HOME } = process.env`,
      `child.exitCode === 0`,
      `context.mock.timers.enable()`,
    ]
    for (const text of good) assert.deepEqual(changedBy(text), [], text)
  })
})
