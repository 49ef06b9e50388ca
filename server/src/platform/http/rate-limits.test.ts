import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '#/platform/config/config.ts'
import { type RunningApi, startApi } from '#/start/api.ts'
import { assertRefusal, send } from '#test/http/test-wire.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379'
const limits = { RATE_LIMIT_TOKEN: '5', RATE_LIMIT_ADDRESS: '3' }

/** Starts a second api process on the same database, as behind a load balancer. */
async function startSibling(
  api: TestApi,
  environment: Record<string, string>,
): Promise<RunningApi> {
  return startApi(
    readConfig({
      LECTERN_ENV: 'development',
      DATABASE_URL: api.databaseUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'silent',
      ...environment,
    }),
  )
}

async function statuses(
  times: number,
  call: () => Promise<{ status: number }>,
): Promise<number[]> {
  const seen: number[] = []
  for (let time = 0; time < times; time += 1) seen.push((await call()).status)
  return seen
}

describe('rate limits', () => {
  let api: TestApi
  let teams: string
  before(async () => {
    api = await startTestApi({ ...limits, TRUST_PROXY: 'on' })
    teams = `/v1/orgs/${api.organization}/teams`
  })
  after(async () => api.stop())

  const from = async (
    address: string,
    path: string,
    headers: Record<string, string> = {},
  ) => send(api.url, 'GET', path, { headers: { 'x-forwarded-for': address, ...headers } })
  const as = (name: 'read' | 'edit' | 'review' | 'admin') => ({
    authorization: `Bearer ${api.tokens[name]}`,
  })

  it('counts each token by itself, whatever address it is used from', async () => {
    let turn = 0
    const seen = await statuses(7, async () => {
      turn += 1
      return from(`198.51.100.${turn}`, teams, as('read'))
    })
    assert.deepEqual(seen, [200, 200, 200, 200, 200, 429, 429])
    assert.equal((await from('198.51.100.1', teams, as('edit'))).status, 200)
  })

  it('counts the address that the proxy adds, whatever a caller has written before it', async () => {
    let turn = 0
    const seen = await statuses(7, async () => {
      turn += 1
      return from(`203.0.113.${turn}, 198.51.100.77`, '/v1/')
    })
    assert.ok(seen.includes(429), seen.join())
    assert.notEqual((await from('198.51.100.78', '/v1/')).status, 429)
  })

  it('says on every answer how many are left and when they come back, in epoch seconds', async () => {
    const remaining: string[] = []
    const paths = [teams, `${teams}/nope`, '/v1/nope', `${teams}?limit=-1`, teams, teams]
    for (const path of paths) {
      const { headers } = await from('198.51.100.1', path, as('review'))
      assert.equal(headers['x-ratelimit-limit'], '5')
      remaining.push(String(headers['x-ratelimit-remaining']))
      const seconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
      // The clock of a machine may be put right between answer and question.
      assert.ok(seconds > 0 && seconds <= 66, `${seconds} seconds ahead`)
    }
    assert.deepEqual(remaining, ['4', '3', '2', '1', '0', '0'])
  })

  it('refuses with 429, the usual form and when to come back', async () => {
    await statuses(5, async () => from('198.51.100.1', teams, as('admin')))
    const reply = await from('198.51.100.1', teams, as('admin'))
    const { message } = assertRefusal(reply, 429, 'rate_limited')
    const seconds = Number(reply.headers['retry-after'])
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60)
    assert.ok(message.includes(String(seconds)))
    assert.equal(reply.headers['x-ratelimit-remaining'], '0')
    const reset = Number(reply.headers['x-ratelimit-reset'])
    assert.ok(Math.abs(reset - (Date.now() / 1000 + seconds)) <= 2)
  })

  it('counts requests without a token per address', async () => {
    const seen = await statuses(5, async () => from('203.0.113.1', '/v1/'))
    assert.deepEqual(seen, [200, 200, 200, 429, 429])
    assert.equal((await from('203.0.113.2', '/v1/')).status, 200)
    assert.equal((await from('203.0.113.1', teams, as('edit'))).status, 200)
  })

  it('counts wrong tokens per address, on routes that exist and on those that do not', async () => {
    for (const [address, path] of [
      ['203.0.113.3', teams],
      ['203.0.113.4', '/v1/nope'],
    ] as const) {
      let turn = 0
      const seen = await statuses(5, async () => {
        turn += 1
        return from(address, path, { authorization: `Bearer guess-${turn}` })
      })
      assert.deepEqual(seen, [401, 401, 401, 429, 429], path)
    }
  })

  it('takes a whole IPv6 network for one address', async () => {
    let turn = 0
    const seen = await statuses(4, async () => {
      turn += 1
      return from(`2001:db8:1:2::${turn}`, '/v1/')
    })
    assert.deepEqual(seen, [200, 200, 200, 429])
    assert.equal((await from('2001:db8:1:3::1', '/v1/')).status, 200)
  })

  it('does not count what is outside the api, nor preflight requests', async () => {
    for (const [method, path] of [
      ['GET', '/livez'],
      ['OPTIONS', teams],
    ] as const) {
      const seen = await statuses(6, async () =>
        send(api.url, method, path, { headers: { 'x-forwarded-for': '203.0.113.9' } }),
      )
      assert.ok(!seen.includes(429))
    }
    assert.equal((await from('203.0.113.9', '/v1/')).status, 200)
  })
})

