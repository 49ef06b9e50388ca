import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isTest, readSources } from './source-files.ts'

const made = /\btokenId: '|: Caller = \{/

describe('callers', () => {
  it('are made where requests are authenticated and for jobs, and nowhere else', async () => {
    const sources = await readSources(/^server\/src\/.*\.ts$/)
    const makers = sources
      .filter(({ path, text }) => !isTest(path) && made.test(text))
      .map(({ path }) => path)
    assert.deepEqual(makers, [])
  })
})
