import { isIdentifier, type JsonSchema, typesOf } from './generate-schema.ts'

export type Path = readonly (string | number)[]

/** One way to bend a value. */
export interface Mutation {
  readonly note: string
  readonly path: Path
  readonly value: unknown
  /** Set when it stands at a limit: the limit's name, and how far from it. */
  readonly limit?: { readonly name: string; readonly offset: number }
}

/** The value is removed instead of replaced. */
export const absent = Symbol('absent')

/** Text that software stumbles over; all but the last three are fine where any text is. */
export const oddTexts: Readonly<Record<string, string>> = {
  astral: '𝒟𝑜𝒸𝓈 🧑‍🚀',
  combining: 'e\u0301\u0323\u0302'.repeat(5),
  'right to left': '\u202eשלום\u202c',
  'zero width': 'a\u200b\u200d\ufeffb',
  'line breaks': 'a\r\n\u2028\u2029b',
  markup: '<script>alert(1)</script>',
  quoting: `'"\`; drop table team; --`,
  pattern: String.raw`%_\%a{1,9999}(.*)*$`,
  'property names': '__proto__',
  space: '   ',
  NUL: 'a\0b',
  'lone surrogate': 'a\ud800b',
  'very long': 'x'.repeat(100_000),
}

/** Every way to bend a value that fits the schema, at every place inside it. */
export function mutationsOf(
  schema: JsonSchema,
  value: unknown,
  path: Path = [],
): Mutation[] {
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) {
    return alternatives.flatMap((one) => mutationsOf(one, value, path))
  }
  const at = (note: string, bent: unknown): Mutation => ({ note, path, value: bent })
  const types = typesOf(schema)
  const wrong = wrongTypes
    .filter(([type]) => !types.includes(type))
    .map(([type, bent]) => at(`${type} instead of ${types.join(' or ')}`, bent))
  if (types.includes('null') && value !== null) wrong.push(at('null', null))
  if (typeof value === 'string') return [...wrong, ...bentText(schema, value, path)]
  if (typeof value === 'number') return [...wrong, ...bentNumber(schema, path)]
  if (Array.isArray(value)) return [...wrong, ...bentArray(schema, value, path)]
  if (typeof value === 'object' && value !== null) {
    return [...wrong, ...bentObject(schema, value, path)]
  }
  return wrong
}

const wrongTypes: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['boolean', true],
  ['integer', 7],
  ['number', 1.5],
  ['string', 'text'],
  ['array', []],
  ['array', [null]],
  ['object', {}],
]

function bentText(schema: JsonSchema, value: string, path: Path): Mutation[] {
  const at = (note: string, bent: unknown): Mutation => ({ note, path, value: bent })
  if (schema.enum !== undefined || schema.const !== undefined) {
    return [
      at('unknown word', `${value}x`),
      at('other letter case', value.toUpperCase()),
      at('empty', ''),
    ]
  }
  const odd = Object.entries(oddTexts).map(([note, text]) => at(note, text))
  const formed = (oddForms[schema.format ?? ''] ?? []).map((text) => at(text, text))
  return [at('empty', ''), ...odd, ...formed, ...lengthsAround(schema, path)]
}

/** At the edge of what a format allows. */
const oddForms: Readonly<Record<string, readonly string[]>> = {
  'date-time': [
    '2001-01-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59.999999999Z',
    '9999-12-31T23:59:60-23:59',
    '2090-02-29T00:00:00Z',
    '2092-02-29t12:00:00z',
    '2090-01-01 12:00:00Z',
    '2090-01-01T24:00:00Z',
    '2090-01-01',
    '+012090-01-01T00:00:00Z',
  ],
  emoji: ['rocket', '🚀🚀', '41', '1f680-', '❤', '0031-fe0f-20e3', '110000'],
  uri: [
    'javascript:alert(1)',
    'data:text/html,x',
    'urn:isbn:1',
    'ftp://files.example/a',
    'http://[::1]:1/',
    'http://user:secret@host.example/',
    'https://пример.example/',
    '//host.example/a',
    'https://',
    'https:',
    'https://h.example/%zz',
    'https://h.example/ a',
  ],
  email: [
    '"a b"@mail.example',
    'a@b',
    'a@b.c',
    'A.B+c@MAIL.EXAMPLE',
    'a@xn--e1afmkfd.example',
    'ä@mail.example',
    'a@mail.example, b@mail.example',
    'a@mail.example\r\nBcc: b@mail.example',
    '<a@mail.example>',
  ],
}

function lengthsAround(schema: JsonSchema, path: Path): Mutation[] {
  const { minLength, maxLength } = schema
  return [
    ...around('minLength', minLength, path, (length) => textOfLength(schema, length)),
    ...around('maxLength', maxLength, path, (length) => textOfLength(schema, length)),
    // Lengths count characters, whatever they weigh in UTF-16.
    ...(isPlainText(schema) && maxLength !== undefined && maxLength < 10_000
      ? [
          { note: 'astral to the limit', path, value: '𝒟'.repeat(maxLength) },
          { note: 'astral past the limit', path, value: '𝒟'.repeat(maxLength + 1) },
        ]
      : []),
  ]
}

function isPlainText({ format, pattern }: JsonSchema): boolean {
  return format === undefined && pattern === undefined
}

