import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { type Database, openDatabase } from '#/platform/database/database.ts'
import { type Caller, isVisitor } from '#/platform/http/caller.ts'
import { untilAllIdle } from '#test/database/test-until.ts'
import { createTestDatabase } from '#test/test-database.ts'

import { hashOfSecret } from './secret-form.ts'
import {
  createSessionAuthenticator,
  isFresh,
  mintSessionSecret,
  requireFreshSignIn,
} from './session.ts'

describe('authentication by a session', () => {
  const sent: string[] = []
  let db: Database
  let drop: () => Promise<void>
  let nowMs: number
  let authenticate: (secret: string) => Promise<Caller>
  before(async () => {
    const database = await createTestDatabase()
    drop = database.drop
    db = openDatabase(
      {
        url: database.url,
        poolSize: 2,
        readers: 1,
        prepare: true,
        applicationName: 'test',
      },
      (text) => sent.push(text),
    )
    await db.raw(
      `insert into account (id, display_name, email) values ('ada', 'Ada', 'ada@people.example')`,
    )
  })
  after(async () => {
    await db.close()
    await drop()
  })
  beforeEach(async () => {
    await untilAllIdle(db)
    sent.length = 0
    nowMs = 1_000_000
    const ask = createSessionAuthenticator(
      db,
      { SESSION_IDLE_HOURS: 2 },
      { nowMs: () => nowMs },
    )
    authenticate = async (secret) => {
      const caller = await ask(secret)
      assert.ok(!isVisitor(caller))
      return caller
    }
  })

  async function stored(columns: { expires?: string; used?: string } = {}) {
    const secret = mintSessionSecret()
    const { expires = `now() + interval '1 day'`, used = 'now()' } = columns
    const [id, hash] = [secret.slice(6, 26), hashOfSecret(secret)]
    await db.raw(
      `insert into browser_session
         (hash, id, account_id, way, device, address, last_used_at, expires_at)
       values ($1, $2, 'ada', 'link', 'Test', '192.0.2.1', ${used}, ${expires})`,
      [hash, id],
    )
    return { secret, id, hash }
  }

  function looksUp(): number {
    return sent.filter((text) => text.startsWith('select')).length
  }

  async function refused(secret: string): Promise<void> {
    await assert.rejects(authenticate(secret), { status: 401, reason: 'unauthenticated' })
  }

  it('finds whose it is', async () => {
    const { secret, id, hash } = await stored()
    assert.deepEqual(await authenticate(secret), {
      userId: 'ada',
      tokenId: id,
      mayWrite: true,
      organizationId: undefined,
      provenFor: undefined,
      fileMark: `s${hash}`,
      session: { id, hash },
    })
  })

  it('costs no query for a secret with a wrong checksum or another form', async () => {
    const { secret } = await stored()
    const last = secret.endsWith('0') ? '1' : '0'
    const wrong = [
      secret.slice(0, -1) + last,
      secret.slice(0, -1),
      `${secret}\n`,
      '',
      'x',
    ]
    for (const given of wrong) await refused(given)
    assert.deepEqual(sent, [])
  })

  it('looks a session up once for many requests within half a second', async () => {
    const { secret } = await stored()
    await Promise.all([authenticate(secret), authenticate(secret)])
    nowMs += 499
    await authenticate(secret)
    assert.equal(looksUp(), 1)
    nowMs += 1
    await authenticate(secret)
    assert.equal(looksUp(), 2)
  })

  it('refuses by the clock of the database what has ended or was not used for long', async () => {
    const open = await stored({ used: `now() - interval '119 minutes'` })
    await authenticate(open.secret)
    const ended = [
      await stored({ expires: `now() - interval '1 second'` }),
      await stored({ used: `now() - interval '2 hours 1 second'` }),
    ]
    for (const { secret } of ended) await refused(secret)
  })

  it('refuses one that was ended half a second later at most', async () => {
    const { secret, id } = await stored()
    await authenticate(secret)
    await db.raw('delete from browser_session where id = $1', [id])
    nowMs += 500
    await refused(secret)
  })

  it('asks to record a use at most once a minute, and leaves one of the last minute', async () => {
    const old = await stored({ used: `now() - interval '61 seconds'` })
    const recent = await stored({ used: `now() - interval '50 seconds'` })
    const uses = [await lastUse(old.id), await lastUse(recent.id)]
    for (let second = 0; second < 60; second += 1) {
      await authenticate(old.secret)
      nowMs += 1000
    }
    await authenticate(recent.secret)
    await untilAllIdle(db)
    assert.equal(sent.filter((text) => text.startsWith('update')).length, 2)
    assert.notEqual(await lastUse(old.id), uses[0])
    assert.equal(await lastUse(recent.id), uses[1])
  })

  it('is fresh for 10 minutes; a token is where the operation says so', async () => {
    const { secret, id } = await stored()
    const caller = await authenticate(secret)
    const ask = async (tokens: 'allowed' | 'refused', who = caller) =>
      requireFreshSignIn(db, { caller: who }, { tokens })
    await ask('refused')
    assert.equal(await isFresh(db, { hash: hashOfSecret(secret) }), true)
    await db.raw(
      `update browser_session set authenticated_at = now() - interval '601 seconds' where id = $1`,
      [id],
    )
    const refusal = { status: 403, reason: 'sign_in_again' }
    await assert.rejects(ask('allowed'), refusal)
    const { session: _, ...token } = caller
    await ask('allowed', token)
    await assert.rejects(ask('refused', token), refusal)
  })

  async function lastUse(id: string): Promise<unknown> {
    const { rows } = await db.raw(
      'select last_used_at from browser_session where id = $1',
      [id],
    )
    const [row] = rows
    assert.ok(typeof row === 'object' && row !== null && 'last_used_at' in row)
    return row.last_used_at
  }
})
