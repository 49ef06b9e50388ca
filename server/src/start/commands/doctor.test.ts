import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { readConfig } from '#/platform/config/config.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { createPatient, type Patient } from '#test/doctor/test-examine.ts'
import { startTestPooler } from '#test/doctor/test-pooler.ts'

import { configurationChecks } from './doctor/configuration-checks.ts'
import { publishingChecks } from './doctor/publishing-checks.ts'

const closedPort = '127.0.0.1:1'

/** A renderer as the doctor sees it: ready, and with a verdict on secrets. */
async function startRenderer(verdict: number) {
  const asked: (string | undefined)[] = []
  const server = createServer(({ url, headers }, reply) => {
    if (url === '/~secret') asked.push(headers.authorization)
    reply.writeHead(url === '/~secret' ? verdict : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, stop: () => server.close() }
}

describe('lectern-server doctor', () => {
  let patient: Patient
  let database: { readonly url: string }
  let client: Client
  before(async () => {
    patient = await createPatient()
    database = { url: patient.databaseUrl }
    client = new Client({ connectionString: database.url })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await patient.remove()
  })

  const examined: Patient['examined'] = async (environment) =>
    patient.examined(environment)

  /** Runs the doctor on a changed database, then reverts the change. */
  async function changed(change: string, back: string, environment = {}) {
    await client.query(change)
    try {
      return await examined(environment)
    } finally {
      await client.query(back)
    }
  }

  it('prints a line for each thing and exits with 0 when all is well', async () => {
    const renderer = await startRenderer(204)
    const { code, stdout } = await runCommand(['doctor'], {
      DATABASE_URL: database.url,
      SITES_URL: renderer.url,
      PUBLIC_URL: `http://${closedPort}`,
    })
    renderer.stop()
    assert.equal(code, 0, stdout)
    const lines = stdout.trimEnd().split('\n')
    assert.ok(lines.length >= 20)
    for (const line of lines) assert.match(line, /^(ok {2}|warn) [\w ]+: ./)
    // The settings of the test's PostgreSQL for these may be any.
    const warned = lines.filter((line) =>
      /^warn (?!autovacuum|cluster commits)/.test(line),
    )
    assert.deepEqual(
      warned.map((line) => line.slice(5, 16)),
      ['secret keys'],
    )
  })

  it('finds a renderer that is away, and one with another secret', async () => {
    const production = {
      LECTERN_ENV: 'production',
      FILES_URL: 'https://files.example/~files',
      DATABASE_URL: database.url,
      SECRET_KEYS: 'k'.repeat(40),
      RENDERER_SECRET: 'r'.repeat(40),
    }
    const judged = async (settings: Record<string, string>) => {
      const checks = publishingChecks(readConfig({ ...production, ...settings }))
      const verdicts = await Promise.all(checks.map(async ({ judge }) => judge()))
      return verdicts.map(({ status }) => status)
    }
    const away = { SITES_URL: `http://${closedPort}` }
    assert.deepEqual(await judged(away), ['FAIL', 'skip', 'ok', 'ok'])
    assert.deepEqual(await judged({}), ['warn', 'skip', 'ok', 'ok'])
    const other = await startRenderer(403)
    try {
      const settings = { SITES_URL: other.url, PUBLISH_HOST: 'docs.invalid' }
      assert.deepEqual(await judged(settings), ['ok', 'FAIL', 'ok', 'FAIL'])
      assert.equal(other.asked.at(-1), `Bearer ${production.RENDERER_SECRET}`)
    } finally {
      other.stop()
    }
  })

  it('fails where the api is public, and files and sites are on this machine only', async () => {
    const local = {
      DATABASE_URL: database.url,
      SECRET_KEYS: 'k'.repeat(40),
      RENDERER_SECRET: 'r'.repeat(40),
      FILES_URL: 'http://127.0.0.1:3000/~files',
      PUBLISH_HOST: 'localhost:3001',
    }
    const judged = async (PUBLIC_URL: string) => {
      const checks = publishingChecks(readConfig({ ...local, PUBLIC_URL }))
      const found: Record<string, string> = {}
      for (const { name, judge } of checks) found[name] = (await judge()).status
      return [found['files url'], found['publish host']]
    }
    assert.deepEqual(await judged('https://docs-api.example.com'), ['FAIL', 'FAIL'])
    assert.deepEqual(await judged('http://localhost:3000'), ['ok', 'ok'])
  })

  it('prints one JSON object if asked, and exits with 1 when something FAILs', async () => {
    const well = await runCommand(['doctor', '--json'], { DATABASE_URL: database.url })
    assert.deepEqual([well.code, well.stderr], [0, ''])
    const { ok, checks } = JSON.parse(well.stdout)
    assert.equal(ok, true)
    assert.ok(checks.length >= 20)
    const ill = await runCommand(['doctor', '--json'], { PORT: 'x' })
    assert.deepEqual([ill.code, ill.stderr], [1, ''])
    assert.equal(JSON.parse(ill.stdout).ok, false)
  })

  it('names each setting that is wrong', async () => {
    const { failed, checks } = await examined({ PORT: 'x', LECTERN_ENV: 'production' })
    assert.deepEqual(failed, ['configuration', 'configuration', 'configuration'])
    assert.match(checks[0]?.detail ?? '', /^SECRET_KEYS is not set/)
    assert.equal(checks.at(-1)?.status, 'skip')
  })

  it('fails on the development key where others reach the server', async () => {
    const { one, ok } = await examined({ PUBLIC_URL: 'https://docs.example' })
    assert.equal(ok, false)
    assert.equal(one('secret keys').status, 'FAIL')
    assert.match(one('secret keys').remedy ?? '', /openssl rand/)
  })

  const urls: [string, string, RegExp][] = [
    ['https://docs.example/v1', 'FAIL', /ends in \/v1/],
    ['http://localhost:3000', 'FAIL', /leads nowhere/],
    ['https://docs.example/?a=b', 'FAIL', /query/],
    ['http://docs.example', 'warn', /not https/],
    ['https://docs.example', 'ok', /docs/],
  ]
  for (const [url, status, detail] of urls) {
    it(`judges the public URL ${url} in production as ${status}`, async () => {
      const config = readConfig({
        PUBLIC_URL: url,
        LECTERN_ENV: 'production',
        FILES_URL: 'https://files.example/~files',
        DATABASE_URL: database.url,
        SECRET_KEYS: 'k'.repeat(40),
      })
      const check = configurationChecks(config).find(({ name }) => name === 'public URL')
      const verdict = await check?.judge()
      assert.equal(verdict?.status, status)
      assert.match(verdict?.detail ?? '', detail)
    })
  }

  it('says where the database cannot be reached, without its password', async () => {
    const { failed, one, checks } = await examined({
      DATABASE_URL: `postgres://someone:hidden@${closedPort}/none`,
    })
    assert.deepEqual(failed, ['database'])
    assert.match(one('database').detail, /127\.0\.0\.1:1\/none cannot be reached/)
    assert.equal(one('migrations').status, 'skip')
    assert.doesNotMatch(JSON.stringify(checks), /hidden/)
  })

  it('finds pending migrations and leaves the rest for later', async () => {
    const { failed, one } = await changed(
      `update schema_migration set name = 'x' || name where name like '0003%'`,
      `update schema_migration set name = substr(name, 2) where name like 'x0003%'`,
    )
    assert.deepEqual(failed, ['migrations'])
    assert.match(one('migrations').detail, /pending: 0003/)
    assert.match(one('migrations').remedy ?? '', /lectern-server migrate/)
    assert.equal(one('rights').status, 'skip')
  })

  it('warns when a newer release has migrated the database', async () => {
    const { ok, one } = await changed(
      `insert into schema_migration (name) values ('9999-from-the-future.sql')`,
      `delete from schema_migration where name like '9999%'`,
    )
    assert.equal(ok, true)
    assert.equal(one('migrations').status, 'warn')
  })

  it('finds a missing extension', async () => {
    const { failed, one } = await changed(
      'alter extension btree_gin drop operator class int4_ops using gin; update pg_extension set extname = extname || 2 where extname = $$btree_gin$$',
      'update pg_extension set extname = $$btree_gin$$ where extname = $$btree_gin2$$; alter extension btree_gin add operator class int4_ops using gin',
    )
    assert.deepEqual(failed, ['extensions'])
    assert.match(one('extensions').detail, /not installed: btree_gin/)
  })

  it('finds clocks that differ', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const { failed, one } = await changed(
      `create function public.clock_timestamp() returns timestamptz language sql
         as 'select pg_catalog.clock_timestamp() - interval ''1 minute''';
       alter database ${name} set search_path = public, pg_catalog`,
      `alter database ${name} reset search_path; drop function public.clock_timestamp()`,
    )
    assert.deepEqual(failed, ['clock'])
    assert.match(one('clock').detail, /-\d{5} ms/)
    assert.match(one('clock').remedy ?? '', /NTP/)
  })

  it('warns of a database that lives in another time zone', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const { ok, one } = await changed(
      `alter database ${name} set timezone = 'Europe/London'`,
      `alter database ${name} reset timezone`,
    )
    assert.equal(ok, true)
    assert.equal(one('time zone').status, 'warn')
  })

  it('warns of a database that nobody looks after', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const { ok, one } = await changed(
      `alter database ${name} set track_counts = off`,
      `alter database ${name} reset track_counts`,
    )
    assert.equal(ok, true)
    assert.equal(one('autovacuum').status, 'warn')
    assert.match(one('autovacuum').remedy ?? '', /vacuum analyze/)
  })

  it('finds a pooler that loses prepared statements, and what helps', async () => {
    const pooler = await startTestPooler(database.url)
    try {
      const on = await examined({ DATABASE_URL: pooler.url })
      assert.deepEqual(on.failed, ['prepared statements'])
      assert.match(on.one('prepared statements').remedy ?? '', /DATABASE_PREPARE=off/)
      const off = await examined({ DATABASE_URL: pooler.url, DATABASE_PREPARE: 'off' })
      assert.deepEqual(off.failed, [])
      assert.equal(off.one('prepared statements').status, 'warn')
      assert.match(off.one('prepared statements').remedy ?? '', /workers/)
    } finally {
      pooler.stop()
    }
  })

  it('finds rights that a user lacks', async () => {
    const role = `lectern_doctor_${process.pid}`
    const url = new URL(database.url)
    url.username = role
    const { failed, one } = await changed(
      `create role ${role} login;
       grant select, insert, update, delete on all tables in schema public to ${role};
       revoke insert on member from ${role};
       revoke execute on function maintain_partitions from public`,
      `grant execute on function maintain_partitions to public; drop owned by ${role}; drop role ${role}`,
      { DATABASE_URL: url.href },
    )
    assert.ok(failed.includes('rights') && failed.includes('partition rights'))
    assert.match(one('rights').detail, /\bmember\b/)
    assert.match(one('rights').detail, /pgboss\.job\b/)
    assert.doesNotMatch(one('rights').detail, /\bteam\b/)
    assert.match(one('partition rights').remedy ?? '', /grant execute/)
  })

  it('finds that nothing can be written', async () => {
    const name = new URL(database.url).pathname.slice(1)
    const { failed, one } = await changed(
      `alter database ${name} set default_transaction_read_only = on`,
      `set default_transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
    )
    assert.ok(failed.includes('writes'))
    assert.match(one('writes').detail, /read-only transaction/)
  })

  it('finds missing partitions, and rows of days that have none', async () => {
    const { rows } = await client.query<{ day: string }>(
      `select to_char((now() at time zone 'UTC')::date + 1, 'YYYYMMDD') as day`,
    )
    const partition = `event_${rows[0]?.day}`
    const missing = await changed(
      `alter table ${partition} rename to hidden`,
      `alter table hidden rename to ${partition}`,
    )
    assert.deepEqual(missing.failed, ['partitions'])
    assert.match(missing.one('partitions').detail, new RegExp(partition))

    // On a cluster, a worker counts what was written when the connection that wrote it ends.
    await client.query('set citus.max_cached_conns_per_worker = 0')
    const stray = await changed(
      `insert into event values ('o', 'stray', '2001-01-01', 't', 's', '{}');
       select pg_stat_force_next_flush()`,
      `delete from event where id = 'stray'; select pg_stat_force_next_flush()`,
    )
    assert.equal(stray.ok, true)
    assert.match(stray.one('partitions').detail, /event_default/)
  })

  it('finds a missing job queue and counts dead letters', async () => {
    const missing = await changed(
      `alter table pgboss.version rename to version_away`,
      `alter table pgboss.version_away rename to version`,
    )
    assert.deepEqual(missing.failed, ['job queue'])
    assert.match(missing.one('job queue').remedy ?? '', /lectern-server migrate/)

    const letters = await changed(
      `insert into pgboss.job (name, data) select 'dead-letter', '{"name": "mail.send"}' from generate_series(1, 3)`,
      `delete from pgboss.job where name = 'dead-letter'`,
    )
    assert.equal(letters.ok, true)
    assert.equal(letters.one('dead letters').status, 'warn')
    assert.match(letters.one('dead letters').detail, /^3 jobs.*3 of mail\.send/)
  })

  it('warns when events wait and no worker takes them', async () => {
    const { one } = await changed(
      `insert into event_pending values ('e', 'o', now() - interval '1 hour', 's')`,
      `delete from event_pending where id = 'e'`,
    )
    assert.equal(one('events').status, 'warn')
    assert.match(one('events').detail, /36\d\d s/)
  })

  it('finds a Redis, a storage and a mail server that do not answer', async () => {
    const { failed, one } = await examined({
      REDIS_URL: `redis://${closedPort}`,
      MAIL_URL: `smtp://${closedPort}`,
      STORAGE_FOLDER: path.join(import.meta.filename, 'files'),
    })
    assert.deepEqual(failed, ['redis', 'storage', 'mail'])
    assert.match(one('redis').remedy ?? '', /REDIS_URL/)
    assert.match(one('storage').remedy ?? '', /STORAGE_FOLDER/)
    assert.match(one('mail').remedy ?? '', /MAIL_URL/)
  })

  it('is content with a Redis that answers', async () => {
    const { one } = await examined({
      REDIS_URL: process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379',
    })
    assert.deepEqual([one('redis').status, one('redis').detail], ['ok', 'answers'])
  })
})
