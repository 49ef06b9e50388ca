import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { openApiSpecChecks } from '#/features/references/openapi-specs/openapi-specs-fsck.ts'
import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'
import { fileBytesCounter } from '#/features/writing/files/files-fsck.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { openApiTemplates } from '#test/fsck/openapi-corruptions.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('the checks of stored OpenAPI specifications', () => {
  let api: TestApi
  let good: string
  before(async () => {
    api = await startTestApi()
    const specs = `/orgs/${api.organization}/openapi`
    const text =
      'openapi: "3.1.0"\ninfo: { title: a, version: "1" }\npaths:\n  /a: { get: { responses: {} } }\n'
    const made = await api.as('admin').put(`${specs}/good`, { source: { text } })
    good = made.body.id
    const of = { organizationId: api.organization, specId: good }
    await processSpec.run(of, api.services)
  })
  after(async () => api.stop())

  const found = async () => {
    const checks = [...openApiSpecChecks, fileBytesCounter]
    const all = await Promise.all(
      checks.map(async ({ run }) => run(api.services.db, api.organization)),
    )
    return all.flatMap(({ problems }) => problems.map(({ kind, id }) => [kind, id]))
  }

  it('say nothing of what the server itself has stored', async () => {
    assert.deepEqual(await found(), [])
  })

  for (const { kind, plans } of openApiTemplates) {
    it(`find ${kind}`, async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the plans look at these two alone
      const place = { organization: api.organization, sites: [{ id: newId() }] } as never
      for (const { change, reported } of plans(place)) {
        for (const statement of change) {
          await api.rows(
            `begin; set local session_replication_role = replica; ${statement}; commit`,
          )
        }
        assert.deepEqual(await found(), reported)
      }
      await api.rows(
        `begin; set local session_replication_role = replica;
         delete from openapi_spec_version where spec_id <> '${good}';
         delete from openapi_part where spec_id <> '${good}';
         delete from openapi_overlay where spec_id <> '${good}';
         delete from openapi_spec where id <> '${good}';
         update organization_counter set value = value - (
           select coalesce(sum(size + coalesce(bundle_size, 0)), 0)
           from openapi_content where size = 1)
         where name = 'file-bytes';
         delete from openapi_content where size = 1; commit`,
      )
    })
  }
})
