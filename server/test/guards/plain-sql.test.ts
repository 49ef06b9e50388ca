import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isTest, readSources, type SourceFile } from './source-files.ts'

/** The engine room: connections, migrations, the job engine, health, and the operator's commands. */
const mayUse =
  /^server\/src\/(?:platform\/(?:database|jobs)\/|platform\/http\/health\.ts$|start\/)/

/** Lists that an edit, a role or the spaces of one request bound; others may be as long as a space is large. */
const shortLists = new Set([
  'server/src/content-store/links/target-queries.ts',
  'server/src/features/writing/content-permissions/effective-query.ts',
  'server/src/features/writing/publications/publication-queries.ts',
])

/** SQL that is no declared statement is neither recorded in tests nor judged. */
function problems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) => [
    ...(/^import (?!type\b).*\bfrom 'pg'$/m.test(text) && !mayUse.test(file)
      ? [`${file} talks to pg itself`]
      : []),
    ...(/\b(?:db|database|tx)\??\.raw\(/.test(text) && !mayUse.test(file)
      ? [`${file} sends SQL as text`]
      : []),
    ...(/\bstatement(?:ByShape)?(?:<[^(]*>)?\(\s*'test\./.test(text)
      ? [`${file} labels a statement as that of a test, which is not judged`]
      : []),
    ...(/(?:<>|!=) all \(\$\{/i.test(text) && !shortLists.has(file)
      ? [
          `${file} compares every row with all of a list; write "not in (select … from unnest(…))", which is looked up by hash`,
        ]
      : []),
  ])
}

describe('SQL', () => {
  it('is sent in declared statements everywhere but in the engine room', async () => {
    const files = await readSources(/^server\/src\/.*\.ts$/)
    assert.deepEqual(problems(files.filter(({ path: file }) => !isTest(file))), [])
  })

  it('would be caught sent as text, or behind the back of the platform', () => {
    const path = 'server/src/features/people/teams/team-queries.ts'
    const sent = (text: string) => problems([{ path, text }])
    assert.equal(sent(`await context.db.raw('select 1')`).length, 1)
    assert.equal(sent(`import { Client } from 'pg'`).length, 1)
    assert.deepEqual(
      sent(`import type { Client } from 'pg'\nString.raw(x); sql.raw(y)`),
      [],
    )
  })

  it('would be caught comparing rows with all of a long list', () => {
    const path = 'server/src/content-store/merge/merge-queries.ts'
    const text = 'sql`x.id <> all (${p.exceptIds}::text[])`'
    assert.equal(problems([{ path, text }]).length, 1)
  })
})
