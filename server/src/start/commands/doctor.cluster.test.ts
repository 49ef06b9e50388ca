import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import {
  dropDatabase,
  joinServers,
  onServers,
  urlOfDatabase,
} from '#test/database/test-cluster.ts'
import { createPatient, type Patient } from '#test/doctor/test-examine.ts'
import { clusterMissing, createUnlaidDatabase } from '#test/test-database.ts'

const [, ...workers] = process.env['LECTERN_TEST_SERVERS']?.split(' ') ?? []
const hosts = workers.map((worker) => new URL(worker).host)
const [first = '', second = ''] = hosts
const ofNodes = [
  'cluster extensions',
  'cluster clocks',
  'cluster locks',
  'cluster transactions',
]

describe('lectern-server doctor on a cluster', { skip: clusterMissing }, () => {
  const role = `lectern_doctor_${process.pid}`
  let patient: Patient
  let client: Client
  /** The database on the first worker. */
  let onFirst: Client
  before(async () => {
    patient = await createPatient()
    client = new Client({ connectionString: patient.databaseUrl })
    await client.connect()
    const url = urlOfDatabase(workers[0] ?? '', patient.databaseName)
    onFirst = new Client({ connectionString: url })
    await onFirst.connect()
    await onFirst.query('set citus.enable_ddl_propagation = off')
    await onFirst.query('set citus.enable_alter_role_propagation = off')
    await onFirst.query('set citus.enable_manual_changes_to_shards = on')
    // Citus hands on the settings of a database that it knows; this one is a copy.
    await client.query(
      `update pg_dist_object set objid = d.oid from pg_database d
       where classid = 'pg_database'::regclass and d.datname = current_database()`,
    )
    await client.query(`create role ${role} login`)
    await client.query(`grant select on all tables in schema public to ${role}`)
  })
  after(async () => {
    await onFirst.end()
    await client.query(`drop owned by ${role}`)
    await client.query(`drop role ${role}`)
    await client.end()
    await patient.remove()
  })

  /** Runs the doctor while the first worker is different, then reverts that. */
  async function changed(change: string, back: string, environment = {}) {
    await onFirst.query(change)
    try {
      return await patient.examined(environment)
    } finally {
      await onFirst.query(back)
    }
  }

  /** Has functions of the first worker's database stand before those of PostgreSQL. */
  async function shadowed(signature: string, body: string) {
    const name = patient.databaseName
    return changed(
      `create function public.${signature} language plpgsql as $f$ begin ${body} end $f$;
       alter database ${name} set search_path = public, pg_catalog`,
      `alter database ${name} reset search_path;
       drop function public.${signature.split(' returns ')[0]}`,
    )
  }

  async function shardsOnFirst(): Promise<string> {
    const { rows } = await client.query<{ shard: string }>(
      `select shard_name as shard from citus_shards
       where table_name = 'organization'::regclass and nodename || ':' || nodeport = $1`,
      [first],
    )
    return rows.map(({ shard }) => shard).join(', ')
  }

  /** The settings of processes that log in as the role. */
  function asRole(more = {}) {
    const url = new URL(patient.databaseUrl)
    url.username = role
    return { DATABASE_URL: url.href, ...more }
  }

  it('is content with one that is as it should be', async () => {
    const { failed, one } = await patient.examined()
    assert.deepEqual(failed, [])
    for (const name of [...ofNodes, 'cluster reads']) {
      assert.equal(one(name).status, 'ok', one(name).detail)
    }
    assert.match(one('cluster reads').detail, /read on each of 2 servers/)
  })

  it('warns of workers on which a wait for a lock does not end', async () => {
    const name = patient.databaseName
    await onServers(workers, `alter database ${name} reset lock_timeout`)
    const { status, detail, remedy } = (await patient.examined()).one('cluster locks')
    assert.equal(status, 'warn')
    for (const host of hosts) assert.ok(detail.includes(host))
    const [statement] =
      /alter database \w+ set lock_timeout = '5s'/.exec(remedy ?? '') ?? []
    assert.ok(statement, remedy)
    await client.query(statement)
    const mended = (await patient.examined()).one('cluster locks')
    assert.equal(mended.status, 'ok', mended.detail)
  })

  for (const [prepared, status, words] of [
    ['0', 'FAIL', /writes on two nodes fail/],
    ['7', 'warn', /max_prepared_transactions = 7, .*more writes .* at once than that/],
  ] as const) {
    it(`judges ${prepared} prepared transactions on a worker as ${status}`, async () => {
      const { one } = await shadowed(
        'current_setting(wanted text) returns text',
        `return case wanted when 'max_prepared_transactions' then '${prepared}' else pg_catalog.current_setting(wanted) end;`,
      )
      assert.equal(one('cluster transactions').status, status)
      assert.match(one('cluster transactions').detail, words)
      assert.ok(one('cluster transactions').detail.includes(first))
      assert.ok(!one('cluster transactions').detail.includes(second))
    })
  }

  it('warns of a server that acknowledges what it can lose', async () => {
    const name = patient.databaseName
    const set = 'set synchronous_commit'
    try {
      await client.query(`alter database ${name} ${set} = local`)
      const kept = (await patient.examined()).one('cluster commits')
      assert.doesNotMatch(kept.detail, /synchronous_commit/)
      const one = await changed(
        `alter database ${name} ${set} = off`,
        `alter database ${name} ${set} = on`,
      )
      const { status, detail, remedy } = one.one('cluster commits')
      assert.equal(status, 'warn')
      assert.ok(detail.startsWith(`synchronous_commit is off on ${first}: `), detail)
      assert.match(detail, /a change or its event can be lost/)
      assert.match(remedy ?? '', /^Set synchronous_commit = on on each/)
    } finally {
      await client.query(`alter database ${name} reset synchronous_commit`)
    }
  })

  for (const [interval, status, words] of [
    ['10s', 'ok', /settled every 10s/],
    ['11s', 'warn', /^citus\.recover_2pc_interval is 11s .* wait up to 11s$/],
    ['-1', 'warn', /wait until somebody calls recover_prepared_transactions$/],
  ] as const) {
    it(`judges that changes are settled every ${interval} as ${status}`, async () => {
      const name = patient.databaseName
      await client.query(
        `set citus.enable_ddl_propagation = off;
         create function public.current_setting(wanted text) returns text language sql as $f$
           select case wanted when 'citus.recover_2pc_interval' then '${interval}'
             when 'synchronous_commit' then 'on'
             else pg_catalog.current_setting(wanted) end $f$`,
      )
      await client.query(`alter database ${name} set search_path = public, pg_catalog`)
      await client.query('reset citus.enable_ddl_propagation')
      await onServers(workers, `alter database ${name} set synchronous_commit = on`)
      try {
        const commits = (await patient.examined()).one('cluster commits')
        assert.equal(commits.status, status, commits.detail)
        assert.match(commits.detail, words)
        assert.match(commits.remedy ?? '5s', /5s/)
      } finally {
        await client.query('set citus.enable_ddl_propagation = off')
        await client.query(`alter database ${name} reset search_path`)
        await client.query('drop function public.current_setting(text)')
        await client.query('reset citus.enable_ddl_propagation')
        await onServers(workers, `alter database ${name} reset synchronous_commit`)
      }
    })
  }

  it('fails when a worker does not say what it is set to', async () => {
    const { one } = await shadowed(
      'current_setting(wanted text) returns text',
      `raise exception 'nobody is told';`,
    )
    for (const name of ['cluster locks', 'cluster transactions', 'cluster commits']) {
      const { status, detail, remedy } = one(name)
      assert.equal(status, 'FAIL')
      assert.ok(detail.includes(`${first} does not answer (nobody is told`), detail)
      assert.match(remedy ?? '', /may log in to it/)
    }
    assert.ok(one('cluster locks').detail.includes(`${second} ends a wait`))
  })

  it('finds a worker whose clock is another', async () => {
    const { one } = await shadowed(
      'clock_timestamp() returns timestamptz',
      `return pg_catalog.clock_timestamp() - interval '1 minute';`,
    )
    const { status, detail, remedy } = one('cluster clocks')
    assert.equal(status, 'FAIL')
    assert.match(detail, new RegExp(`${first} is -\\d{5} ms`))
    assert.match(detail, new RegExp(`${second} is -?\\d{1,3} ms`))
    assert.match(remedy ?? '', /NTP/)
    assert.equal(one('clock').status, 'ok')
  })

  it('finds a worker that lacks an extension, and what mends it', async () => {
    const { one } = await changed(
      'drop extension btree_gin cascade',
      // As it would be for an operator, the coordinator does it.
      'select 1',
    )
    const { status, detail, remedy } = one('cluster extensions')
    assert.equal(status, 'FAIL')
    assert.equal(detail, `${first} lacks btree_gin`)
    assert.match(remedy ?? '', /create extension if not exists/)
    assert.equal(one('extensions').status, 'ok')
    await client.query('create extension if not exists btree_gin')
    assert.equal((await patient.examined()).one('cluster extensions').status, 'ok')
  })

  it('fails when a worker is reached and reads there fail', async () => {
    const { one } = await changed(
      `begin; lock table ${await shardsOnFirst()} in access exclusive mode`,
      'rollback',
    )
    assert.equal(one('cluster reads').status, 'FAIL')
    assert.match(
      one('cluster reads').detail,
      new RegExp(`^${first} cannot be read \\(.* timeout\\): reads .* fail$`),
    )
  })

  it('warns of a worker that only the coordinator reaches', async () => {
    const { port } = new URL(workers[0] ?? '')
    const far = `127.0.0.1:1`
    await client.query(
      `insert into pg_dist_poolinfo
       select nodeid, 'host=' || nodename || ' port=' || nodeport from pg_dist_node
       where nodeport = ${port}`,
    )
    await client.query(`update pg_dist_node set nodeport = 1 where nodeport = ${port}`)
    try {
      const { status, detail, remedy } = (await patient.examined()).one('cluster reads')
      assert.equal(status, 'warn', detail)
      assert.ok(detail.startsWith(`${far} cannot be read (`), detail)
      assert.match(detail, /go through the coordinator, which is slower/)
      assert.match(remedy ?? '', /pg_hba\.conf.*DATABASE_READS_FROM=coordinator/)
    } finally {
      await client.query(`update pg_dist_node set nodeport = ${port} where nodeport = 1`)
      await client.query('delete from pg_dist_poolinfo')
    }
  })

  it('names the worker that takes no writes', async () => {
    const name = patient.databaseName
    const { one } = await changed(
      `alter database ${name} set default_transaction_read_only = on`,
      `set transaction_read_only = off;
       alter database ${name} reset default_transaction_read_only`,
    )
    for (const check of ['writes', 'cluster writes']) {
      assert.equal(one(check).status, 'FAIL')
      assert.match(one(check).detail, new RegExp(`${first}.*read-only`))
      assert.ok(
        one(check).remedy?.startsWith(`See that ${first} runs`),
        one(check).remedy,
      )
    }
  })

  it('waits for the tables to be laid out', async () => {
    const migrated = await createPatient(createUnlaidDatabase)
    const name = migrated.databaseName
    await onServers(workers, `create database ${name}`)
    try {
      const urls = workers.map((worker) => urlOfDatabase(worker, name))
      await joinServers(migrated.databaseUrl, urls)
      const { one } = await migrated.examined()
      assert.equal(one('cluster').status, 'FAIL')
      assert.match(one('cluster').remedy ?? '', /db distribute --apply/)
      for (const check of ['cluster writes', 'cluster migrations', 'cluster reads']) {
        assert.deepEqual(one(check), {
          name: check,
          status: 'skip',
          detail: 'waits for "db distribute --apply"',
        })
      }
    } finally {
      await dropDatabase(workers, name)
      await migrated.remove()
    }
  })

  describe('with a user whom the first worker does not serve', () => {
    it('says which worker the processes cannot log in to, and what follows', async () => {
      const { one } = await changed(
        `alter role ${role} nologin`,
        `alter role ${role} login`,
        asRole(),
      )
      const { status, detail, remedy } = one('cluster reads')
      assert.equal(status, 'FAIL')
      assert.ok(
        detail.startsWith(
          `${first} cannot be read (role "${role}" is not permitted to log in)`,
        ),
        detail,
      )
      assert.match(detail, /cannot be read, through the coordinator neither$/)
      assert.ok(!detail.includes(second))
      assert.match(remedy ?? '', /pg_hba\.conf/)
      assert.match(one('cluster transactions').detail, /is enough on the others$/)
      assert.match(one('cluster extensions').detail, /the same on 1 other worker$/)
      for (const name of ofNodes) {
        assert.equal(one(name).status, 'FAIL')
        assert.ok(one(name).detail.includes(`${first} does not answer`))
      }
      assert.equal(one('cluster').status, 'FAIL')
      assert.ok(one('cluster').detail.includes(`does not reach ${first}`))
      for (const name of ['cluster', ...ofNodes]) {
        const advice = one(name).remedy ?? ''
        assert.match(advice, /itself included.*pg_hba\.conf.*pg_dist_authinfo/)
        assert.doesNotMatch(advice, /remove/)
      }
      assert.equal(one('partitions').status, 'FAIL')
    })

    it('says that it may not read the shards there', async () => {
      const shards = await shardsOnFirst()
      const { one } = await changed(
        `revoke select on ${shards} from ${role}`,
        `grant select on ${shards} to ${role}`,
        asRole(),
      )
      assert.equal(one('cluster reads').status, 'FAIL')
      assert.match(
        one('cluster reads').detail,
        new RegExp(`^${first} cannot be read \\(permission denied`),
      )
    })

    it('looks at no worker if the processes read through the coordinator', async () => {
      const { one } = await changed(
        `alter role ${role} nologin`,
        `alter role ${role} login`,
        asRole({ DATABASE_READS_FROM: 'coordinator' }),
      )
      assert.deepEqual(one('cluster reads'), {
        name: 'cluster reads',
        status: 'skip',
        detail:
          'DATABASE_READS_FROM=coordinator, so the processes read through the coordinator',
      })
    })
  })
})
