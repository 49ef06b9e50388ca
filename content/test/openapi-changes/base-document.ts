const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Kinds of a thing that a field `kind` tells apart. */
const kinds = (...names: readonly string[]) => ({
  oneOf: names.map(ref),
  discriminator: {
    propertyName: 'kind',
    mapping: Object.fromEntries(
      names.map((name) => [name.toLowerCase(), ref(name).$ref]),
    ),
  },
})

const kind = (name: string, field: string) => ({
  type: 'object',
  required: ['kind', field],
  properties: { kind: { const: name }, [field]: { type: 'string' } },
})

/** A small API, of which every pair changes one thing. */
export const baseDocument = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [
    { url: 'https://api.example.com/v1' },
    {
      url: 'https://{region}.example.com/v1',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
  ],
  security: [{ key: [] }],
  tags: [{ name: 'pets' }, { name: 'places' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'Lists pets',
        tags: ['pets'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
          {
            name: 'tags',
            in: 'query',
            style: 'form',
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'The pets',
            headers: {
              'X-Total': { required: true, schema: { type: 'integer' } },
              'X-Next': { schema: { type: 'string' } },
            },
            content: {
              'application/json': { schema: { type: 'array', items: ref('Pet') } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          404: { description: 'None', ...json(ref('Fault')) },
          default: { description: 'A fault', ...json(ref('Fault')) },
        },
      },
      post: {
        operationId: 'createPet',
        security: [{ oauth: ['write'] }, { key: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: ref('NewPet') },
            'application/xml': { schema: ref('NewPet') },
          },
        },
        responses: {
          201: { description: 'The pet', ...json(ref('Pet')) },
          202: { description: 'Later' },
        },
        callbacks: {
          done: {
            '{$request.body#/url}': {
              post: {
                requestBody: json(ref('Done')),
                responses: { 204: { description: 'Thanks' } },
              },
            },
          },
        },
      },
    },
    '/pets/{petId}': {
      parameters: [
        { name: 'petId', in: 'path', required: true, schema: { type: 'string' } },
      ],
      get: {
        operationId: 'getPet',
        responses: { 200: { description: 'The pet', ...json(ref('Pet')) } },
      },
      delete: {
        operationId: 'deletePet',
        deprecated: true,
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/places': {
      put: {
        operationId: 'putPlace',
        requestBody: json(ref('Place')),
        responses: { 200: { description: 'The place', ...json(ref('Place')) } },
      },
    },
    '/health': {
      get: {
        operationId: 'health',
        security: [],
        responses: { 204: { description: 'Well' } },
      },
    },
  },
  webhooks: {
    born: {
      post: {
        parameters: [
          { name: 'X-Sign', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: { required: true, ...json(ref('Birth')) },
        responses: {
          200: { description: 'Received', ...json(ref('Receipt')) },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: {
        type: 'oauth2',
        flows: {
          clientCredentials: {
            tokenUrl: 'https://example.com/token',
            scopes: { write: 'Write', admin: 'All' },
          },
        },
      },
    },
    schemas: {
      /** In requests only. */
      NewPet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          nick: { type: 'string' },
          payment: kinds('Card', 'Cash'),
        },
      },
      /** In responses only. */
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'string', readOnly: true },
          name: { type: 'string' },
          nick: { type: 'string' },
          event: kinds('Fed', 'Walked'),
        },
      },
      /** In both. */
      Place: {
        type: 'object',
        required: ['id', 'street'],
        properties: {
          id: { type: 'string', readOnly: true },
          secret: { type: 'string', writeOnly: true },
          street: { type: 'string' },
          zip: { type: 'string' },
        },
      },
      /** Sent to receivers. */
      Birth: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, weight: { type: 'number' } },
      },
      /** Sent by receivers. */
      Receipt: { type: 'object', properties: { seen: { type: 'boolean' } } },
      Done: {
        type: 'object',
        required: ['at'],
        properties: { at: { type: 'string' } },
      },
      Fault: { type: 'object', properties: { message: { type: 'string' } } },
      Card: kind('card', 'number'),
      Cash: kind('cash', 'currency'),
      Cheque: kind('cheque', 'bank'),
      Fed: kind('fed', 'food'),
      Walked: kind('walked', 'way'),
      Slept: kind('slept', 'bed'),
    },
  },
}
