const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', format: 'int64', readOnly: true },
    name: { type: 'string', minLength: 1 },
    kind: { type: 'string', enum: ['cat', 'dog'] },
  },
}
const error = { type: 'object', properties: { message: { type: 'string' } } }

const words = {
  operationId: 'listPets',
  summary: 'List pets',
  description: 'All pets, **newest** first.',
  tags: ['pets'],
}
const security = [{ key: [] }]
const key = { type: 'apiKey', in: 'header', name: 'X-Key' }

export const petsOfThree = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://pets.example/v1' }],
  tags: [{ name: 'pets', description: 'What there is.' }, { name: 'empty' }],
  security,
  paths: {
    '/pets': {
      parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
      get: {
        ...words,
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many.',
            schema: { type: 'integer', maximum: 100, default: 20 },
          },
          {
            name: 'kinds',
            in: 'query',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
        ],
        responses: {
          200: {
            description: 'The pets.',
            headers: { 'X-Total': { schema: { type: 'integer' } } },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
                example: [{ id: 1, name: 'Tom' }],
              },
            },
          },
          default: {
            description: 'An error.',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Error' } },
            },
          },
        },
      },
      post: {
        tags: ['pets', 'shop'],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Pet' } },
          },
        },
        responses: { 201: { description: 'Made.' } },
      },
    },
    '/pets/{petId}': { get: { tags: ['pets'], responses: {} } },
  },
  webhooks: { newPet: { post: { responses: {} } } },
  components: {
    schemas: { Pet: pet, Error: error },
    securitySchemes: { key },
  },
}

export const petsOfTwo = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'pets.example',
  basePath: '/v1',
  schemes: ['https'],
  produces: ['application/json'],
  security,
  securityDefinitions: { key },
  paths: {
    '/pets': {
      parameters: [{ name: 'limit', in: 'query', type: 'integer' }],
      get: {
        ...words,
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many.',
            type: 'integer',
            maximum: 100,
            default: 20,
          },
          { name: 'kinds', in: 'query', type: 'array', items: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'The pets.',
            headers: { 'X-Total': { type: 'integer' } },
            schema: { type: 'array', items: { $ref: '#/definitions/Pet' } },
            examples: { 'application/json': [{ id: 1, name: 'Tom' }] },
          },
          default: {
            description: 'An error.',
            schema: { $ref: '#/definitions/Error' },
          },
        },
      },
    },
  },
  definitions: { Pet: pet, Error: error },
}
