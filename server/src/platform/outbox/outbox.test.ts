import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'

import type { Transaction } from '#/platform/database/transaction.ts'
import { openTestJobs, type TestJobs } from '#test/jobs/test-jobs.ts'

import { audit, emit } from './outbox.ts'

const emitNumbered = (tx: Transaction, number: number, subject = 'thing:1') =>
  emit(tx, {
    organizationId: 'org',
    type: 'thing_numbered',
    subject,
    payload: { number },
  })

const auditNumbered = (tx: Transaction, number: number) =>
  audit(tx, {
    organizationId: 'org',
    action: 'thing_numbered',
    actorId: 'someone',
    targetKind: 'thing',
    targetId: '1',
    requestId: 'request',
    details: { number, quote: `"'\\ ü 😀` },
  })

describe('the outbox', () => {
  let jobs: TestJobs
  before(async () => {
    jobs = await openTestJobs([])
  })
  after(async () => jobs.close())
  beforeEach(async () => {
    await jobs.sender.db.raw('truncate event, event_pending, audit_event')
  })

  const rows = async (text: string): Promise<unknown[]> =>
    (await jobs.sender.db.raw(text)).rows

  it('keeps events and audit rows of a transaction that commits', async () => {
    await jobs.inTransaction(async (tx) => {
      emitNumbered(tx, 1)
      auditNumbered(tx, 1)
    })
    assert.deepEqual(
      await rows('select organization_id, type, subject, payload from event'),
      [
        {
          organization_id: 'org',
          type: 'thing_numbered',
          subject: 'thing:1',
          payload: { number: 1 },
        },
      ],
    )
    assert.deepEqual(await rows('select actor_id, action, details from audit_event'), [
      {
        actor_id: 'someone',
        action: 'thing_numbered',
        details: { number: 1, quote: `"'\\ ü 😀` },
      },
    ])
    assert.deepEqual(
      await rows(
        `select 1 as same from event e join event_pending p
           on p.id = e.id and p.organization_id = e.organization_id
           and p.occurred_at = e.occurred_at and p.subject = e.subject`,
      ),
      [{ same: 1 }],
    )
  })

  it('keeps nothing of a transaction that does not', async () => {
    await assert.rejects(
      jobs.inTransaction(async (tx) => {
        emitNumbered(tx, 1)
        auditNumbered(tx, 1)
        throw new Error('no')
      }),
    )
    for (const table of ['event', 'event_pending', 'audit_event']) {
      assert.deepEqual(await rows(`select from ${table}`), [])
    }
  })

  it('keeps the events only together with the audit rows, and the reverse', async () => {
    await jobs.sender.db.raw(
      `alter table audit_event add constraint one check (details ->> 'number' <> '1')`,
    )
    await assert.rejects(
      jobs.inTransaction(async (tx) => {
        emitNumbered(tx, 1)
        auditNumbered(tx, 1)
      }),
      /constraint "one"/,
    )
    await jobs.sender.db.raw('alter table audit_event drop constraint one')
    assert.deepEqual(await rows('select from event'), [])
    assert.deepEqual(await rows('select from event_pending'), [])
  })

  it('keeps many events of one transaction in the order they were emitted', async () => {
    await jobs.inTransaction(async (tx) => {
      for (let number = 0; number < 500; number += 1) emitNumbered(tx, number)
    })
    const stored = await rows(
      `select (payload ->> 'number')::integer as number from event order by occurred_at, id`,
    )
    assert.deepEqual(
      stored,
      Array.from({ length: 500 }, (_, number) => ({ number })),
    )
  })
})
