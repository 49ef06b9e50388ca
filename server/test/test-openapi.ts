import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'

import { showSpec } from '#/features/references/openapi-specs/show-spec.ts'
import { sweepSpecContent } from '#/features/references/openapi-specs/store-content.ts'
import { followSpec } from '#/features/writing/follow-specs/follow-spec.ts'
import { indexShowing } from '#/features/writing/search/search-jobs.ts'

import type { TestApi } from './test-api.ts'
import { ok } from './test-published.ts'

/** A document with an operation for each path, which reads what its summary says. */
export function apiDocument(
  summaries: Readonly<Record<string, string>>,
  more: object = {},
): Readonly<Record<string, unknown>> {
  const paths = Object.fromEntries(
    Object.entries(summaries).map(([path, summary]) => [
      path,
      { get: { summary, responses: { 200: { description: 'All is well' } } } },
    ]),
  )
  return { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths, ...more }
}

/** The jobs of a specification, run as a worker runs them. */
export function specJobs(api: TestApi) {
  const { organization: organizationId, services } = api
  return {
    read: async (specId: string) => processSpec.run({ organizationId, specId }, services),
    show: async (specId: string) => showSpec.run({ organizationId, specId }, services),
    follow: async (specId: string) =>
      followSpec.run({ organizationId, specId }, services),
    /** Has searches look again at what shows the specification. */
    index: async (slug: string, stopping?: AbortSignal) =>
      indexShowing.run({ organizationId, target: `openapi:${slug}` }, services, stopping),
    sweep: async (hash: string) =>
      sweepSpecContent.run({ organizationId, hash }, services),
  }
}

/** Publishes a specification as text and reads it; the id is that of the specification. */
export async function publishSpec(
  api: TestApi,
  slug: string,
  document: object,
): Promise<string> {
  const url = `/orgs/${api.organization}/openapi/${slug}`
  const source = { text: JSON.stringify(document) }
  const { id } = await ok(api.as('admin').put(url, { source }))
  await specJobs(api).read(id)
  return id
}

/** The Markdown of a block that shows an operation. */
export function operationBlock(spec: string, path: string, method = 'get'): string {
  return `{% openapi-operation spec="${spec}" path="${path}" method="${method}" %}\n[${path}](${path})\n{% endopenapi-operation %}\n`
}
