import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { until } from '#test/database/test-until.ts'
import { type ApiProcess, startApiProcess } from '#test/logging/test-api-process.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { openLogger } from './logger.ts'

function linesOf(output: string): TestBody[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const record = (level: string) => {
  const written: string[] = []
  const log = openLogger(level, 'test', { write: (line) => written.push(line) })
  return { log, lines: () => linesOf(written.join('')) }
}

describe('the logger', () => {
  it('writes one JSON object per line, with time, component and fields', () => {
    const { log, lines } = record('info')
    log.child({ requestId: 'r1' }).info({ seconds: 1.5 }, 'it happened')
    const [line] = lines()
    assert.equal(line.msg, 'it happened')
    assert.equal(line.component, 'test')
    assert.equal(line.requestId, 'r1')
    assert.equal(line.seconds, 1.5)
    assert.ok(Math.abs(Date.parse(line.time) - Date.now()) < 5_000)
  })

  it('writes what its level asks for', () => {
    for (const [level, expected] of [
      ['debug', 4],
      ['info', 3],
      ['warn', 2],
      ['error', 1],
      ['silent', 0],
    ] as const) {
      const { log, lines } = record(level)
      log.debug('d')
      log.info('i')
      log.warn('w')
      log.error('e')
      assert.equal(lines().length, expected, level)
    }
  })

  it('hides what is named as a secret, should it ever get into a field', () => {
    const { log, lines } = record('info')
    log.info({ req: { headers: { authorization: 'Bearer hush' } } }, 'a')
    log.info({ headers: { authorization: 'Bearer hush' } }, 'b')
    log.info({ created: { token: 'hush', secret: 'hush', label: 'shown' } }, 'c')
    assert.ok(!JSON.stringify(lines()).includes('hush'))
    assert.equal(lines()[2].created.label, 'shown')
  })

  it('writes errors with their causes', () => {
    const { log, lines } = record('info')
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')
    assert.match(lines()[0].err.stack, /outer/)
    assert.match(lines()[0].err.stack, /inner/)
  })
})

describe('the log of an api process', () => {
  let api: TestApi
  let child: ApiProcess
  before(async () => {
    api = await startTestApi()
    child = await startApiProcess({ DATABASE_URL: api.databaseUrl, LOG_LEVEL: 'debug' })
  })
  after(async () => {
    await child.kill()
    await api.stop()
  })

  const call = async (
    path: string,
    {
      headers,
      ...rest
    }: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => {
    const reply = await fetch(`${child.url}/v1${path}`, {
      ...rest,
      headers: {
        authorization: `Bearer ${api.tokens.admin}`,
        'content-type': 'application/json',
        ...headers,
      },
    })
    return { status: reply.status, text: await reply.text() }
  }

  it('shows a line soon, also when little happens', async () => {
    const line = await until('there is a line', () =>
      linesOf(child.output()).find(({ msg }) => msg === 'api listens'),
    )
    assert.equal(line.url, child.url)
    assert.equal(line.component, 'api')
  })

  it('has one line per request, which says who did what, and never a token, body or query', async () => {
    const teams = `/orgs/${api.organization}/teams`
    const minted = await call('/user/tokens', {
      method: 'POST',
      body: JSON.stringify({ label: 'Logged?' }),
    })
    assert.equal(minted.status, 201)
    const { token } = JSON.parse(minted.text)
    const wrongToken = `${api.tokens.read.slice(0, -1)}_`
    const key = 'an-idempotency-key-of-mine'
    const secretText = 'text-that-nobody-should-log'
    const put = { method: 'PUT', body: JSON.stringify({ title: secretText }) }
    await call(teams, { ...put, headers: { 'idempotency-key': key } })
    await call(`${teams}?title=${secretText}`, { headers: { 'x-request-id': 'mine-1' } })
    await call(teams, { headers: { authorization: `Bearer ${token}` } })
    await call(teams, { headers: { authorization: `Bearer ${wrongToken}` } })
    await call(teams, { headers: { authorization: token } })
    await call(`/nope?token=${token}`)
    await call(teams, { method: 'PUT', body: `{"title": "${secretText}` })
    await call(`/orgs/%zz/teams`)
    await api.rows('alter table team rename column title to heading')
    const failed = await call(teams, put)
    await api.rows('alter table team rename column heading to title')
    assert.equal(failed.status, 500)
    await child.stop()

    const output = child.output()
    for (const secret of [
      ...Object.values(api.tokens),
      token,
      wrongToken,
      key,
      secretText,
    ]) {
      assert.ok(!output.includes(secret), `${secret.slice(0, 12)}… was logged`)
    }
    assert.doesNotMatch(output, /authorization|bearer/i)
    const lines = linesOf(output)
    const mine = lines.filter(({ requestId }) => requestId === 'mine-1')
    assert.equal(mine.length, 1)
    assert.equal(mine[0].msg, 'request')
    assert.equal(mine[0].operation, 'listTeamsInOrganizationById')
    assert.equal(mine[0].actor, api.users.admin)
    assert.equal(mine[0].status, 200)
    assert.equal(mine[0].method, 'GET')
    assert.ok(mine[0].seconds > 0)
    const failures = lines.filter(({ level }) => level >= 50)
    assert.equal(failures.length, 1, 'only what a person must look at is an error')
    assert.equal(failures[0].msg, 'request failed')
    assert.match(failures[0].err.message, /column/)
  })
})
