import type {
  ApiContent,
  ApiOperation,
  ApiPart,
  ApiSchema,
  ApiSharedSchema,
} from '@lectern/content/openapi/model.ts'
import { partName } from '@lectern/content/openapi/model.ts'

import type { ApiParts } from '#/model.ts'
import { owner, pet, problem, string } from './pet-schemas.ts'

const petText = JSON.stringify(
  {
    id: '0b7c2a9e-6f0e-4c9c-9d57-3b4a8a2e4d10',
    name: 'Rex',
    status: 'available',
    weight: 12.5,
    kind: { animal: 'dog', breed: 'Collie' },
    owner: { name: 'Ada' },
    tags: ['calm', 'old'],
  },
  undefined,
  2,
)

const json = (schema: ApiSchema, text: string): ApiContent => ({
  mediaType: 'application/json',
  schema,
  examples: [{ text }],
})

const refused = {
  status: '404',
  description: 'There is no such pet.',
  headers: [],
  contents: [json(problem, '{\n  "code": 404,\n  "message": "No such pet"\n}')],
}

const shared = {
  kind: 'operation',
  tags: ['pets'],
  servers: [
    {
      url: 'https://{region}.pets.example/v1',
      description: 'Production, close to you.',
      variables: [
        {
          name: 'region',
          default: 'eu',
          values: ['eu', 'us'],
          description: 'Where your pets are kept.',
        },
      ],
    },
    {
      url: 'https://sandbox.pets.example/v1',
      description: 'To try things.',
      variables: [],
    },
  ],
  security: [
    [
      {
        scheme: {
          id: 'token',
          type: 'bearer',
          detail: 'JWT',
          description: 'A token from **Settings → Tokens**.',
        },
        scopes: ['pets:read', 'pets:write'],
      },
    ],
    [
      {
        scheme: { id: 'key', type: 'apiKey', in: 'header', name: 'X-Key' },
        scopes: [],
      },
    ],
  ],
  callbacks: [],
} as const

export const listPets: ApiOperation = {
  ...shared,
  method: 'get',
  path: '/pets',
  operationId: 'listPets',
  summary: 'List pets',
  description:
    'Gives the pets that you may see, **newest first**, one page at a time. See [paging](https://pets.example/docs/paging).\n\n- `limit` says how many\n- `cursor` says where to go on',
  docs: { url: 'https://pets.example/docs/pets' },
  parameters: [
    {
      name: 'limit',
      in: 'query',
      isRequired: false,
      description: 'How many pets at most.',
      schema: {
        types: ['integer'],
        format: 'int32',
        default: '20',
        limits: [
          { name: 'minimum', value: '1' },
          { name: 'maximum', value: '100' },
        ],
      },
      style: 'form',
      explode: true,
      examples: [{ text: '20' }],
    },
    {
      name: 'status',
      in: 'query',
      isRequired: true,
      description: 'Only pets of these.',
      schema: {
        types: ['array'],
        items: {
          types: ['string'],
          values: [
            { value: '"available"' },
            { value: '"pending"' },
            { value: '"adopted"' },
          ],
        },
      },
      style: 'form',
      explode: true,
      examples: [{ text: '["available","pending"]' }],
    },
    {
      name: 'page',
      in: 'query',
      isRequired: false,
      isDeprecated: true,
      description: 'Use `cursor` instead.',
      schema: { types: ['integer'] },
      style: 'form',
      explode: true,
      examples: [],
    },
    {
      name: 'X-Request-Id',
      in: 'header',
      isRequired: false,
      schema: { types: ['string'] },
      style: 'simple',
      explode: false,
      examples: [],
    },
  ],
  responses: [
    {
      status: '200',
      description: 'A page of pets.',
      headers: [
        {
          name: 'X-Next',
          isRequired: false,
          description: 'Where the next page begins.',
          schema: string,
        },
      ],
      contents: [
        json(
          { types: ['array'], items: pet },
          `[\n  ${petText.replaceAll('\n', '\n  ')}\n]`,
        ),
      ],
    },
    { status: '304', description: 'Nothing has changed.', headers: [], contents: [] },
    {
      status: 'default',
      description: 'Anything that went wrong.',
      headers: [],
      contents: [json(problem, '{\n  "code": 500,\n  "message": "Try again"\n}')],
    },
  ],
}

