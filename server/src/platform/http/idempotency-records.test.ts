import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { until } from '#test/database/test-until.ts'
import { startApiProcess } from '#test/logging/test-api-process.ts'
import { startTestApi, type TestApi, type TestCaller } from '#test/test-api.ts'

/** The backend that waits for the lock of `holder`. */
const untilWaiting = async (api: TestApi): Promise<number> =>
  until('a request waits for the lock', async () => {
    const [waiting] = await api.rows(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting?.pid
  })

const untilGone = async (api: TestApi, pid: number): Promise<boolean> =>
  until('the backend is gone', async () => {
    const rows = await api.rows('select from pg_stat_activity where pid = $1', [pid])
    return rows.length === 0 || undefined
  })

describe('idempotency records', () => {
  let api: TestApi
  let teams: string
  before(async () => {
    api = await startTestApi()
    teams = `/orgs/${api.organization}/teams`
  })
  after(async () => api.stop())

  const create = async (caller: TestCaller, key: string, title: string) =>
    caller.send('PUT', teams, { title }, { 'idempotency-key': key })
  const teamsTitled = async (title: string): Promise<number> => {
    const rows = await api.rows('select id from team where title = $1', [title])
    return rows.length
  }
  const age = async (interval: string): Promise<void> => {
    await api.rows(
      `update idempotency_record set created_at = ((created_at at time zone 'UTC') - interval '${interval}') at time zone 'UTC'`,
    )
  }

  it('hold neither the key nor the answer in the clear', async () => {
    const key = 'a-key-that-must-not-be-found'
    const title = 'A title that must not be found'
    const { body } = await create(api.as('admin'), key, title)
    const [row] = await api.rows(
      `select r::text as row, answer, encode(answer, 'escape') as escaped
       from idempotency_record r order by created_at desc limit 1`,
    )
    const stored = `${row.row}\n${row.escaped}\n${row.answer.toString('latin1')}`
    for (const secret of [key, title, body.id, '201 Created', '/v1/orgs', 'location']) {
      assert.ok(!stored.includes(secret), secret)
      assert.ok(!stored.includes(Buffer.from(secret).toString('base64').slice(0, 12)))
      assert.ok(!stored.includes(Buffer.from(secret).toString('hex')))
    }
  })

  it('never encrypt one answer twice the same way', async () => {
    const key = 'k-twice'
    await create(api.as('admin'), key, 'Twice')
    await age('8 days')
    await create(api.as('admin'), key, 'Twice')
    const rows = await api.rows(
      `select answer from idempotency_record where key_hash in
         (select key_hash from idempotency_record group by key_hash having count(*) = 2)`,
    )
    assert.equal(rows.length, 2)
    assert.notDeepEqual(rows[0].answer.subarray(0, 28), rows[1].answer.subarray(0, 28))
  })

  it('are found on the days after, and forgotten after seven', async () => {
    const first = await create(api.as('admin'), 'k-aging', 'Aging')
    for (const _day of [1, 2, 3, 4, 5, 6]) {
      await age('1 day')
      const again = await create(api.as('admin'), 'k-aging', 'Aging')
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.deepEqual(again.body, first.body)
    }
    assert.equal(await teamsTitled('Aging'), 1)
    await age('1 day')
    const late = await create(api.as('admin'), 'k-aging', 'Aging')
    assert.equal(late.status, 201)
    assert.equal(late.headers.get('idempotent-replayed'), null)
    assert.notEqual(late.body.id, first.body.id)
    const other = await create(api.as('admin'), 'k-aging', 'Aging again')
    assert.equal(other.status, 422, 'the newer record counts')
  })

  it('do not exist for a request whose transaction failed', async () => {
    await api.rows(
      `alter table audit_event add constraint none check (action = '') not valid`,
    )
    const failed = await create(api.as('admin'), 'k-failed', 'Failed')
    assert.equal(failed.status, 500)
    await api.rows('alter table audit_event drop constraint none')
    assert.equal(await teamsTitled('Failed'), 0)
    const again = await create(api.as('admin'), 'k-failed', 'Failed')
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), null)
    assert.equal(await teamsTitled('Failed'), 1)
  })

  describe('when things break between the claim and the commit', () => {
    let holder: Client
    before(async () => {
      holder = new Client({ connectionString: api.databaseUrl })
      await holder.connect()
    })
    after(async () => holder.end())

    it('a lost connection leaves nothing, and the key stays free', async () => {
      await holder.query('begin; lock table team in share mode')
      const failing = create(api.as('admin'), 'k-lost', 'Lost')
      try {
        const pid = await untilWaiting(api)
        await api.rows('select pg_terminate_backend($1::integer)', [pid])
        await failing
      } finally {
        await holder.query('rollback')
      }
      const failed = await failing
      assert.equal(failed.status, 503)
      assert.equal(failed.body.error.reason, 'database_unavailable')
      assert.equal(await teamsTitled('Lost'), 0)
      const again = await create(api.as('admin'), 'k-lost', 'Lost')
      assert.equal(again.status, 201)
      assert.equal(again.headers.get('idempotent-replayed'), null)
    })

    /** Kills a process while its request waits for `table`, and waits until its backend is gone. */
    async function crashWaitingFor(table: string, title: string): Promise<void> {
      const dying = await startApiProcess({
        DATABASE_URL: api.databaseUrl,
        LOG_LEVEL: 'silent',
      })
      await holder.query(`begin; lock table ${table} in share mode`)
      const request = fetch(`${dying.url}/v1${teams}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${api.tokens.admin}`,
          'content-type': 'application/json',
          'idempotency-key': `crash ${title}`,
        },
        body: JSON.stringify({ title }),
      })
      const failed = assert.rejects(request)
      try {
        const pid = await untilWaiting(api)
        await dying.kill()
        await failed
        await holder.query('rollback')
        await untilGone(api, pid)
      } finally {
        await dying.kill()
        await holder.query('rollback')
      }
    }

    it('a crash before the commit was sent leaves nothing, and the key stays free', async () => {
      await crashWaitingFor('team', 'Crashed early')
      assert.equal(await teamsTitled('Crashed early'), 0)
      const again = await create(api.as('admin'), 'crash Crashed early', 'Crashed early')
      assert.equal(again.status, 201)
      assert.equal(again.headers.get('idempotent-replayed'), null)
      assert.equal(await teamsTitled('Crashed early'), 1)
    })

    it('a crash after the commit was sent leaves effect and answer together, or neither', async () => {
      // PostgreSQL drops sent statements if it finds the socket closed before the commit, so a
      // single crash may prove nothing.
      const crashes = ['first', 'second', 'third', 'fourth', 'fifth']
      let committed = false
      for (const crash of crashes) {
        const title = `Crashed late, ${crash}`
        await crashWaitingFor('idempotency_record', title)
        committed = (await teamsTitled(title)) === 1
        const again = await create(api.as('admin'), `crash ${title}`, title)
        assert.equal(again.status, 201)
        assert.equal(again.headers.get('idempotent-replayed'), committed ? 'true' : null)
        assert.equal(await teamsTitled(title), 1)
        if (committed) break
      }
      assert.ok(committed, 'no crash came after its commit')
    })
  })
})
