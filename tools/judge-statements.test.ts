import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { partsSentAlone } from '../server/src/platform/database/migrate.ts'
import type { ClusterCatalogue } from '../server/test/guards/query-scope.ts'
import { describeJudgement, judgeRecorded } from './judge-statements.ts'

const execute = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const recorder = new URL('../server/test/guards/record-statements.ts', import.meta.url)

const catalogue: ClusterCatalogue = {
  tenantTables: new Set(['team']),
  columns: new Map([['team', ['organization_id', 'id']]]),
  distributed: new Map(),
  references: new Set(),
  volatility: new Map([['now', 'stable']]),
  timed: new Map([['team', ['created_at']]]),
}

describe('the judge of recorded statements', () => {
  let folder: string
  let statements: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'lectern-judge-'))
    statements = path.join(folder, 'statements')
    await mkdir(statements)
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  async function record(name: string, texts: readonly string[]): Promise<void> {
    const lines = texts.map((text) => `${JSON.stringify(text)}\n`)
    await writeFile(path.join(statements, `${name}.jsonl`), lines.join(''))
  }

  it('judges what all processes sent, each statement once', async () => {
    const good = 'select id from team where organization_id = $1'
    await record('1', [good, 'begin'])
    await record('2', [good])
    const judgement = await judgeRecorded(statements, catalogue)
    assert.deepEqual(judgement, {
      statements: 2,
      onTenantTables: 1,
      questions: 0,
      broken: [],
    })
  })

  it('prints a statement that is not tied, and why', async () => {
    await record('3', ['select id from team where id = $1', 'select from where'])
    const judgement = await judgeRecorded(statements, catalogue)
    assert.equal(judgement.broken.length, 2)
    const text = describeJudgement(judgement)
    assert.match(text, /select id from team where id = \$1\n {2}- team: nothing makes/)
    assert.match(text, /select from where\n {2}- it cannot be parsed/)
    assert.match(text, /; 2 of them break the law\./)
  })

  it('prints what a cluster would refuse', async () => {
    const coalesced =
      'update team set seen_at = coalesce(seen_at, now()) where organization_id = $1'
    await record('3', [coalesced])
    const [broken] = (await judgeRecorded(statements, catalogue)).broken
    assert.equal(broken?.statement, coalesced)
    assert.match(broken.why.join(), /^now\(\) is not immutable, under CASE or COALESCE/)
  })

  it('leaves migrations alone, whole or in parts', async () => {
    const migrations = path.join(root, 'server/migrations')
    const names = (await readdir(migrations)).filter((name) => /^\d{4}-/.test(name))
    const texts = await Promise.all(
      names.map(async (name) => readFile(path.join(migrations, name), 'utf8')),
    )
    const whole = texts.find((text) => partsSentAlone(text).length === 0)
    const parts = texts.flatMap(partsSentAlone)
    assert.ok(parts.length > 0)
    await record('3', [`begin;\n${whole}\n; delete from team; commit`, ...parts])
    assert.deepEqual((await judgeRecorded(statements, catalogue)).broken, [])
  })

  it('judges what merely stands somewhere in a migration', async () => {
    await record('3', ['create index', 'begins like'])
    assert.equal((await judgeRecorded(statements, catalogue)).broken.length, 2)
  })

  it('leaves alone what a test says is its own', async () => {
    const own = 'delete from team'
    await record('3', [own])
    await writeFile(path.join(statements, '4.excused'), `${JSON.stringify(own)}\n`)
    assert.deepEqual((await judgeRecorded(statements, catalogue)).broken, [])
  })

  it('lets tests look at everything, but only ask what a cluster can answer', async () => {
    const all = 'insert into team (organization_id) select organization_id from team'
    const late = 'update team set at = coalesce(at, now())'
    await record('3', [])
    const lines = [all, late, 'no sql'].map((text) => `${JSON.stringify(text)}\n`)
    await writeFile(path.join(statements, '5.questions'), lines.join(''))
    const judgement = await judgeRecorded(statements, catalogue)
    assert.equal(judgement.questions, 3)
    assert.deepEqual(
      judgement.broken.map(({ statement }) => statement),
      [late],
    )
    assert.match(describeJudgement(judgement), /and 3 by tests themselves; 1 of them/)
    await rm(path.join(statements, '5.questions'))
  })

  describe('is given what is sent', () => {
    const probe = `
      import { Client } from 'pg'
      const client = new Client({ connectionString: 'postgres://127.0.0.1:1/none' })
      client.query('select 1 as plain').catch(() => undefined)
      client.query({ name: 'x', text: 'select 2 as named', values: [] }).catch(() => undefined)
      client.query({ name: 'test.x', text: 'select 3 as test' }).catch(() => undefined)
      process.exit(0)`
    before(async () => {
      await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    })

    async function sentBy(program: string, ending = '.jsonl'): Promise<string> {
      const file = path.join(folder, program)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, probe)
      const own = await mkdtemp(path.join(folder, 'recorded-'))
      await execute(process.execPath, [`--import=${recorder.href}`, file], {
        env: { ...process.env, NODE_OPTIONS: '', LECTERN_RECORD_STATEMENTS: own },
      })
      const files = (await readdir(own)).filter((name) => name.endsWith(ending))
      const texts = files.map(async (name) => readFile(path.join(own, name), 'utf8'))
      return (await Promise.all(texts)).join('')
    }

    it('by a process of the product that a test starts, by name or in plain words', async () => {
      const sent = await sentBy('server/src/start/probe.ts')
      assert.equal(sent, '"select 1 as plain"\n"select 2 as named"\n')
    })

    it('by the product inside a test, but not what the test asks in plain words', async () => {
      const sent = await sentBy('tools/testing/worker.ts')
      assert.equal(sent, '"select 2 as named"\n')
      const asked = await sentBy('tools/testing/worker.ts', '.questions')
      assert.equal(asked, '"select 1 as plain"\n')
    })

    it('by nothing else', async () => {
      assert.equal(await sentBy('tools/probe.ts'), '')
    })
  })
})