export const addPet: ApiOperation = {
  ...shared,
  method: 'post',
  path: '/pets',
  operationId: 'addPet',
  summary: 'Add a pet',
  description: 'Makes a pet known. It is shown to others after a moment.',
  parameters: [],
  body: {
    isRequired: true,
    description: 'The pet, without what the server makes.',
    contents: [
      {
        mediaType: 'application/json',
        schema: pet,
        examples: [
          { name: 'dog', summary: 'A dog', text: petText },
          {
            name: 'cat',
            summary: 'A cat',
            text: '{\n  "name": "Tom",\n  "kind": { "animal": "cat", "indoor": true }\n}',
          },
        ],
      },
      {
        mediaType: 'multipart/form-data',
        schema: {
          types: ['object'],
          properties: [
            { name: 'name', isRequired: true, schema: string },
            {
              name: 'picture',
              isRequired: false,
              schema: { types: ['string'], format: 'binary' },
            },
          ],
        },
        examples: [{ text: '{"name":"Rex","picture":"…"}', isMade: true }],
      },
    ],
  },
  responses: [
    {
      status: '201',
      description: 'The pet, as others see it.',
      headers: [],
      contents: [json(pet, petText)],
    },
    {
      status: '422',
      description: 'Something is missing.',
      headers: [],
      contents: [json(problem, '{\n  "code": 422,\n  "message": "name is missing"\n}')],
    },
  ],
  callbacks: [
    {
      name: 'adopted',
      expression: '{$request.body#/callbackUrl}',
      method: 'post',
      summary: 'Called once somebody takes the pet home.',
      body: [json(pet, petText)],
    },
  ],
}

const removePet: ApiOperation = {
  ...shared,
  method: 'delete',
  path: '/pets/{petId}',
  summary: 'Forget a pet',
  isDeprecated: true,
  parameters: [
    {
      name: 'petId',
      in: 'path',
      isRequired: true,
      schema: { types: ['string'], format: 'uuid' },
      style: 'simple',
      explode: false,
      examples: [],
    },
  ],
  responses: [
    { status: '204', description: 'It is gone.', headers: [], contents: [] },
    refused,
  ],
}

const newPet: ApiOperation = {
  ...shared,
  kind: 'webhook',
  method: 'post',
  path: 'newPet',
  summary: 'A pet was added',
  servers: [],
  security: [],
  parameters: [],
  body: { isRequired: true, contents: [json(pet, petText)] },
  responses: [
    { status: '200', description: 'Say that you have it.', headers: [], contents: [] },
  ],
}

const schemaNamed = (name: string, schema: ApiSchema): ApiSharedSchema => ({
  kind: 'schema',
  name,
  schema,
})

export const petParts: readonly ApiPart[] = [
  listPets,
  addPet,
  removePet,
  newPet,
  schemaNamed('Pet', pet),
  schemaNamed('Owner', owner),
  schemaNamed('Problem', problem),
]

/** The parts of the one specification `pets`; another cannot be read. */
export function partsOf(parts: readonly ApiPart[]): ApiParts {
  const byName = new Map(parts.map((part) => [`${part.kind} ${partName(part)}`, part]))
  return {
    part: (spec, kind, name) =>
      spec === 'pets' ? (byName.get(`${kind} ${name}`) ?? 'gone') : undefined,
    schemaHref: (_spec, name) =>
      byName.has(`schema ${name}`)
        ? `/docs/models#schema-${name.toLowerCase()}`
        : undefined,
  }
}

export const petsPage = `{% openapi-operation spec="pets" path="/pets" method="get" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-operation %}

{% openapi-operation spec="pets" path="/pets" method="post" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-operation %}

## Forget

{% openapi-operation spec="pets" path="/pets/{petId}" method="delete" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-operation %}

{% openapi-operation spec="pets" path="/pets/{petId}" method="trace" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-operation %}

{% openapi-webhook spec="pets" name="newPet" method="post" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-webhook %}

{% openapi-schemas spec="pets" schemas="Owner,Problem" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-schemas %}

{% openapi-schemas spec="pets" schemas="Pet,Problem" grouped="true" %}
[OpenAPI pets](https://example.org/pets.json)
{% endopenapi-schemas %}
`
