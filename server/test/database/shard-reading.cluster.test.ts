import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from 'kysely'
import { Client } from 'pg'

import {
  databaseErrorCode,
  translateDatabaseError,
} from '#/platform/database/database-errors.ts'
import type { Database } from '#/platform/database/database.ts'
import { openReading, type Reading } from '#/platform/database/reading.ts'
import type { LeftReason } from '#/platform/database/shards/left-reasons.ts'
import { ShardReading } from '#/platform/database/shards/shard-reading.ts'
import { statement } from '#/platform/database/statement.ts'
import { createSample } from '#test/sample.ts'
import { clusterMissing } from '#test/test-database.ts'

import { freePort } from '../../../tools/free-port.ts'
import { answering, asksForPassword, goesOn } from './test-answering.ts'
import { openTestDatabase, type TestDatabase } from './test-open-database.ts'
import { until } from './test-until.ts'

interface Found {
  readonly title: string
  readonly port: number
  /** The name of the process, or that of Citus when the coordinator asked. */
  readonly asker: string
}

/** Says who asked which server. */
const selectTeam = statement<{ organizationId: string }, Found>(
  'test.team-of-shard',
  (p) => sql`
    select title, inet_server_port() as port, current_setting('application_name') as asker
    from team where organization_id = ${p.organizationId} and id = 'team'`,
)
const insertTeam = statement<{ organizationId: string; title: string }, never>(
  'test.insert-team',
  (p) => sql`
    insert into team (organization_id, id, title)
    values (${p.organizationId}, 'team', ${p.title})`,
)
const updateTeam = statement<{ organizationId: string; title: string }, never>(
  'test.update-team',
  (p) => sql`
    update team set title = ${p.title}
    where organization_id = ${p.organizationId} and id = 'team'`,
)
const selectMigration = statement<object, { name: string }>(
  'test.migration',
  () => sql`select name from schema_migration limit 1`,
)
/** Only the coordinator has the table. */
const selectPending = statement<{ organizationId: string }, { id: string }>(
  'test.pending-of-organization',
  (p) => sql`select id from event_pending where organization_id = ${p.organizationId}`,
)
const updateTeamNow = statement<{ organizationId: string; title: string }, never>(
  'test.update-team-now',
  (p) => sql`
    update team set title = ${p.title}, created_at = now()
    where organization_id = ${p.organizationId} and id = 'team'`,
)

/** As `selectTeam`, each with a name of its own. */
const selectAs = (number: number) =>
  statement<{ organizationId: string }, Found>(
    `test.team-${number}`,
    (p) => sql`
          select title, inet_server_port() as port, current_setting('application_name') as asker
          from team where organization_id = ${p.organizationId} and id = 'team'
            and ${sql.lit(number)} = ${sql.lit(number)}`,
  )

const isDirect = (found: Found | undefined) => found?.asker === 'lectern test'

