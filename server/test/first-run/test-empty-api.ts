import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { readConfig } from '#/platform/config/config.ts'
import { type RunningApi, startApi } from '#/start/api.ts'
import { send } from '#test/http/test-wire.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { ownHost } from '#test/sessions/test-browser-session.ts'
import { createTestDatabase } from '#test/test-database.ts'
import type { TestBody } from '#test/test-api.ts'

export interface Answer {
  readonly status: number
  readonly body: TestBody
  readonly cookies: readonly string[]
}

/** An api on a database where nobody has an account. */
export interface EmptyApi {
  readonly url: string
  readonly services: RunningApi['services']
  readonly environment: Readonly<Record<string, string>>
  /** The path of the link that the api logs. */
  link(): Promise<string>
  get(): Promise<Answer>
  /** Completes the first run as a page of our own does, but for what is given. */
  complete(body: object, headers?: Record<string, string>): Promise<Answer>
  rows(statement: string, values?: unknown[]): Promise<TestBody[]>
  stop(): Promise<void>
}

export async function startEmptyApi(
  given: Record<string, string> = {},
): Promise<EmptyApi> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-empty-'))
  const environment = {
    LECTERN_ENV: 'development',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    RATE_LIMIT_ADDRESS: '0',
    SIGN_IN_LIMIT_ADDRESS: '0',
    STORAGE_FOLDER: folder,
    MAIL_FOLDER: path.join(folder, 'mail'),
    PUBLIC_URL: 'http://lectern.test',
    ...given,
  }
  const config = readConfig({ LOG_LEVEL: 'silent', ...environment })
  const api = await startApi(config, { onStatement: recordStatement })
  const { services, url } = api

  async function ask(method: string, text?: string, headers = {}): Promise<Answer> {
    const reply = await send(url, method, '/v1/first-run', {
      headers: {
        host: ownHost,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    })
    const cookies = reply.headers['set-cookie'] ?? []
    return { status: reply.status, body: JSON.parse(reply.text), cookies }
  }

  const rows = async (statement: string, values?: unknown[]): Promise<TestBody[]> =>
    (await services.db.raw(statement, values)).rows

  return {
    url,
    services,
    environment,
    async link() {
      const [{ nonce }] = await rows('select nonce from first_run')
      return `/~first-run/${services.signer.sign('first-run', nonce)}`
    },
    get: async () => ask('GET'),
    complete: async (body, headers = { 'sec-fetch-site': 'same-origin' }) =>
      ask('POST', JSON.stringify(body), headers),
    rows,
    async stop() {
      await api.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
