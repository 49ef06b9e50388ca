import {
  breaking,
  change,
  field,
  harmless,
  newlyRequired,
  nothing,
  removal,
  type Pair,
} from './pair.ts'

const schemas = '/components/schemas'

const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
})
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const fieldPairs: readonly Pair[] = [
  change('an optional field is added to requests', harmless('optional-field-added'), [
    `${schemas}/NewPet/properties/age`,
    text,
  ]),
  change(
    'a required field is added to requests',
    newlyRequired('required-field-added'),
    [`${schemas}/NewPet/properties/age`, text],
    [`${schemas}/NewPet/required`, ['name', 'age']],
  ),
  change('a field of requests becomes required', newlyRequired('field-required'), [
    `${schemas}/NewPet/required`,
    ['name', 'nick'],
  ]),
  change('a field of requests becomes optional', harmless('field-optional'), [
    `${schemas}/NewPet/required`,
    [],
  ]),
  change('a field of requests is removed', removal('field-removed'), [
    `${schemas}/NewPet/properties/nick`,
    undefined,
  ]),
  change('an optional field is added to responses', harmless('optional-field-added'), [
    `${schemas}/Pet/properties/age`,
    text,
  ]),
  change(
    'a required field is added to responses',
    harmless('required-field-added'),
    [`${schemas}/Pet/properties/age`, text],
    [`${schemas}/Pet/required`, ['id', 'name', 'age']],
  ),
  change('an optional field of responses is removed', removal('field-removed'), [
    `${schemas}/Pet/properties/nick`,
    undefined,
  ]),
  change(
    'a required field of responses is removed',
    removal('field-removed'),
    [`${schemas}/Pet/properties/name`, undefined],
    [`${schemas}/Pet/required`, ['id']],
  ),
  change('a field of responses becomes optional', breaking('field-optional'), [
    `${schemas}/Pet/required`,
    ['id'],
  ]),
  change('a field of responses becomes required', harmless('field-required'), [
    `${schemas}/Pet/required`,
    ['id', 'name', 'nick'],
  ]),
  change('a field of both ways becomes required', newlyRequired('field-required'), [
    `${schemas}/Place/required`,
    ['id', 'street', 'zip'],
  ]),
  change('a field of both ways becomes optional', breaking('field-optional'), [
    `${schemas}/Place/required`,
    ['id'],
  ]),
  change(
    'a required read-only field is added both ways',
    harmless('required-field-added'),
    [`${schemas}/Place/properties/made`, { ...text, readOnly: true }],
    [`${schemas}/Place/required`, ['id', 'street', 'made']],
  ),
  change(
    'a required write-only field is added both ways',
    newlyRequired('required-field-added'),
    [`${schemas}/Place/properties/pin`, { ...text, writeOnly: true }],
    [`${schemas}/Place/required`, ['id', 'street', 'pin']],
  ),
  change('a write-only field becomes required', newlyRequired('field-required'), [
    `${schemas}/Place/required`,
    ['id', 'street', 'secret'],
  ]),
  change('a read-only field becomes optional', breaking('field-optional'), [
    `${schemas}/Place/required`,
    ['street'],
  ]),
  change('a field becomes read-only', breaking('read-only-set'), [
    `${schemas}/Place/properties/zip/readOnly`,
    true,
  ]),
  change('a field becomes write-only', breaking('write-only-set'), [
    `${schemas}/Place/properties/zip/writeOnly`,
    true,
  ]),
  change('a field is no longer write-only', harmless('write-only-lifted'), [
    `${schemas}/Place/properties/secret/writeOnly`,
    undefined,
  ]),
  change('a field is deprecated', harmless('deprecated'), [
    `${schemas}/Pet/properties/nick/deprecated`,
    true,
  ]),
  change(
    'a field deep in a response is removed',
    removal('field-removed'),
    [`${schemas}/Fed/properties/food`, undefined],
    [`${schemas}/Fed/required`, ['kind']],
  ),
]

const open = object({ a: text })
const closed = object({ a: text }, { additionalProperties: false })
const map = (schema: unknown) => ({ type: 'object', additionalProperties: schema })