describe('rate limits of an installation that trusts no proxy', () => {
  it('does not believe what callers say about their address', async () => {
    const api = await startTestApi(limits)
    try {
      let turn = 0
      const seen = await statuses(4, async () => {
        turn += 1
        return send(api.url, 'GET', '/v1/', {
          headers: { 'x-forwarded-for': `203.0.113.${turn}` },
        })
      })
      assert.deepEqual(seen, [200, 200, 200, 429])
    } finally {
      await api.stop()
    }
  })

  it('sends no limit when there is none, and a very large one when only one kind is limited', async () => {
    const unlimited = await startTestApi()
    const half = await startTestApi({ RATE_LIMIT_ADDRESS: '1', RATE_LIMIT_TOKEN: '0' })
    try {
      const free = await unlimited.as('read').get(`/orgs/${unlimited.organization}/teams`)
      assert.equal(free.headers.get('x-ratelimit-limit'), null)
      const teams = `/orgs/${half.organization}/teams`
      assert.deepEqual(
        await statuses(3, async () => half.as('read').get(teams)),
        [200, 200, 200],
      )
      assert.deepEqual(
        await statuses(2, async () => half.anonymous().get('/')),
        [200, 429],
      )
    } finally {
      await unlimited.stop()
      await half.stop()
    }
  })
})

const spread = async (environment: Record<string, string>) => {
  const first = await startTestApi({ ...limits, ...environment })
  const second = await startSibling(first, { ...limits, ...environment })
  try {
    const urls = [first.url, second.url]
    let turn = 0
    return await statuses(8, async () => {
      turn += 1
      return send(urls[turn % 2] ?? '', 'GET', `/v1/orgs/${first.organization}/teams`, {
        headers: { authorization: `Bearer ${first.tokens.read}` },
      })
    })
  } finally {
    await second.stop()
    await first.stop()
  }
}

describe('rate limits of several api processes', () => {
  it('are shared through Redis', async () => {
    const seen = await spread({ REDIS_URL: redisUrl })
    assert.deepEqual(seen, [200, 200, 200, 200, 200, 429, 429, 429])
  })

  it('are counted by each process alone without it', async () => {
    assert.ok(!(await spread({})).includes(429))
  })
})

const timed = async (api: TestApi): Promise<{ status: number; ms: number }> => {
  const startedMs = performance.now()
  const { status } = await api.as('read').get(`/orgs/${api.organization}/teams`)
  return { status, ms: performance.now() - startedMs }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('rate limits when Redis fails', () => {
  const port = 20_000 + (process.pid % 20_000)
  const url = `redis://127.0.0.1:${port}`

  async function startRedis(): Promise<ChildProcess> {
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    for await (const chunk of child.stdout ?? []) {
      if (String(chunk).includes('eady to accept')) break
    }
    return child
  }

  it('lets requests pass at once while Redis is away, and counts again when it is back', async () => {
    let redis = await startRedis()
    const api = await startTestApi({ ...limits, REDIS_URL: url })
    try {
      assert.deepEqual(
        await statuses(6, async () => timed(api)),
        [200, 200, 200, 200, 200, 429],
      )
      await end(redis)
      const took: number[] = []
      for (let time = 0; time < 20; time += 1) {
        const { status, ms } = await timed(api)
        assert.equal(status, 200)
        took.push(ms)
        await sleep(20)
      }
      const median = took.toSorted((one, other) => one - other)[10] ?? 0
      assert.ok(median < 1_000, `half of them took more than ${median} ms`)
      redis = await startRedis()
      const deadline = Date.now() + 30_000
      let limited = false
      while (!limited && Date.now() < deadline) {
        limited = (await timed(api)).status === 429
        await sleep(50)
      }
      assert.ok(limited, 'counts again')
    } finally {
      await api.stop()
      await end(redis)
    }
  })

  it('starts, answers and stops with a Redis that accepts and never answers', async () => {
    const sockets = new Set<Socket>()
    const mute = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const mutePort = typeof address === 'object' ? address?.port : 0
    const api = await startTestApi({
      ...limits,
      REDIS_URL: `redis://127.0.0.1:${mutePort}`,
    })
    try {
      const replies = await Promise.all(
        Array.from({ length: 10 }, async () => timed(api)),
      )
      for (const { status, ms } of replies) {
        assert.equal(status, 200)
        assert.ok(ms < 10_000, `took ${ms} ms`)
      }
    } finally {
      await api.stop()
      for (const socket of sockets) socket.destroy()
      mute.close()
    }
  })
})
