import assert from 'node:assert/strict'

import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'

import type { TestApi } from './test-api.ts'

/** Publishes contents as versions of one specification, one after the other; answers their ids. */
export async function publishVersions(
  api: TestApi,
  slug: string,
  ...documents: readonly object[]
): Promise<readonly string[]> {
  const path = `/orgs/${api.organization}/openapi/${slug}`
  const versions: string[] = []
  for (const document of documents) {
    const source = { text: JSON.stringify(document) }
    const { body } = await api.as('admin').put(path, { source })
    const of = { organizationId: api.organization, specId: body.id }
    await processSpec.run(of, api.services)
    const got = await api.as('admin').get(path)
    assert.equal(got.body.lastProcessErrorCode, undefined, JSON.stringify(got.body))
    versions.push(got.body.lastVersion)
  }
  return versions
}
