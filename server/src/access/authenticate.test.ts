import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import { type Database, openDatabase } from '#/platform/database/database.ts'
import { type Caller, isVisitor } from '#/platform/http/caller.ts'
import { openLogger } from '#/platform/logging/logger.ts'
import { untilAllIdle } from '#test/database/test-until.ts'
import { createTestDatabase } from '#test/test-database.ts'

import { hashToken, mintToken } from './api-token.ts'
import { createAuthenticator } from './authenticate.ts'

const log = openLogger('silent', 'test')

describe('authentication', () => {
  const sent: string[] = []
  let db: Database
  let drop: () => Promise<void>
  let nowMs: number
  let authenticate: (authorization: string) => Promise<Caller>
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
    await usesAreNoted()
    sent.length = 0
    nowMs = 1_000_000
    authenticate = newProcess()
  })

  /** The authenticator of another api process, with an empty cache. */
  function newProcess() {
    const ask = createAuthenticator(db, { log, nowMs: () => nowMs })
    return async (authorization: string) => {
      const caller = await ask(authorization)
      assert.ok(!isVisitor(caller))
      return caller
    }
  }

  async function storedToken(columns: { expires?: string; lastUsed?: string } = {}) {
    const token = mintToken()
    const { expires = 'null', lastUsed = 'null' } = columns
    await db.raw(
      `insert into api_token (hash, id, account_id, label, scopes, expires_at, last_used_at)
       values ($1, $2, 'ada', 'Test', '{read,write}', ${expires}, ${lastUsed})`,
      [hashToken(token), token.slice(6, 26)],
    )
    return { token, id: token.slice(6, 26), header: `Bearer ${token}` }
  }

  function looksUp(): number {
    return sent.filter((text) => text.startsWith('select')).length
  }

  async function refused(header: string): Promise<void> {
    await assert.rejects(authenticate(header), { status: 401, reason: 'unauthenticated' })
  }

  it('finds who a token stands for, and what it allows', async () => {
    const { id, header, token } = await storedToken()
    assert.deepEqual(await authenticate(header), {
      userId: 'ada',
      tokenId: id,
      mayWrite: true,
      organizationId: undefined,
      provenFor: undefined,
      breaksGlassOf: undefined,
      fileMark: `u${hashToken(token)}`,
    })
  })

  it('takes the scheme in any case', async () => {
    const { token } = await storedToken()
    assert.equal((await authenticate(`bearer  ${token}`)).userId, 'ada')
  })

  it('costs no query for a token with a wrong checksum or another form', async () => {
    const { token, header } = await storedToken()
    const last = token.endsWith('0') ? '1' : '0'
    const wrong = [
      `Bearer ${token.slice(0, -1)}${last}`,
      `Bearer ${token.slice(0, -1)}`,
      'Bearer something-else',
      'Bearer',
      '',
      `Basic ${token}`,
      `${header} ${token}`,
    ]
    for (const given of wrong) await refused(given)
    assert.deepEqual(sent, [])
  })

  it('looks a token up once for many requests within half a second', async () => {
    const { header } = await storedToken()
    await Promise.all([authenticate(header), authenticate(header), authenticate(header)])
    nowMs += 499
    await authenticate(header)
    assert.equal(looksUp(), 1)
    nowMs += 1
    await authenticate(header)
    assert.equal(looksUp(), 2)
  })

  it('remembers a refusal as long, so that guessing costs the database little', async () => {
    const header = `Bearer ${mintToken()}`
    await refused(header)
    await refused(header)
    assert.equal(looksUp(), 1)
  })

  it('refuses a token from the moment it expires by the clock of the database', async () => {
    const past = await storedToken({ expires: `now() - interval '1 second'` })
    const future = await storedToken({ expires: `now() + interval '1 hour'` })
    await refused(past.header)
    assert.equal((await authenticate(future.header)).userId, 'ada')

    await db.raw(
      `update api_token set expires_at = now() - interval '1 second' where id = $1`,
      [future.id],
    )
    nowMs += 500
    await refused(future.header)
  })

  it('refuses a revoked token half a second later at most', async () => {
    const { id, header } = await storedToken()
    await authenticate(header)
    await db.raw('delete from api_token where id = $1', [id])
    nowMs += 500
    await refused(header)
  })

  it('keeps no more bytes of visitors than it has room for', async () => {
    const asked: string[] = []
    const ask = createAuthenticator(db, {
      log,
      nowMs: () => nowMs,
      findVisitor: async (hash) => {
        asked.push(hash)
        const bytes = 6 * 1024 * 1024
        return Promise.resolve({
          siteId: 's',
          organizationId: 'o',
          tokenId: 't',
          bytes,
          look: async () => Promise.resolve(undefined),
        })
      },
    })
    const tokens = ['a', 'b', 'c'].map((letter) => `e30.e30.${letter.repeat(43)}`)
    for (const token of [...tokens, ...tokens.toReversed()]) await ask(`Bearer ${token}`)
    assert.deepEqual(
      asked,
      ['a', 'b', 'c', 'a'].map((letter) => hashToken(`e30.e30.${letter.repeat(43)}`)),
    )
  })

  it('records the first use', async () => {
    const { id, header } = await storedToken()
    await authenticate(header)
    await usesAreNoted()
    assert.notEqual(await lastUse(id), null)
  })

  it('asks to record a use at most once a minute, however many requests there are', async () => {
    const { header } = await storedToken()
    for (let second = 0; second < 60; second += 1) {
      await authenticate(header)
      nowMs += 1000
    }
    assert.equal(await touches(), 1)
    await authenticate(header)
    assert.equal(await touches(), 2)
  })

  it('leaves a use of the last minute as it is, whichever process recorded it', async () => {
    const recent = await storedToken({ lastUsed: `now() - interval '50 seconds'` })
    const recentUse = await lastUse(recent.id)
    const old = await storedToken({ lastUsed: `now() - interval '61 seconds'` })
    const oldUse = await lastUse(old.id)

    await authenticate(recent.header)
    await newProcess()(recent.header)
    await authenticate(old.header)

    assert.equal(await touches(), 3)
    assert.notEqual(await lastUse(old.id), oldUse)
    assert.equal(await lastUse(recent.id), recentUse)
  })

  async function lastUse(id: string): Promise<unknown> {
    const { rows } = await db.raw('select last_used_at from api_token where id = $1', [
      id,
    ])
    const [row] = rows
    assert.ok(typeof row === 'object' && row !== null && 'last_used_at' in row)
    return row.last_used_at
  }

  async function touches(): Promise<number> {
    await usesAreNoted()
    return sent.filter((text) => text.startsWith('update')).length
  }

  /** Waits for the updates of "last used", for which requests do not wait. */
  async function usesAreNoted(): Promise<void> {
    await untilAllIdle(db)
  }
})
