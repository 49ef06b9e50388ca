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

  it('draws diagrams with workers alone: no page brings the program for it', async () => {
    const imported = /(?:\bfrom|\bimport|\bimport\(|\brequire\() ?'mermaid\b/
    const files = (await readSources(shipped)).filter(
      ({ path, text }) => !path.endsWith('.test.ts') && imported.test(text),
    )
    const places = files.map(({ path }) => path)
    assert.deepEqual(places, ['server/src/features/publishing/diagrams/build-mermaid.ts'])
  })
})
