import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'

import { Client } from 'pg'

import { until } from '#test/database/test-until.ts'
import {
  openPostOffice,
  type PostOffice,
  type ReceivedMail,
} from '#test/notifications/test-post-office.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { activity } from '#test/test-database.ts'
import { createTestSpace } from '#test/test-edits.ts'

/** The time limit for another worker to take over, which needs a while to notice a dead one. */
const retakenWithinMs = 60_000

const idsOf = (mails: readonly ReceivedMail[]) =>
  mails.map(({ header }) => header('message-id'))

describe('a worker that is killed while it mails', () => {
  let api: TestApi
  let office: PostOffice
  const workers = new Set<ChildProcess>()
  before(async () => {
    api = await startTestApi()
    office = await openPostOffice()
  })
  after(async () => {
    for (const worker of workers) await kill(worker)
    await office.stop()
    await api.stop()
  })

  async function startWorker(): Promise<ChildProcess> {
    const worker = fork(
      new URL('../../../../test/notifications/test-worker-child.ts', import.meta.url),
      {
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          LECTERN_ENV: 'development',
          DATABASE_URL: api.databaseUrl,
          METRICS_PORT: '0',
          LOG_LEVEL: 'silent',
          STORAGE_FOLDER: api.services.config.STORAGE_FOLDER,
          MAIL_URL: office.url,
          NOTIFICATION_DIGEST_SECONDS: '0',
          PUBLIC_URL: 'http://lectern.test',
        },
        execArgv: [],
      },
    )
    workers.add(worker)
    await once(worker, 'message')
    return worker
  }
  async function kill(worker: ChildProcess): Promise<void> {
    if (!workers.delete(worker)) return
    const closed = once(worker, 'close')
    worker.kill('SIGKILL')
    await closed
  }
  /** Posts a comment by a reviewer, of which the author of the change request is notified. */
  async function comment(): Promise<void> {
    const { spaceId } = await createTestSpace(api)
    const { path } = await changeRequestIn(api, spaceId, { subject: 'Words' })
    const body = { body: { markdown: 'Well done.' } }
    const posted = await api.as('review').post(`${path}/comments`, body)
    assert.equal(posted.status, 200)
  }
  const unsent = async () =>
    api.rows('select id from notification_mail where sent_at is null')
  const allSent = async () =>
    until(
      'all mails are sent',
      async () => ((await unsent()).length === 0 ? true : undefined),
      retakenWithinMs,
    )
  const arrived = async (count: number) =>
    until(
      `${count} mails have arrived`,
      () => (office.received.length >= count ? true : undefined),
      retakenWithinMs,
    )

  it('loses nothing: what the mail server had not accepted is sent by another, once', async () => {
    const first = await startWorker()
    office.onMail = async () => {
      office.onMail = async () => undefined
      await kill(first)
      return new Error('nobody listens')
    }
    await comment()
    await arrived(1)
    assert.equal((await unsent()).length, 1)
    const second = await startWorker()
    await allSent()
    const [broken, whole, ...others] = idsOf(office.received.splice(0))
    assert.equal(whole, broken)
    assert.deepEqual(others, [])
    await kill(second)
  })

  it('leaves the same message when it dies right after it was accepted, which programs show once', async () => {
    const first = await startWorker()
    const holder = new Client({ connectionString: api.databaseUrl })
    await holder.connect()
    office.onMail = async () => {
      office.onMail = async () => undefined
      // The lock keeps the worker from marking the mail as sent.
      await holder.query('begin')
      await holder.query(
        `select id from notification_mail
         where organization_id = $1 and sent_at is null for update`,
        [api.organization],
      )
      return undefined
    }
    await comment()
    await until(
      'the worker waits for the lock',
      async () => {
        const [waiting] = await api.rows(
          `select count(*)::integer as count from ${activity}
           where datname = current_database() and wait_event_type = 'Lock'
             and query ilike '%notification_mail% set sent_at%'`,
        )
        return waiting.count > 0 ? true : undefined
      },
      retakenWithinMs,
    )
    await kill(first)
    await holder.query('rollback')
    await holder.end()
    const second = await startWorker()
    await allSent()
    const ids = idsOf(office.received.splice(0))
    assert.equal(ids.length, 2)
    assert.equal(new Set(ids).size, 1)
    await kill(second)
  })

  it('does not write again once it has noted that the mail is out', async () => {
    const first = await startWorker()
    await comment()
    await arrived(1)
    await allSent()
    await kill(first)
    const second = await startWorker()
    await comment()
    await arrived(2)
    await allSent()
    assert.equal(new Set(idsOf(office.received.splice(0))).size, 2)
    await kill(second)
  })
})