describe('reads on a cluster', { skip: clusterMissing }, () => {
  let test: TestDatabase
  let organizationId: string
  let db: Database
  /** Has all the time that a move takes. */
  let operator: Client
  before(async () => {
    test = await openTestDatabase({ readsFrom: 'workers' })
    operator = new Client({ connectionString: test.url })
    await operator.connect()
    db = test.db
    organizationId = (await createSample(db)).organization
    await db.transaction(async (tx) =>
      tx.run(insertTeam, { organizationId, title: 'First' }),
    )
  })
  after(async () => {
    await operator.end()
    await test.close()
  })

  const read = async (from = db) => from.first(selectTeam, { organizationId })
  const rename = async (title: string) =>
    db.transaction(async (tx) => tx.run(updateTeam, { organizationId, title }))
  const untilDirect = async (from = db): Promise<Found> =>
    until('a worker is asked', async () => {
      const found = await read(from)
      return isDirect(found) ? found : undefined
    })
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await operator.query<Row>(text, values)).rows

  interface Place {
    readonly shard: string
    readonly host: string
    readonly port: number
  }
  const placeOf = async (table = 'organization'): Promise<Place> => {
    const [place] = await rows<Place>(
      `select s.shardid::text as shard, nodename as host, nodeport as port
       from pg_dist_shard as s join pg_dist_placement as p on p.shardid = s.shardid
       join pg_dist_node as n on n.groupid = p.groupid and n.noderole = 'primary'
       where s.shardid = get_shard_id_for_distribution_column('${table}', $1::text)`,
      [organizationId],
    )
    assert.ok(place)
    return place
  }
  const onWorker = async (text: string): Promise<number | null> => {
    const { host, port } = await placeOf()
    const url = new URL(test.url)
    url.hostname = host
    url.port = String(port)
    const client = new Client({ connectionString: url.href })
    await client.connect()
    try {
      return (await client.query(text)).rowCount
    } finally {
      await client.end()
    }
  }
  const move = async (): Promise<void> => {
    const from = await placeOf()
    await rows(
      `select citus_move_shard_placement($1::bigint, $2::text, $3::integer, nodename, nodeport,
         shard_transfer_mode => 'block_writes')
       from pg_dist_node where groupid <> 0 and (nodename, nodeport) <> ($2::text, $3::integer)
       order by nodeid limit 1`,
      [from.shard, from.host, from.port],
    )
  }

  it('ask the worker that has the rows', async () => {
    const found = await untilDirect()
    assert.equal(found.title, 'First')
    assert.equal(found.port, (await placeOf()).port)
  })

  it('ask the coordinator where that is wanted', async () => {
    const other = test.open({ readsFrom: 'coordinator' })
    for (const _time of [1, 2, 3]) {
      const found = await read(other)
      assert.equal(found?.title, 'First')
      assert.ok(!isDirect(found))
    }
  })

  it('see what was written before they asked', async () => {
    await untilDirect()
    for (let time = 0; time < 50; time += 1) {
      await rename(`Time ${time}`)
      assert.equal((await read())?.title, `Time ${time}`)
    }
  })

  it('notice that a shard was moved, and ask its new worker soon', async () => {
    const { port } = await untilDirect()
    const left: LeftReason[] = []
    const other = test.open({ onLeftRead: (reason) => left.push(reason) })
    await untilDirect(other)
    left.length = 0
    await move()
    await read(other)
    assert.deepEqual(left, ['moved'])
    await rename('Moved')
    const found = await read()
    assert.equal(found?.title, 'Moved')
    assert.ok(!isDirect(found), 'the proof fails, so that the coordinator is asked')
    assert.notEqual((await untilDirect()).port, port)
  })

  it('notice that an organization got a shard of its own', async () => {
    await untilDirect()
    await rows(
      `select isolate_tenant_to_new_shard('organization', $1::text, 'CASCADE',
         shard_transfer_mode => 'block_writes')`,
      [organizationId],
    )
    await rename('Isolated')
    assert.equal((await read())?.title, 'Isolated')
    assert.equal((await untilDirect()).title, 'Isolated')
  })

  it('go on when a table has got a column since they were prepared', async () => {
    const selectAll = statement<{ organizationId: string }, { title: string }>(
      'test.all-of-team',
      (p) => sql`
        select * from team where organization_id = ${p.organizationId} and id = 'team'`,
    )
    await untilDirect()
    for (const _time of [1, 2, 3]) await db.first(selectAll, { organizationId })
    await rows('alter table team add column test_of_readers text')
    try {
      const all = Array.from({ length: 20 }, async () =>
        db.first(selectAll, { organizationId }),
      )
      for (const found of await Promise.all(all)) assert.equal(found?.title, 'Isolated')
    } finally {
      await rows('alter table team drop column test_of_readers')
    }
  })

  it('ask the worker also for more statements than are kept prepared', async () => {
    const other = test.open({ readsFrom: 'workers', readers: 1 })
    await untilDirect(other)
    for (let number = 0; number < 1_100; number += 1) {
      const found = await other.first(selectAs(number), { organizationId })
      assert.ok(isDirect(found), `statement ${number}`)
    }
  })

  it('go on while the shard is held, and writes are told to come back', async () => {
    await untilDirect()
    const holder = new Client({ connectionString: test.url })
    await holder.connect()
    try {
      const exclusive = 7
      await holder.query('begin')
      await holder.query('select lock_shard_metadata($1, array[$2::bigint])', [
        exclusive,
        (await placeOf('team')).shard,
      ])
      const refused = await rename('Held').catch((error: unknown) => error)
      const { status, headers } = translateDatabaseError(refused) ?? {}
      assert.deepEqual([status, headers?.['retry-after']], [503, '1'])
      assert.equal((await untilDirect()).title, 'Isolated')
    } finally {
      await holder.end()
    }
  })

  it('go on when the worker ends their connections', async () => {
    await untilDirect()
    const ended = await onWorker(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'lectern test'`,
    )
    assert.ok((ended ?? 0) > 0)
    await rename('Connected')
    assert.equal((await read())?.title, 'Connected')
    await untilDirect()
  })

  for (const [when, hasNext] of [
    ['before a statement', true],
    ['before its commit', false],
  ] as const) {
    it(`tell a write to come back that loses its worker ${when}`, async () => {
      const refused = await db
        .transaction(async (tx) => {
          await tx.run(updateTeam, { organizationId, title: 'Lost' })
          await onWorker(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and application_name like 'citus_internal%'`,
          )
          if (hasNext) await tx.run(updateTeam, { organizationId, title: 'Lost' })
        })
        .catch((error: unknown) => error)
      assert.equal(translateDatabaseError(refused)?.status, 503)
      assert.equal((await read())?.title, 'Connected')
    })
  }

  it('say why a write failed also to statements that need the time', async () => {
    await db
      .transaction(async (tx) => {
        const title = 'Long'.repeat(100)
        const all = await Promise.allSettled(
          [updateTeam, updateTeamNow].map(async (update) =>
            tx.run(update, { organizationId, title }),
          ),
        )
        const codes = all.map(
          (one) => one.status === 'rejected' && databaseErrorCode(one.reason),
        )
        assert.deepEqual(codes, ['23514', '23514'])
      })
      .catch((error: unknown) => {
        const isKnown =
          databaseErrorCode(error) === '23514' || String(error).includes('rolled back')
        if (!isKnown) throw error
      })
  })

  it('need no connection of writers to learn where rows are', async () => {
    const other = test.open({ poolSize: 1 })
    await read(other)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const writing = other.transaction(async (tx) => {
      await tx.run(updateTeam, { organizationId: 'nobody', title: 'Nothing' })
      await held
    })
    try {
      assert.equal((await untilDirect(other)).title, 'Connected')
    } finally {
      release()
      await writing
    }
  })

  it('say why they ask the coordinator', async () => {
    const left: LeftReason[] = []
    const other = test.open({ onLeftRead: (reason) => left.push(reason) })
    await read(other)
    await read(other)
    assert.ok(
      left.every((reason) => reason === 'unknown_shard'),
      String(left),
    )
    await untilDirect(other)

    const reasonsOf = async (ask: () => Promise<unknown>) => {
      left.length = 0
      await ask()
      return left.splice(0)
    }
    assert.deepEqual(await reasonsOf(async () => read(other)), [])
    assert.deepEqual(await reasonsOf(async () => other.first(selectMigration, {})), [
      'several_organizations',
    ])
    assert.deepEqual(
      await reasonsOf(async () => other.first(selectPending, { organizationId })),
      ['other_tables'],
    )
  })

  describe('when the worker cannot be reached', () => {
    const wire = {
      text: `select title from team where organization_id = $1 and id = 'team'`,
      values: [] as unknown[],
    }
    /** Reads from workers at another address than the cluster has for them. */
    const openAt = (change: (url: URL) => void) => {
      let opened = 0
      let tries = 0
      const left: LeftReason[] = []
      const shards = new ShardReading({
        client: { connectionString: test.url },
        ask: db.raw,
        onLeft: (reason) => left.push(reason),
        open: (client): Reading => {
          const url = new URL(client.connectionString ?? '')
          change(url)
          opened += 1
          return openReading({ ...client, connectionString: url.href }, 1, async () => {
            tries += 1
          })
        },
      })
      const query = async () => shards.query({ ...wire, values: [organizationId] }, {})
      return { shards, query, left, opened: () => opened, tries: () => tries }
    }
    const untilOpened = async ({ query, opened }: ReturnType<typeof openAt>) =>
      until('a worker is asked', async () => {
        assert.equal(await query(), undefined)
        return opened() > 0 || undefined
      })

    for (const [why, change] of [
      ['refuses connections', (url: URL, port: number) => void (url.port = String(port))],
      ['has a name that is not known', (url: URL) => void (url.hostname = 'no.invalid')],
      ['lets nobody in', (url: URL) => void (url.username = 'nobody')],
      ['has no such database', (url: URL) => void (url.pathname = '/nowhere')],
    ] as const) {
      it(`since it ${why}, leave the read to the coordinator`, async () => {
        const port = await freePort()
        const at = openAt((url) => change(url, port))
        try {
          await untilOpened(at)
          const startedMs = performance.now()
          assert.equal(await at.query(), undefined)
          assert.ok(
            performance.now() - startedMs < 1_000,
            'it is not asked again at once',
          )
          assert.equal(at.tries(), 0)
          assert.equal(at.left.at(-1), 'unreachable')
        } finally {
          await at.shards.close()
        }
      })
    }

    for (const [why, sslMode, replies] of [
      ['has no TLS', 'require', ['N']],
      ['wants a password', 'disable', [asksForPassword, goesOn]],
    ] as const) {
      it(`since it ${why}, leave the read to the coordinator`, async () => {
        const server = await answering(replies)
        const at = openAt((url) => {
          url.port = String(server.port)
          url.searchParams.set('sslmode', sslMode)
        })
        try {
          await untilOpened(at)
          assert.equal(at.left.at(-1), 'unreachable')
        } finally {
          await at.shards.close()
          server.close()
        }
      })
    }
  })
})
