import type { ApiOperation, ApiSchema } from '@lectern/content/openapi/model.ts'

const text: ApiSchema = { types: ['string'] }
export function operationAt(
  path: string,
  url: string,
  given: Partial<ApiOperation> = {},
) {
  const made: ApiOperation = {
    kind: 'operation',
    method: 'get',
    path,
    tags: [],
    servers: [{ url, variables: [] }],
    parameters: [],
    responses: [],
    callbacks: [],
    ...given,
  }
  return made
}

/** An operation with all that the form can ask for. */
export function addPet(url: string): ApiOperation {
  const parameter = { isRequired: false, explode: false, style: 'simple', examples: [] }
  const pet: ApiSchema = {
    types: ['object'],
    properties: [
      { name: 'name', isRequired: true, schema: text },
      { name: 'photo', isRequired: false, schema: { ...text, format: 'binary' } },
    ],
  }
  const bearer = { id: 'token', type: 'bearer' } as const
  const basic = { id: 'login', type: 'basic' } as const
  const key = { id: 'key', type: 'apiKey', in: 'query', name: 'api_key' } as const
  return operationAt('/pets/{petId}', url, {
    method: 'post',
    servers: [
      {
        url: `${url}/{base}`,
        description: 'Of the test',
        variables: [{ name: 'base', default: 'v1' }],
      },
      {
        url: 'https://{region}.example.com',
        variables: [{ name: 'region', default: 'eu', values: ['eu', 'us'] }],
      },
    ],
    security: [bearer, basic, key].map((scheme) => [{ scheme, scopes: [] }]),
    parameters: [
      { ...parameter, name: 'petId', in: 'path', isRequired: true, schema: text },
      {
        ...parameter,
        name: 'tags',
        in: 'query',
        style: 'form',
        explode: true,
        schema: { types: ['array'], items: text },
      },
      {
        ...parameter,
        name: 'sort',
        in: 'query',
        style: 'form',
        schema: { types: ['string'], values: [{ value: '"up"' }, { value: '"down"' }] },
      },
      { ...parameter, name: 'X-Trace', in: 'header', schema: text },
      { ...parameter, name: 'session', in: 'cookie', schema: text },
    ],
    body: {
      isRequired: true,
      contents: [
        {
          mediaType: 'application/json',
          schema: pet,
          examples: [
            { name: 'Dog', text: '{\n  "name": "Rex"\n}' },
            { name: 'Cat', text: '{\n  "name": "Tom"\n}' },
          ],
        },
        { mediaType: 'multipart/form-data', schema: pet, examples: [] },
      ],
    },
  })
}
