import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readSources, type SourceFile } from './source-files.ts'

const dueNow = /\bset (?:expires_at|check_at) = now\(\)(?! [-+] )/g

/** Columns keep milliseconds, to which now() is rounded: it may then be still to come. */
function problems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    (text.match(dueNow) ?? []).map((found) => `${path} has “${found}”`),
  )
}

const found = (text: string) => problems([{ path: 'a.test.ts', text }]).length

describe('times that tests let pass', () => {
  it('lie in the past by more than their columns are rounded', async () => {
    const files = await readSources(/^(?:server|sites)\/.*\.test\.ts$/)
    const self = 'server/test/guards/due-times.test.ts'
    assert.deepEqual(problems(files.filter(({ path }) => path !== self)), [])
  })

  it('would be caught where they may be still to come', () => {
    assert.equal(found('update site_token set expires_at = now() where id = $1'), 1)
    assert.equal(found(`update t set check_at = now() - interval '1 second'`), 0)
  })
})
