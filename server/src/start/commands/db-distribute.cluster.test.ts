import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { openTestDatabase } from '#test/database/test-open-database.ts'
import { clusterMissing } from '#test/test-database.ts'

import { runCommand } from '../../../test/commands/test-command.ts'

describe('lectern-server db distribute on a cluster', { skip: clusterMissing }, () => {
  it('knows where everything belongs that it has laid out, and lays out what is added', async () => {
    const test = await openTestDatabase()
    try {
      const distribute = async (how: string) =>
        runCommand(['db', 'distribute', how], { DATABASE_URL: test.url })
      const again = await distribute('--apply')
      assert.deepEqual([again.code, again.stderr], [0, ''])
      await test.db.raw(`
        create table added_later (
          organization_id text collate "C" not null, id text collate "C" not null,
          primary key (organization_id, id))`)
      await test.db.raw(`comment on table added_later is 'tenant: comes with an upgrade'`)
      const added = await distribute('--print')
      assert.deepEqual([added.code, added.stderr], [0, ''])
      assert.match(added.stdout, /create_distributed_table\('added_later'/)
      assert.doesNotMatch(added.stdout, /commit_witness/)
      assert.equal((await distribute('--apply')).code, 0)
      assert.doesNotMatch((await distribute('--print')).stdout, /added_later/)
    } finally {
      await test.close()
    }
  })
})
