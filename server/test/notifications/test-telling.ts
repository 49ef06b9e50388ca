import assert from 'node:assert/strict'

import { openMail } from '#/platform/mail/mail.ts'
import { changeRequestIn } from '#test/test-change-requests.ts'
import { createTestSpace } from '#test/test-edits.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import type { SampleName } from '#test/sample.ts'

import { sendNotificationMail } from '#/features/joining/notifications/notification-jobs.ts'
import { notificationSubscriber } from '#/features/joining/notifications/notification-subscriber.ts'
import { openPostOffice, type ReceivedMail } from './test-post-office.ts'

/** An api, a mail server, and the work of a worker done when the test says so. */
export interface Telling {
  readonly api: TestApi
  /** Hands every new event to the subscriber, as often as told. */
  readonly deliver: (times?: number) => Promise<void>
  /** Sends all mails that wait, and gives what arrived since the last time, by reader. */
  readonly send: () => Promise<ReceivedMail[]>
  /** Both, one after the other. */
  readonly tell: () => Promise<ReceivedMail[]>
  readonly stop: () => Promise<void>
}

export async function startTelling(
  environment: Record<string, string> = {},
): Promise<Telling> {
  const api = await startTestApi(environment)
  const office = await openPostOffice()
  const mail = openMail({
    kind: 'smtp',
    url: office.url,
    from: 'Lectern <docs@lectern.example>',
  })
  const delivered = new Set<string>()
  const deliver = async (times = 1) => {
    const events = await api.rows('select * from event order by occurred_at, id')
    for (const { organization_id: organizationId, occurred_at, ...event } of events) {
      if (delivered.has(event.id) || !notificationSubscriber.wants(event.type)) continue
      delivered.add(event.id)
      for (let time = 0; time < times; time += 1) {
        const stored = { ...event, organizationId, occurredAt: occurred_at }
        await notificationSubscriber.deliver(stored, api.services)
      }
    }
  }
  const send = async () => {
    const before = office.received.length
    const unsent = await api.rows(
      'select organization_id, id from notification_mail where sent_at is null',
    )
    for (const { organization_id: organizationId, id: mailId } of unsent) {
      const services = { ...api.services, mail }
      await sendNotificationMail.run({ organizationId, mailId }, services)
    }
    return office.received
      .slice(before)
      .toSorted((one, other) => one.to.localeCompare(other.to))
  }
  return {
    api,
    deliver,
    send,
    async tell() {
      await deliver()
      return send()
    },
    async stop() {
      await mail.close()
      await office.stop()
      await api.stop()
    },
  }
}

/** An open change request by the editor, in a space that members see, with nobody told yet. */
export async function requestToTellOf(telling: Telling, subject = 'Better words') {
  const { api } = telling
  const space = await createTestSpace(api, { title: 'Handbook', empty: true })
  const request = await changeRequestIn(api, space.spaceId, { subject })
  const { body } = await api.as('admin').get(`/spaces/${space.spaceId}`)
  assert.equal(body.title, 'Handbook')
  await telling.tell()
  const comment = async (name: SampleName, markdown: string): Promise<string> => {
    const reply = await api
      .as(name)
      .post(`${request.path}/comments`, { body: { markdown } })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body.id
  }
  return { ...request, spaceId: space.spaceId, number: request.view.number, comment }
}

export function mention(api: TestApi, name: SampleName): string {
  return `[${name}](lectern:user/${api.users[name]} "mention")`
}
