import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { openTestDatabase, type TestDatabase } from '#test/database/test-open-database.ts'
import { until } from '#test/database/test-until.ts'

const listeners = `
  select pid from pg_stat_activity
  where datname = current_database() and query like 'listen %'`

describe('listening', () => {
  let test: TestDatabase
  before(async () => {
    test = await openTestDatabase()
  })
  after(async () => test.close())

  const notify = async (channel: string) =>
    test.db.raw('select pg_notify($1, $2)', [channel, ''])
  const count = async (): Promise<number> => (await test.db.raw(listeners)).rows.length
  const killListeners = async () =>
    test.db.raw(`select pg_terminate_backend(pid) from (${listeners}) as l`)

  it('hears its own channel and no other, until it is stopped', async () => {
    let heard = 0
    const stop = await test.db.listen('Mixed "Case"', () => {
      heard += 1
    })
    await notify('other')
    await notify('Mixed "Case"')
    await until('it is heard', () => heard === 1 || undefined)
    await stop()
    await notify('Mixed "Case"')
    await sleep(100)
    assert.equal(heard, 1)
    assert.equal(await count(), 0)
  })

  it('comes back after its connection is killed, and then asks to look for what it missed', async () => {
    let heard = 0
    const stop = await test.db.listen('hints', () => {
      heard += 1
    })
    await killListeners()
    await notify('hints')
    await until('it comes back', () => heard === 1 || undefined)
    await notify('hints')
    await until('it hears again', () => heard === 2 || undefined)
    await killListeners()
    await until('it comes back once more', () => heard === 3 || undefined)
    assert.equal(await count(), 1)
    await stop()
    assert.equal(await count(), 0)
  })

  it('stays away when it was stopped while its connection was lost', async () => {
    let heard = 0
    const stop = await test.db.listen('hints', () => {
      heard += 1
    })
    await killListeners()
    await until('it is gone', async () => ((await count()) === 0 ? true : undefined))
    await stop()
    // The pause is longer than a listener waits before it reconnects.
    await sleep(1_500)
    assert.equal(await count(), 0)
    assert.equal(heard, 0)
  })

  it('fails at once when it cannot connect at all', async () => {
    const lost = test.open({ url: 'postgres://postgres@127.0.0.1:1/none' })
    await assert.rejects(lost.listen('hints', () => undefined))
  })
})
