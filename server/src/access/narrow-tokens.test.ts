import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { operations } from '@lectern/contract/operations.ts'

import { allOperations } from '#/start/all-operations.ts'
import {
  startTestApi,
  type TestApi,
  type TestBody,
  type TestCaller,
} from '#test/test-api.ts'
import { newPerson } from '#test/test-people.ts'

import { hashToken, mintToken } from './api-token.ts'

const nowhere = '0AbsentAbsentAbsent0'

describe('tokens that allow less than their owner may do', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
    // The admin of one organization belongs to the other as well.
    const both = [api.otherOrganization, api.users.admin]
    await api.rows(
      `insert into member (organization_id, user_id, role, search_text) values ($1, $2, 'admin', '')`,
      both,
    )
    await api.rows(
      'insert into account_membership (organization_id, account_id) values ($1, $2)',
      both,
    )
  })
  after(async () => api.stop())

  async function token(scopes: string, organizationId?: string): Promise<TestCaller> {
    const secret = mintToken()
    await api.rows(
      `insert into api_token (hash, id, account_id, label, scopes, organization_id)
       values ($1, $2, $3, 'Narrow', $4, $5)`,
      [
        hashToken(secret),
        secret.slice(6, 26),
        api.users.admin,
        scopes,
        organizationId ?? null,
      ],
    )
    return api.withToken(secret)
  }

  const served = allOperations.map(({ id }) => ({ id, ...operations[id] }))

  it('refuse every write when they are for reading', async () => {
    const reader = await token('{read}')
    assert.equal((await reader.get(`/orgs/${api.organization}/teams`)).status, 200)
    const writes = served.filter(
      (definition) => definition.method !== 'GET' && !('isRead' in definition),
    )
    assert.ok(writes.length > 10)
    for (const { id, method, path } of writes) {
      if (method === 'GET') continue
      const target = path.replaceAll('{organizationId}', api.organization)
      const reply = await reader.send(method, target.replaceAll(/\{\w+\}/g, nowhere), {})
      assert.equal(reply.status, 403, id)
      assert.equal(reply.body.error.reason, 'token_too_narrow', id)
    }
  })

  it('refuse every read that hands out more than reading when they are for reading', async () => {
    const [reader, writer] = [await token('{read}'), await token('{read,write}')]
    const reveals = served.filter(
      (definition) =>
        'revealsSecret' in definition && definition.revealsSecret === 'refused',
    )
    assert.deepEqual(reveals.map(({ id }) => id).toSorted(), [
      'getOrganizationInviteLink',
      'getSitePublishingAuthById',
      'getSitePublishingPreviewById',
      'listOrganizationInviteLinks',
    ])
    for (const { id, path } of reveals) {
      const target = path
        .replaceAll('{organizationId}', api.organization)
        .replaceAll(/\{\w+\}/g, nowhere)
      const reply = await reader.get(target)
      assert.equal(reply.status, 403, id)
      assert.equal(reply.body.error.reason, 'token_too_narrow', id)
      assert.notEqual((await writer.get(target)).status, 403, id)
    }
  })

  it('see the audit log without the ids of invites when they are for reading', async () => {
    const [reader, writer] = [await token('{read}'), await token('{read,write}')]
    const { body: link } = await writer.post(`/orgs/${api.organization}/link-invites`, {
      role: 'admin',
    })
    const { caller } = await newPerson(api, { name: 'Joins' })
    const joined = await caller.post(`/orgs/${api.organization}/invites/${link.id}`)
    assert.equal(joined.status, 200)
    const log = `/orgs/${api.organization}/audit-events`
    for (const [by, isTold] of [
      [reader, false],
      [writer, true],
    ] as const) {
      const { body } = await by.get(`${log}?limit=5`)
      const entries = await Promise.all(
        body.items.map(async ({ id }: TestBody) => (await by.get(`${log}/${id}`)).body),
      )
      const created = entries.find(({ action }) => action === 'invite_link_created')
      const member = entries.find(({ action }) => action === 'member_joined')
      const expected = isTold ? link.id : 'hidden'
      assert.equal(created.target.id, expected)
      assert.equal(member.details.inviteId, expected)
      assert.equal(JSON.stringify([body, entries]).includes(link.id), isTold)
    }
  })

  it('see every organization but their own as if it did not exist', async () => {
    const bound = await token('{read,write}', api.organization)
    const within = served.filter(({ path }) => path.includes('{organizationId}'))
    assert.ok(within.length > 10)
    for (const { id, method, path } of within) {
      const ask = async (organization: string) => {
        const target = path
          .replaceAll('{organizationId}', organization)
          .replaceAll(/\{\w+\}/g, nowhere)
        return method === 'GET' ? bound.get(target) : bound.send(method, target, {})
      }
      const [hidden, missing] = [await ask(api.otherOrganization), await ask(nowhere)]
      assert.equal(hidden.status, missing.status, id)
      // An invalid body is refused first, whichever object it is about.
      if (hidden.status === 400 || method === 'DELETE') continue
      assert.equal(hidden.status, 404, id)
      assert.equal(
        hidden.body.error.message.replaceAll(api.otherOrganization, nowhere),
        missing.body.error.message,
        id,
      )
    }
    assert.equal((await bound.get(`/orgs/${api.organization}/teams`)).status, 200)
  })

  it('cannot change the account behind them when bound to an organization', async () => {
    const bound = await token('{read,write}', api.organization)
    const writes = served.filter(({ reach }) => reach === 'account-write')
    assert.ok(writes.length > 2)
    for (const { id, method, path } of writes) {
      if (method === 'GET') continue
      const target = path.replaceAll(/\{\w+\}/g, api.users.admin)
      const reply = await bound.send(method, target, {})
      assert.equal(reply.status, 403, id)
      assert.equal(reply.body.error.reason, 'token_too_narrow', id)
    }
    assert.equal((await bound.get('/user')).status, 200)
  })
})
