import { breaking, field, harmless, nothing, removal, type Pair } from './pair.ts'

const text = { type: 'string' }
const values = (...listed: readonly unknown[]) => ({ type: 'string', enum: listed })
const object = (properties: object) => ({ type: 'object', properties })
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const typePairs: readonly Pair[] = [
  field('request', [text, { type: 'integer' }], breaking('type-changed')),
  field('response', [text, { type: 'integer' }], breaking('type-changed')),
  field('request', [{ type: 'integer' }, { type: 'number' }], harmless('type-widened')),
  field('response', [{ type: 'integer' }, { type: 'number' }], breaking('type-widened')),
  field('request', [{ type: 'number' }, { type: 'integer' }], breaking('type-narrowed')),
  field('response', [{ type: 'number' }, { type: 'integer' }], harmless('type-narrowed')),
  field('request', [text, { type: ['string', 'integer'] }], harmless('type-widened')),
  field('both', [{ type: ['string', 'integer'] }, text], breaking('type-narrowed')),
  field('response', [text, {}], breaking('type-widened')),
  field('request', [text, { type: ['string', 'null'] }], harmless('null-allowed')),
  field('response', [text, { type: ['string', 'null'] }], breaking('null-allowed')),
  field('request', [{ type: ['string', 'null'] }, text], breaking('null-disallowed')),
  field(
    'response',
    [{ type: 'string', nullable: true }, text],
    harmless('null-disallowed'),
  ),
  field(
    'response',
    [ref('Fault'), { anyOf: [ref('Fault'), { type: 'null' }] }],
    breaking('null-allowed'),
  ),
  field(
    'both',
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    nothing,
  ),
  field('request', [text, { ...text, format: 'uuid' }], breaking('format-added')),
  field('response', [text, { ...text, format: 'uuid' }], harmless('format-added')),
  field(
    'both',
    [
      { ...text, format: 'date' },
      { ...text, format: 'date-time' },
    ],
    breaking('format-changed'),
  ),
  field('request', [{ ...text, format: 'uuid' }, text], harmless('format-removed')),
  field(
    'request',
    [
      { type: 'integer', format: 'int32' },
      { type: 'integer', format: 'int64' },
    ],
    harmless('format-widened'),
  ),
  field(
    'response',
    [
      { type: 'integer', format: 'int32' },
      { type: 'integer', format: 'int64' },
    ],
    breaking('format-widened'),
  ),
  field(
    'request',
    [object({ a: text }), { type: 'array', items: text }],
    breaking('type-changed'),
  ),
  field(
    'response',
    [
      { type: 'array', items: text },
      { type: 'array', items: { type: 'integer' } },
    ],
    breaking('type-changed'),
  ),
]

export const valuePairs: readonly Pair[] = [
  field('request', [values('a', 'b'), values('a')], removal('enum-value-removed')),
  field('response', [values('a', 'b'), values('a')], harmless('enum-value-removed')),
  field('request', [values('a'), values('a', 'b')], harmless('enum-value-added')),
  field('response', [values('a'), values('a', 'b')], breaking('enum-value-added')),
  field('both', [values('a'), values('a', 'b')], breaking('enum-value-added')),
  field('webhook', [values('a'), values('a', 'b')], breaking('enum-value-added')),
  field('both', [values('a', 'b'), values('b', 'a')], nothing),
  field('request', [text, values('a')], breaking('enum-added')),
  field('response', [text, values('a')], harmless('enum-added')),
  field('response', [values('a'), text], breaking('enum-removed')),
  field('request', [{ const: 'a' }, { const: 'b' }], breaking('const-changed')),
  field('both', [{ const: 'a' }, { enum: ['a'] }], nothing),
  field(
    'request',
    [
      { ...text, maxLength: 20 },
      { ...text, maxLength: 10 },
    ],
    breaking('limit-tightened'),
  ),
  field(
    'response',
    [
      { ...text, maxLength: 20 },
      { ...text, maxLength: 10 },
    ],
    harmless('limit-tightened'),
  ),
  field(
    'request',
    [
      { ...text, maxLength: 10 },
      { ...text, maxLength: 20 },
    ],
    harmless('limit-loosened'),
  ),
  field('response', [{ ...text, maxLength: 10 }, text], breaking('limit-loosened')),
  field(
    'request',
    [
      { type: 'integer', minimum: 1 },
      { type: 'integer', minimum: 0 },
    ],
    harmless('limit-loosened'),
  ),
  field(
    'request',
    [
      { type: 'number', minimum: 0 },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    breaking('limit-tightened'),
  ),
  field(
    'both',
    [
      { type: 'number', minimum: 0, exclusiveMinimum: true },
      { type: 'number', exclusiveMinimum: 0 },
    ],
    nothing,
  ),
  field(
    'request',
    [
      { type: 'array', items: text },
      { type: 'array', items: text, minItems: 1 },
    ],
    breaking('limit-tightened'),
  ),
  field(
    'request',
    [
      { type: 'array', items: text },
      { type: 'array', items: text, uniqueItems: true },
    ],
    breaking('unique-items-required'),
  ),
  field('request', [text, { ...text, pattern: '^a' }], breaking('pattern-added')),
  field('request', [{ ...text, pattern: '^a' }, text], harmless('pattern-removed')),
  field(
    'request',
    [
      { ...text, pattern: '^a' },
      { ...text, pattern: '^b' },
    ],
    breaking('pattern-changed'),
  ),
  field(
    'request',
    [
      { type: 'integer', multipleOf: 5 },
      { type: 'integer', multipleOf: 10 },
    ],
    breaking('multiple-of-narrowed'),
  ),
  field(
    'request',
    [
      { type: 'integer', multipleOf: 10 },
      { type: 'integer', multipleOf: 5 },
    ],
    harmless('multiple-of-widened'),
  ),
  field(
    'request',
    [
      { ...text, default: 'a' },
      { ...text, default: 'b' },
    ],
    breaking('default-changed'),
  ),
  field(
    'response',
    [
      { ...text, default: 'a' },
      { ...text, default: 'b' },
    ],
    harmless('default-changed'),
  ),
  field('request', [text, { ...text, default: 'b' }], harmless('default-added')),
  field(
    'both',
    [text, { ...text, contentEncoding: 'base64' }],
    breaking('content-encoding-changed'),
  ),
]
