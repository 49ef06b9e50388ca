import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { readConfig } from '#/platform/config/config.ts'
import { type RunningApi, startApi } from '#/start/api.ts'
import { createSample, type Sample, type SampleName } from '#test/sample.ts'

import { checkReply } from './check-reply.ts'
import { recordStatement } from './recorded-statements.ts'
import { createTestDatabase } from './test-database.ts'

export interface TestReply {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; undefined when there is none. */
  readonly body: TestBody
}

/** Loose on purpose: a test reads what it asserts, and the contract's schema has checked the rest. */
// oxlint-disable-next-line typescript/no-explicit-any -- replies are checked against their schema, assertions against values
export type TestBody = any

export interface TestCaller {
  get(path: string, headers?: Record<string, string>): Promise<TestReply>
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestReply>
  post(path: string, body?: unknown): Promise<TestReply>
  put(path: string, body?: unknown): Promise<TestReply>
  patch(path: string, body?: unknown): Promise<TestReply>
  delete(path: string): Promise<TestReply>
}

export interface TestApi extends Sample {
  readonly url: string
  readonly databaseUrl: string
  readonly mailFolder: string
  readonly services: RunningApi['services']
  as(name: SampleName): TestCaller
  /** At the api, or at something else that answers like it. */
  withToken(token: string, url?: string): TestCaller
  anonymous(): TestCaller
  /** Rows of any table, for asserting what a request left behind. */
  rows(statement: string, values?: unknown[]): Promise<TestBody[]>
  stop(): Promise<void>
}

/** Boots the real api on a database of its own, with the sample organization in it. */
export async function startTestApi(
  environment: Record<string, string> = {},
): Promise<TestApi> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-test-'))
  const mailFolder = path.join(folder, 'mail')
  const config = readConfig({
    LECTERN_ENV: 'development',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_ADDRESS: '0',
    RATE_LIMIT_SITE: '0',
    MAIL_FOLDER: mailFolder,
    STORAGE_FOLDER: path.join(folder, 'files'),
    PUBLIC_URL: 'http://lectern.test',
    // Nobody answers there: a test that needs a name server brings its own.
    DNS_SERVERS: '127.0.0.1:9',
    ...environment,
  })
  const api = await startApi(config, { onStatement: recordStatement })
  const { services } = api
  const sample = await createSample(services.db)
  const withToken = (token: string, url = api.url) =>
    caller(url, { authorization: `Bearer ${token}` })
  return {
    ...sample,
    url: api.url,
    databaseUrl: database.url,
    mailFolder,
    services,
    as: (name) => withToken(sample.tokens[name]),
    withToken,
    anonymous: () => caller(api.url, {}),
    async rows(statement, values) {
      const { rows } = await services.db.raw(statement, values)
      return rows
    },
    async stop() {
      await api.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const busyTriesMax = 4

function caller(url: string, identity: Record<string, string>): TestCaller {
  async function once(target: string, init: RequestInit): Promise<TestReply> {
    const reply = await fetch(`${url}/v1${target}`, { ...init, redirect: 'manual' })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.startsWith('application/json')
    const parsed: TestBody = isJson === true && text !== '' ? JSON.parse(text) : undefined
    return { status: reply.status, headers: reply.headers, body: parsed }
  }
  async function call(
    method: string,
    target: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestReply> {
    const init = {
      method,
      headers: {
        ...identity,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    }
    let reply = await once(target, init)
    // A machine that stands still for seconds makes requests wait too long for each other.
    for (let tries = 0; isBusy(reply) && tries < busyTriesMax; tries += 1) {
      reply = await once(target, init)
    }
    checkReply(method, target, reply.status, reply.body)
    return reply
  }
  return {
    get: async (target, headers) => call('GET', target, undefined, headers),
    send: call,
    post: async (target, body) => call('POST', target, body),
    put: async (target, body) => call('PUT', target, body),
    patch: async (target, body) => call('PATCH', target, body),
    delete: async (target) => call('DELETE', target, undefined),
  }
}

function isBusy({ status, body }: TestReply): boolean {
  return status === 409 && body.error?.reason === 'busy'
}