const shapePairs: readonly Pair[] = [
  field('request', [open, closed], breaking('additional-fields-forbidden')),
  field('response', [open, closed], harmless('additional-fields-forbidden')),
  field('request', [closed, open], harmless('additional-fields-allowed')),
  field('response', [closed, open], harmless('additional-fields-allowed')),
  field('response', [map(text), map({ type: 'integer' })], breaking('type-changed')),
  field('response', [map(text), map(false)], removal('map-values-removed')),
  field(
    'request',
    [
      { type: 'array', prefixItems: [text] },
      { type: 'array', prefixItems: [text, text] },
    ],
    breaking('tuple-changed'),
  ),
  field('request', [object({ a: text }), { allOf: [object({ a: text })] }], nothing),
  field(
    'both',
    [{ allOf: [object({ a: text }), object({ b: text })] }, object({ b: text, a: text })],
    nothing,
  ),
  field(
    'request',
    [
      { allOf: [object({ a: text }), object({ b: text })] },
      { allOf: [object({ a: text }), object({ b: text }, { required: ['b'] })] },
    ],
    newlyRequired('field-required'),
  ),
  field(
    'request',
    [open, object({ a: text }, { not: { required: ['a'] } })],
    breaking('condition-added'),
  ),
  field(
    'response',
    [object({ a: text }, { not: { required: ['a'] } }), open],
    harmless('condition-removed'),
  ),
  change('an alternative is added to requests', harmless('alternative-added'), [
    `${schemas}/NewPet/properties/payment/oneOf/-`,
    ref('Cheque'),
  ]),
  change(
    'an alternative is removed from requests',
    removal('alternative-removed'),
    [`${schemas}/Card`, undefined],
    [
      `${schemas}/NewPet/properties/payment`,
      {
        oneOf: [ref('Cash')],
        discriminator: {
          propertyName: 'kind',
          mapping: {
            card: '#/components/schemas/Card',
            cash: '#/components/schemas/Cash',
          },
        },
      },
    ],
  ),
  change('an alternative is added to responses', breaking('alternative-added'), [
    `${schemas}/Pet/properties/event/oneOf/-`,
    ref('Slept'),
  ]),
  field(
    'response',
    [
      { oneOf: [ref('Fed'), ref('Walked'), ref('Slept')] },
      { oneOf: [ref('Fed'), ref('Walked')] },
    ],
    harmless('alternative-removed'),
  ),
  field(
    'both',
    [{ oneOf: [ref('Fed'), ref('Walked')] }, { oneOf: [ref('Walked'), ref('Fed')] }],
    nothing,
  ),
  field(
    'both',
    [{ oneOf: [text, { type: 'integer' }] }, { oneOf: [{ type: 'integer' }, text] }],
    nothing,
  ),
  field(
    'request',
    [text, { oneOf: [text, { type: 'integer' }] }],
    harmless('alternative-added'),
  ),
  field(
    'response',
    [text, { oneOf: [text, { type: 'integer' }] }],
    breaking('alternative-added'),
  ),
  change('another field tells alternatives apart', breaking('discriminator-changed'), [
    `${schemas}/Pet/properties/event/discriminator/propertyName`,
    'type',
  ]),
  change('a discriminator is removed', removal('discriminator-removed'), [
    `${schemas}/Pet/properties/event/discriminator`,
    undefined,
  ]),
  change(
    'a value of a discriminator means another alternative',
    breaking('discriminator-changed'),
    [
      `${schemas}/Pet/properties/event/discriminator/mapping/fed`,
      '#/components/schemas/Walked',
    ],
  ),
  change(
    'a component is renamed',
    nothing,
    [`${schemas}/Broken`, object({ message: text })],
    ['/paths/~1pets/get/responses/404/content/application~1json/schema', ref('Broken')],
  ),
  field('response', [ref('Fault'), object({ message: text })], nothing),
]

export const schemaPairs: readonly Pair[] = [...fieldPairs, ...shapePairs]