/** A text of that length which is otherwise as it should be. */
function textOfLength(schema: JsonSchema, length: number): string {
  if (schema.format === 'emoji') return emojiOfLength(length)
  const frame =
    schema.format === 'email'
      ? ['', '@mail.example']
      : schema.format === 'uri'
        ? ['https://e.example/', '']
        : ['', '']
  const [head = '', tail = ''] = frame
  if (schema.pattern !== undefined) return patternedOfLength(schema.pattern, length)
  const fill = isIdentifier(schema) ? 'Z' : 'n'
  return `${head}${fill.repeat(Math.max(0, length - head.length - tail.length))}${tail}`
}

/** The code of an emoji with zeros before it. */
function emojiOfLength(length: number): string {
  if (length === 0) return ''
  return length === 1 ? '🌱' : 'a9'.padStart(length, '0')
}

/** The forms that patterns of the contract have; the first that fits one of them. */
function patternedOfLength(pattern: string, length: number): string {
  const filled = (head: string, fill: string) =>
    `${head}${fill.repeat(Math.ceil(length / fill.length))}`.slice(0, length)
  const forms = [
    filled('', 'n'),
    filled('/', 'n'),
    filled('https://e.example/', 'n'),
    filled('host.example/', 'n'),
    // Labels of a host name are short, and none of them ends with the dot.
    filled('', 'nnnnnnnnn.').replace(/\.$/, 'n'),
    filled('n', 'nnnnnnnnn.').replace(/\.$/, 'n'),
  ]
  const expression = new RegExp(pattern, 'u')
  return forms.find((form) => expression.test(form)) ?? filled('', 'n')
}

function bentNumber(schema: JsonSchema, path: Path): Mutation[] {
  return [
    ...around('minimum', schema.minimum, path, itself),
    ...around('maximum', schema.maximum, path, itself),
    { note: 'beyond exact integers', path, value: 2 ** 53 + 2 },
    { note: 'text of a number', path, value: '5' },
  ]
}

function itself(number: number): number {
  return number
}

function bentArray(
  schema: JsonSchema,
  value: readonly unknown[],
  path: Path,
): Mutation[] {
  const { items = {} } = schema
  const [first] = value
  const many = (length: number) =>
    Array.from({ length: Math.max(0, length) }, (_, index) =>
      items.enum === undefined
        ? distinct(first, index)
        : items.enum[index % items.enum.length],
    )
  return [
    ...around('minItems', schema.minItems, path, many),
    ...around('maxItems', schema.maxItems, path, many),
    { note: 'twice the same', path, value: [first, first] },
    ...(first === undefined ? [] : mutationsOf(items, first, [...path, 0])),
  ]
}

/** Varies the first text inside, so that a thousand entries are a thousand things. */
function distinct(value: unknown, index: number): unknown {
  if (typeof value === 'string' && value.includes('@')) return `n${index}-${value}`
  if (typeof value === 'string' && /^[0-9A-Za-z]{20}$/.test(value)) {
    return `Z${String(index).padStart(5, '0')}${value.slice(6)}`
  }
  return value
}

function bentObject(schema: JsonSchema, value: object, path: Path): Mutation[] {
  const { properties = {}, required = [], additionalProperties } = schema
  const inside = Object.entries(value).flatMap(([name, entry]) => {
    const of =
      properties[name] ??
      (typeof additionalProperties === 'object' && additionalProperties)
    return of ? mutationsOf(of, entry, [...path, name]) : []
  })
  const missing = required.map((name) => ({
    note: `without ${name}`,
    path: [...path, name],
    value: absent,
  }))
  return [...missing, ...bentKeys(schema, value, path), ...inside]
}

function bentKeys(schema: JsonSchema, value: object, path: Path): Mutation[] {
  const { additionalProperties: values, propertyNames, maxProperties } = schema
  if (typeof values !== 'object') return []
  const [entry] = Object.values(value)
  const keyed = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, index) => [
        `Z${String(index).padStart(19, '0')}`,
        entry,
      ]),
    )
  return [
    ...around('maxProperties', maxProperties, path, keyed),
    ...around('key maxLength', propertyNames?.maxLength, path, (length) => ({
      ['Z'.repeat(length)]: entry,
    })),
    ...Object.entries(oddTexts).map(([note, text]) => ({
      note: `key: ${note}`,
      path,
      value: withKey({}, text, entry),
    })),
  ]
}

function around(
  keyword: string,
  limit: number | undefined,
  path: Path,
  make: (at: number) => unknown,
): Mutation[] {
  if (limit === undefined) return []
  const name = `${path.map((step) => (typeof step === 'number' ? '[]' : step)).join('.')} ${keyword} ${limit}`
  return [-1, 0, 1]
    .filter((offset) => limit + offset >= 0 || keyword.endsWith('imum'))
    .map((offset) => ({
      note: `${keyword} ${limit} ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}`,
      path,
      value: make(limit + offset),
      limit: { name, offset },
    }))
}

/** Also for a key like `__proto__`, which plain assignment would swallow. */
export function withKey(object: object, key: string, value: unknown): object {
  const copy = { ...object }
  Object.defineProperty(copy, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return copy
}

/** The value with one place in it changed. */
export function applied(value: unknown, path: Path, bent: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return bent
  if (Array.isArray(value)) {
    return value.map((entry, index) =>
      index === step ? applied(entry, rest, bent) : entry,
    )
  }
  const before: Readonly<Record<string, unknown>> =
    typeof value === 'object' ? { ...value } : {}
  if (bent === absent && rest.length === 0) {
    return Object.fromEntries(Object.entries(before).filter(([key]) => key !== step))
  }
  return withKey(before, String(step), applied(before[step], rest, bent))
}
