import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readSources } from './source-files.ts'

/** The image holds every file of these folders but `*.test.ts`. */
const shipped = /^(?:contract|content|server|sites|cli)\/src\/.*\.tsx?$/
const testing =
  /\bfrom '(?:#test\/|node:test'|node:assert|fast-check'|(?:\.\.\/)+(?:test|tools)\/)/

describe('what ships', () => {
  it('holds no helpers of tests, and nothing that imports one', async () => {
    const files = (await readSources(shipped)).filter(
      ({ path }) => !path.endsWith('.test.ts'),
    )
    assert.ok(files.length > 1_000)
    const wrong = files.filter(
      ({ path, text }) => /\/test-[^/]+$/.test(path) || testing.test(text),
    )
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })
})
