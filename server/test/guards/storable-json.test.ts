import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isTest, readSources, type SourceFile } from './source-files.ts'

/**
 * PostgreSQL refuses JSON with NUL or half of a surrogate pair as jsonb. What strangers wrote can
 * have both, in escapes that no check of a request sees: what is stored goes through
 * `storableJson`.
 */
const cast = /\$\{(?:p\.)?(\w+)(?: \?\? null)?\}::jsonb/g

function storedNames(files: readonly SourceFile[]): Set<string> {
  return new Set(
    files.flatMap(({ text }) => [...text.matchAll(cast)].map(([, name]) => name ?? '')),
  )
}

/** What is made into JSON as the parameter of a statement, and not for PostgreSQL. */
function unstorable(text: string, names: ReadonlySet<string>): string[] {
  const made = /\b(\w+)(?:: (?:[^,\n?]*\?\s+)?| = )JSON\.stringify\(/g
  return [...text.matchAll(made)].flatMap(([, name = '']) =>
    names.has(name) ? [name] : [],
  )
}

describe('JSON that is stored', () => {
  it('is what PostgreSQL takes', async () => {
    const files = (await readSources(/^server\/src\/.*\.ts$/)).filter(
      ({ path }) => !isTest(path),
    )
    const names = storedNames(files)
    assert.ok(names.size > 15)
    const found = files.flatMap(({ path, text }) =>
      unstorable(text, names).map((name) => `${path}: ${name}`),
    )
    assert.deepEqual(found, [])
  })

  it('is seen where it is not', () => {
    const names = new Set(['rows', 'errors'])
    assert.deepEqual(unstorable('run({ rows: JSON.stringify(all) })', names), ['rows'])
    assert.deepEqual(unstorable('const errors = JSON.stringify(all)', names), ['errors'])
    const chosen = 'errors: isLong ? JSON.stringify(some) : null'
    assert.deepEqual(unstorable(chosen, names), ['errors'])
    assert.deepEqual(unstorable('rows: storableJson(all)', names), [])
    assert.deepEqual(unstorable('body: JSON.stringify(all)', names), [])
  })
})
