import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readSources, type SourceFile } from './source-files.ts'

const everyText = /`[^`]*`|'[^'\n]*'|"[^"\n]*"/g
const ofTheEngine = /\b(?:from|join) (?:pg_locks|pg_stat_activity)\b/
const ofOneDatabase = /\bdatname\b|\bdatabase = |\bpid = (?:\$|pg_backend_pid)/

/** Reads what a whole engine does, where other tests have databases of their own at the same time. */
function problems(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: file, text }) =>
    (text.match(everyText) ?? [])
      .filter((sql) => ofTheEngine.test(sql) && !ofOneDatabase.test(sql))
      .map(() => `${file} looks at connections or locks of every database`),
  )
}

const sent = (text: string) => problems([{ path: 'server/src/a.test.ts', text }])

describe('what tests read of connections and locks', () => {
  it('is that of their own database', async () => {
    const files = await readSources(/^(?:server|sites|cli|content|tools)\/.*\.ts$/)
    const self = 'server/test/guards/own-database.test.ts'
    assert.deepEqual(problems(files.filter(({ path }) => path !== self)), [])
  })

  it('would be caught as that of all of them', () => {
    assert.equal(sent('rows(`select pid from pg_locks where granted`)').length, 1)
    assert.equal(
      sent("rows(`select pid from pg_stat_activity where state = 'idle'`)").length,
      1,
    )
    assert.deepEqual(
      sent('rows(`select from pg_stat_activity where datname = current_database()`)'),
      [],
    )
    assert.deepEqual(
      sent("rows('select from pg_stat_activity where pid = $1', [pid])"),
      [],
    )
  })
})
