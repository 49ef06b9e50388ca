import type { ApiSchema } from '@lectern/content/openapi/model.ts'

export const string: ApiSchema = { types: ['string'] }

export const owner: ApiSchema = {
  name: 'Owner',
  types: ['object'],
  description: 'Who takes care of a pet.',
  properties: [
    { name: 'name', isRequired: true, schema: { ...string, examples: ['"Ada"'] } },
    {
      name: 'email',
      isRequired: false,
      schema: { types: ['string', 'null'], format: 'email', isWriteOnly: true },
    },
    {
      name: 'pets',
      isRequired: false,
      schema: {
        types: ['array'],
        description: 'All pets of this owner.',
        items: { name: 'Pet', types: ['object'], folded: 'recursive' },
      },
    },
  ],
}

export const pet: ApiSchema = {
  name: 'Pet',
  types: ['object'],
  description: 'An animal that lives with people.',
  properties: [
    {
      name: 'id',
      isRequired: true,
      schema: {
        types: ['string'],
        format: 'uuid',
        isReadOnly: true,
        description: 'Made by the server, and the same for ever.',
      },
    },
    {
      name: 'name',
      isRequired: true,
      schema: {
        types: ['string'],
        limits: [
          { name: 'minLength', value: '1' },
          { name: 'maxLength', value: '80' },
        ],
        examples: ['"Rex"'],
      },
    },
    {
      name: 'status',
      isRequired: false,
      schema: {
        types: ['string'],
        default: '"available"',
        description: 'Whether somebody may take it home.',
        values: [
          { value: '"available"', description: 'Waits for somebody.' },
          { value: '"pending"', description: 'Somebody has asked.' },
          { value: '"adopted"', description: 'Lives with its people.' },
        ],
      },
    },
    {
      name: 'weight',
      isRequired: false,
      schema: {
        types: ['number'],
        limits: [
          { name: 'minimum', value: '0' },
          { name: 'exclusiveMaximum', value: '200' },
        ],
        description: 'In kilograms.',
      },
    },
    {
      name: 'kind',
      isRequired: true,
      schema: {
        types: [],
        alternatives: [
          {
            kind: 'oneOf',
            discriminator: { property: 'animal', values: ['cat', 'dog'] },
            schemas: [
              {
                name: 'Cat',
                types: ['object'],
                properties: [
                  { name: 'animal', isRequired: true, schema: string },
                  { name: 'indoor', isRequired: false, schema: { types: ['boolean'] } },
                ],
              },
              {
                name: 'Dog',
                types: ['object'],
                properties: [
                  { name: 'animal', isRequired: true, schema: string },
                  { name: 'breed', isRequired: false, schema: string },
                ],
              },
            ],
          },
        ],
      },
    },
    { name: 'owner', isRequired: false, schema: owner },
    {
      name: 'tags',
      isRequired: false,
      schema: {
        types: ['array'],
        items: string,
        limits: [
          { name: 'maxItems', value: '20' },
          { name: 'uniqueItems', value: 'true' },
        ],
      },
    },
    {
      name: 'labels',
      isRequired: false,
      schema: {
        types: ['object'],
        additional: { types: ['string'], description: 'Any text by a name of yours.' },
        isDeprecated: true,
      },
    },
  ],
  additional: false,
}

export const problem: ApiSchema = {
  name: 'Problem',
  types: ['object'],
  properties: [
    { name: 'code', isRequired: true, schema: { types: ['integer'], format: 'int32' } },
    { name: 'message', isRequired: true, schema: string },
  ],
}
