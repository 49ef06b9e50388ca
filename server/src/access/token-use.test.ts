import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { openLogger } from '#/platform/logging/logger.ts'
import { until } from '#test/database/test-until.ts'
import { keep, makeSpace, nameInContent, store, urlOf } from '#test/files/test-files.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

import { hashToken } from './api-token.ts'
import { createAuthenticator } from './authenticate.ts'
import { noteTokenUse } from './token-use.ts'

describe('the use of a token for emergencies', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const noted = async () =>
    api.rows(
      `select actor_id, target_id from audit_event where action = 'emergency_token_used'`,
    )

  it('lets in while the audit log cannot be written, and is there once it can', async () => {
    const written: string[] = []
    const log = openLogger('info', 'test', { write: (line) => written.push(line) })
    const made = await api.as('admin').post(`/orgs/${api.organization}/tokens`, {
      label: 'In the safe',
      forEmergencies: true,
    })
    const { id, token } = made.body
    await api.rows(
      `alter table audit_event add constraint broken
       check (action <> 'emergency_token_used') not valid`,
    )
    const authenticate = createAuthenticator(api.services.db, { log })
    const caller = await authenticate(`Bearer ${token}`)
    assert.ok('breaksGlassOf' in caller)
    assert.equal(caller.breaksGlassOf, api.organization)

    const waiting = await until('the use waits to be noted', async () => {
      const [row] = await api.rows(
        `select data from pgboss.job where name = 'access.note-token-use'`,
      )
      return row
    })
    const hash = hashToken(token)
    assert.deepEqual(waiting.data, { hash })
    const [failure = ''] = written
    assert.match(failure, /"level":50/)
    assert.match(failure, /the use of a token for emergencies was not noted/)
    assert.ok(failure.includes(id) && failure.includes(api.organization))
    assert.ok(!written.join('').includes(token) && !written.join('').includes(hash))
    await assert.rejects(noteTokenUse.run({ hash }, api.services))
    assert.deepEqual(await noted(), [])

    await api.rows('alter table audit_event drop constraint broken')
    for (const _turn of [1, 2]) await noteTokenUse.run({ hash }, api.services)
    assert.deepEqual(await noted(), [{ actor_id: api.users.admin, target_id: id }])
  })

  it('is noted where the URL of a file is all that is asked for', async () => {
    await api.rows(`delete from audit_event where action = 'emergency_token_used'`)
    const made = await api.as('admin').post(`/orgs/${api.organization}/tokens`, {
      label: 'In another safe',
      forEmergencies: true,
    })
    const { id, token } = made.body
    const space = await makeSpace(api)
    const object = await store(api, space, { bytes: Buffer.from('text') })
    await keep(api, space, object)
    const fileId = await nameInContent(api, space, object)
    const url = urlOf(api, space, fileId, { token })
    for (let turn = 0; turn < 3; turn += 1) {
      assert.equal((await fetch(url)).status, 200)
    }
    const entries = await until('the use is in the audit log', async () => {
      const rows = await noted()
      return rows.length === 0 ? undefined : rows
    })
    assert.deepEqual(entries, [{ actor_id: api.users.admin, target_id: id }])
  })
})
