import assert from 'node:assert/strict'

import { followSpec } from '#/features/writing/follow-specs/follow-spec.ts'
import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'

import type { TestApi, TestBody } from './test-api.ts'

/** An API as a test says it: the operations of each tag, each with a summary. */
export interface TestInterface {
  readonly title?: string
  readonly description?: string
  readonly tags: Readonly<Record<string, TestTag>>
  readonly schemas?: readonly string[]
}

interface TestTag {
  readonly title?: string
  readonly description?: string
  /** Such as `get /pets`, and what it does. */
  readonly operations: Readonly<Record<string, string>>
}

export interface TestSpec {
  readonly id: string
  readonly slug: string
  /** Publishes a version and has all pages follow it. */
  readonly publish: (described: TestInterface) => Promise<void>
  /** Publishes a version that no page follows yet. */
  readonly show: (described: TestInterface) => Promise<void>
  readonly follow: (services?: TestApi['services']) => Promise<void>
}

/** A specification of the organization, with or without a version. */
export async function createTestSpec(api: TestApi, slug: string): Promise<TestSpec> {
  const path = `/orgs/${api.organization}/openapi`
  const text = JSON.stringify(documentOf({ tags: {} }))
  const made = await api.as('admin').post(path, { slug, source: { text } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id: specId } = made.body
  const of = { organizationId: api.organization, specId }
  const follow = async (services = api.services) => followSpec.run(of, services)
  const show = async (described: TestInterface) => {
    const document = documentOf(described)
    const source = { text: JSON.stringify(document) }
    const put = await api.as('admin').put(`${path}/${slug}`, { source })
    assert.equal(put.status, 200, JSON.stringify(put.body))
    await processSpec.run(of, api.services)
  }
  return {
    id: specId,
    slug,
    show,
    follow,
    async publish(described) {
      await show(described)
      await follow()
    },
  }
}

/** The OpenAPI document of an API. */
function documentOf({
  title = 'Pets',
  description,
  tags,
  schemas = [],
}: TestInterface): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const [tag, { operations }] of Object.entries(tags)) {
    for (const [name, summary] of Object.entries(operations)) {
      const [method = '', path = ''] = name.split(' ')
      paths[path] = {
        ...paths[path],
        [method]: { tags: [tag], summary, responses: { 200: { description: 'Done' } } },
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', ...(description !== undefined && { description }) },
    tags: Object.entries(tags).map(([name, tag]) => ({
      name,
      ...(tag.title !== undefined && { 'x-displayName': tag.title }),
      ...(tag.description !== undefined && { description: tag.description }),
    })),
    paths,
    ...(schemas.length > 0 && {
      components: {
        schemas: Object.fromEntries(schemas.map((name) => [name, { type: 'object' }])),
      },
    }),
  }
}

/** The change that inserts the pages of a specification. */
export function insertComputed(slug: string, others: object = {}): object {
  return {
    operation: 'insert_computed',
    computed: {
      type: 'builtin:openapi',
      dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } },
      props: { models: true },
    },
    ...others,
  }
}

/** The titles of a tree of pages, those in a page after it in brackets. */
export function titlesOf(pages: readonly TestBody[]): string {
  return pages
    .map(({ title, pages: below = [] }: TestBody) =>
      below.length === 0 ? title : `${title} (${titlesOf(below)})`,
    )
    .join(', ')
}
