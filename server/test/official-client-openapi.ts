import type { OperationId } from '@lectern/contract/operations.ts'

import { processSpec } from '#/features/references/openapi-specs/process-spec.ts'

import {
  type Calls,
  forAdminsOnly,
  outsideOf,
  type Scene,
} from './official-client-calls.ts'
import type { OfficialClient } from './official-client.ts'
import type { TestApi } from './test-api.ts'

/** A specification with one version. */
export interface SceneSpec {
  readonly slug: string
  readonly version: string
}

const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {},
})

export async function createSceneSpec(api: TestApi): Promise<SceneSpec> {
  const organizationId = api.organization
  const slug = 'client-pets'
  const specs = `/orgs/${organizationId}/openapi`
  const made = await api.as('admin').post(specs, { slug, source: { text } })
  await processSpec.run({ organizationId, specId: made.body.id }, api.services)
  const { body } = await api.as('admin').get(`${specs}/${slug}`)
  return { slug, version: body.lastVersion }
}

type Visibility = Parameters<
  OfficialClient['orgs']['updateOpenApiSpecBySlug']
>[2]['visibility']

const publicOnes = (): Visibility => {
  const value: unknown = 'public'
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion, typescript/no-unsafe-enum-assignment -- the client spells it as an enum whose values are our words
  return value as Visibility
}

const at =
  <T>(
    call: (client: OfficialClient, organization: string, spec: SceneSpec) => Promise<T>,
  ) =>
  async (client: OfficialClient, { organization, spec }: Scene) =>
    call(client, organization, spec)

const dependencies = (spec: SceneSpec) => ({
  spec: { ref: { kind: 'openapi' as const, spec: spec.slug } },
})

/** The pages that the specification gives, for nobody but those who may see it. */
const computedPages = async (
  { spaces }: OfficialClient,
  { space, spec }: Pick<Scene, 'space' | 'spec'>,
) =>
  spaces.getComputedRevision(space, {
    source: {
      type: 'builtin:openapi',
      dependencies: dependencies(spec),
      props: { models: true },
    },
    seed: '',
  })

export const openApiCalls = {
  getComputedRevision: outsideOf(computedPages),
  getComputedDocument: outsideOf(async (client, scene) => {
    const { data } = await computedPages(client, scene)
    const [page] = data.pages
    const seed = page !== undefined && 'computedSeed' in page ? page.computedSeed : ''
    return client.spaces.getComputedDocument(scene.space, {
      source: {
        type: 'builtin:openapi',
        dependencies: dependencies(scene.spec),
        props: { doc: 'info', page: 'info' },
      },
      seed,
    })
  }),
  listOpenAPISpecs: outsideOf(
    at(async ({ orgs }, organization) => orgs.listOpenApiSpecs(organization)),
  ),
  createOpenAPISpec: forAdminsOnly(
    at(async ({ orgs }, organization) =>
      orgs.createOpenApiSpec(organization, { slug: 'client-made', source: { text } }),
    ),
  ),
  getOpenAPISpecBySlug: outsideOf(
    at(async ({ orgs }, organization, { slug }) =>
      orgs.getOpenApiSpecBySlug(organization, slug),
    ),
  ),
  createOrUpdateOpenAPISpecBySlug: forAdminsOnly(
    at(async ({ orgs }, organization) =>
      orgs.createOrUpdateOpenApiSpecBySlug(organization, 'client-put', {
        source: { url: 'https://example.com/openapi.json' },
      }),
    ),
  ),
  updateOpenAPISpecBySlug: forAdminsOnly(
    at(async ({ orgs }, organization, { slug }) =>
      orgs.updateOpenApiSpecBySlug(organization, slug, { visibility: publicOnes() }),
    ),
  ),
  listOpenAPISpecVersions: outsideOf(
    at(async ({ orgs }, organization, { slug }) =>
      orgs.listOpenApiSpecVersions(organization, slug),
    ),
  ),
  getLatestOpenAPISpecVersion: outsideOf(
    at(async ({ orgs }, organization, { slug }) =>
      orgs.getLatestOpenApiSpecVersion(organization, slug),
    ),
  ),
  getLatestOpenAPISpecVersionContent: outsideOf(
    at(async ({ orgs }, organization, { slug }) =>
      orgs.getLatestOpenApiSpecVersionContent(organization, slug),
    ),
  ),
  getOpenAPISpecVersionById: outsideOf(
    at(async ({ orgs }, organization, { slug, version }) =>
      orgs.getOpenApiSpecVersionById(organization, slug, version),
    ),
  ),
  getOpenAPISpecVersionContentById: outsideOf(
    at(async ({ orgs }, organization, { slug, version }) =>
      orgs.getOpenApiSpecVersionContentById(organization, slug, version),
    ),
  ),
  deleteOpenAPISpecBySlug: forAdminsOnly(
    at(async ({ orgs }, organization, { slug }) =>
      orgs.deleteOpenApiSpecBySlug(organization, slug),
    ),
  ),
} satisfies Partial<Record<OperationId, Calls>>
