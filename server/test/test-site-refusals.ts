import assert from 'node:assert/strict'

import type { TestApi, TestCaller, TestReply } from './test-api.ts'
import { nowhere, refusal } from './test-people.ts'

interface Wanted {
  /** The weakest role that may. */
  readonly needed: 'admin' | 'create' | 'read'
  readonly siteId: string
  /** The request, to a site of an organization. */
  readonly send: (by: TestCaller, site: string) => Promise<TestReply>
}

const path = (organization: string, id: string) => `/orgs/${organization}/sites/${id}`

/** Whoever may not do something with a site is told so, and whoever may not see it learns nothing. */
export async function refusesOthers(
  api: TestApi,
  { needed, siteId, send }: Wanted,
): Promise<void> {
  const here = path(api.organization, siteId)
  const weaker = {
    admin: ['create', 'read', 'guest'],
    create: ['review', 'guest'],
    read: ['guest'],
  }
  for (const name of weaker[needed]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names of the sample, written three lines above
    const reply = await send(api.as(name as 'read'), here)
    assert.equal(reply.status, 403, `${name}: ${JSON.stringify(reply.body)}`)
    assert.equal(reply.body.error.reason, 'forbidden')
  }
  assert.equal((await send(api.anonymous(), here)).status, 401)
  const outsider = await send(api.as('outsider'), here)
  if (outsider.status !== 204) {
    const missing = await send(api.as('outsider'), path(nowhere, siteId))
    assert.equal(outsider.status, 404)
    assert.deepEqual(refusal(outsider, api.organization), refusal(missing, nowhere))
    const absent = await send(api.as('admin'), path(api.organization, nowhere))
    assert.deepEqual([absent.status, absent.body.error.reason], [404, 'not_found'])
  }
}
