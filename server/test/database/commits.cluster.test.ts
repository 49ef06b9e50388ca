import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import { audit } from '#/platform/outbox/outbox.ts'
import { createSample } from '#test/sample.ts'
import { clusterMissing } from '#test/test-database.ts'

import { openTestDatabase, type TestDatabase } from './test-open-database.ts'

const insertTeam = statement<{ organizationId: string; id: string }, never>(
  'test.insert-team',
  (p) => sql`
    insert into team (organization_id, id, title)
    values (${p.organizationId}, ${p.id}, ${p.id})`,
)

describe('commits on a cluster', { skip: clusterMissing }, () => {
  let test: TestDatabase
  let organizationId: string
  before(async () => {
    test = await openTestDatabase()
    organizationId = (await createSample(test.db)).organization
  })
  after(async () => test.close())

  /** What was committed in two phases, until Citus clears it away. */
  const prepared = async () => {
    const { rows } = await test.db.raw('select gid from pg_dist_transaction')
    return new Set(rows.map((row) => JSON.stringify(row)))
  }

  it('are in two phases where they leave a record beside what they change', async () => {
    const known = await prepared()
    await test.db.transaction(async (tx) => {
      await tx.run(insertTeam, { organizationId, id: 'recorded' })
      audit(tx, {
        organizationId,
        action: 'test',
        actorId: 'nobody',
        targetKind: 'team',
        targetId: 'recorded',
        requestId: 'test',
        details: {},
      })
    })
    assert.equal((await prepared()).difference(known).size, 1)
  })

  it('are in one where all that is changed is on one node', async () => {
    const known = await prepared()
    await test.db.transaction(async (tx) =>
      tx.run(insertTeam, { organizationId, id: 'alone' }),
    )
    assert.equal((await prepared()).difference(known).size, 0)
  })
})
