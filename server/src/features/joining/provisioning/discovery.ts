import type { Resource } from './attribute-places.ts'
import { countMax, viewList } from './list-page.ts'
import { allKinds, allSchemas, type ResourceKind } from './resource-schemas.ts'

const coreUrn = 'urn:ietf:params:scim:schemas:core:2.0'

export function viewServiceProviderConfig(baseUrl: string): Resource {
  return {
    schemas: [`${coreUrn}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: countMax },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description:
          'A token that an admin of the organization makes, sent as "Authorization: Bearer".',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: `${baseUrl}/ServiceProviderConfig`,
    },
  }
}

function viewResourceType(kind: ResourceKind, baseUrl: string): Resource {
  const { name, endpoint, core, extension } = kind
  return {
    schemas: [`${coreUrn}:ResourceType`],
    id: name,
    name,
    endpoint,
    description: core.description,
    schema: core.id,
    ...(extension && {
      schemaExtensions: [{ schema: extension.id, required: false }],
    }),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }
}

export function listResourceTypes(baseUrl: string): Resource {
  const resources = allKinds.map((kind) => viewResourceType(kind, baseUrl))
  return viewList(resources, { total: resources.length, startIndex: 1 })
}

export function findResourceType(id: string, baseUrl: string): Resource | undefined {
  const kind = allKinds.find(({ name }) => name === id)
  return kind && viewResourceType(kind, baseUrl)
}

export function listSchemas(baseUrl: string): Resource {
  const resources = allSchemas.map((schema) => viewSchema(schema, baseUrl))
  return viewList(resources, { total: resources.length, startIndex: 1 })
}

export function findSchema(id: string, baseUrl: string): Resource | undefined {
  const schema = allSchemas.find((one) => one.id.toLowerCase() === id.toLowerCase())
  return schema && viewSchema(schema, baseUrl)
}

function viewSchema(schema: (typeof allSchemas)[number], baseUrl: string): Resource {
  return {
    schemas: [`${coreUrn}:Schema`],
    ...schema,
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${schema.id}` },
  }
}
