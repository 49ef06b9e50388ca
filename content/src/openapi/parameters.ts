import { bounds, lengths } from './bounds.ts'
import { descriptionIn } from './descriptions.ts'
import { followed } from './follow.ts'
import { givenExamples } from './given-examples.ts'
import {
  entriesOf,
  isTrue,
  listOf,
  memberOf,
  stringOf,
  type JsonRecord,
} from './members.ts'
import type { ApiParameter } from './model.ts'
import { readSchema } from './read-schema.ts'
import { spendUnits, type ApiReader } from './reader.ts'
import { spellPlain, spellValue } from './spell-value.ts'
import { cleanLine, cleanText, lineOf } from './texts.ts'

/** The parameters of an operation with those of its path, which it may say anew. */
export function rawParameters(
  reader: ApiReader,
  owners: readonly unknown[],
): readonly JsonRecord[] {
  const found = new Map<string, JsonRecord>()
  for (const owner of owners) {
    for (const value of listOf(owner, 'parameters', bounds.parameters)) {
      const parameter = followed(reader, value)
      const name = memberOf(parameter, 'name')
      const where = memberOf(parameter, 'in')
      if (parameter === undefined || typeof where !== 'string') continue
      if (typeof name === 'string' || where === 'body') {
        found.set(where === 'body' ? 'body' : `${where} ${String(name)}`, parameter)
      }
    }
  }
  return [...found.values()]
}

const places = ['path', 'query', 'querystring', 'header', 'cookie'] as const

/** The headers that OpenAPI has other words for; as parameters they mean nothing. */
const ignoredHeaders = new Set(['accept', 'content-type'])

export function parametersOf(
  reader: ApiReader,
  raws: readonly JsonRecord[],
  path: string,
): readonly ApiParameter[] {
  const read = raws.slice(0, bounds.parameters).flatMap((raw) => parameterOf(reader, raw))
  const named = new Set(
    read.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
  )
  return [...impliedBy(path, named), ...read].toSorted(
    (one, other) => places.indexOf(one.in) - places.indexOf(other.in),
  )
}

function parameterOf(reader: ApiReader, raw: JsonRecord): readonly ApiParameter[] {
  const where = places.find((place) => place === memberOf(raw, 'in'))
  const name = cleanText(stringOf(raw, 'name') ?? '', lengths.name)
  const isIgnored = where === 'header' && ignoredHeaders.has(name.toLowerCase())
  if (where === undefined || isIgnored || !spendUnits(reader, 1)) return []
  const { schema, mediaType, owner } = valueIn(reader, raw)
  return [
    {
      name,
      in: where,
      isRequired: where === 'path' || isTrue(raw, 'required'),
      ...(isTrue(raw, 'deprecated') && { isDeprecated: true }),
      ...descriptionIn(reader, raw, lengths.ofField),
      ...(schema !== undefined && { schema }),
      ...(mediaType !== undefined && { mediaType }),
      ...stylesOf(reader, raw, where),
      examples: givenExamples(reader, owner, (value) =>
        mediaType === undefined ? spellPlain(value) : spellValue(value, mediaType),
      ),
    },
  ]
}

/** The schema of a parameter, and what has its examples. */
function valueIn(reader: ApiReader, raw: JsonRecord) {
  const [content] = entriesOf(raw, 'content', 1)
  if (content !== undefined) {
    const media = followed(reader, content[1]) ?? {}
    const schema = readSchema(reader, memberOf(media, 'schema'))
    return { schema, mediaType: cleanLine(content[0], lengths.title), owner: media }
  }
  const written = reader.isTwo ? schemaOfTwo(reader, raw) : memberOf(raw, 'schema')
  return { schema: readSchema(reader, written), mediaType: undefined, owner: raw }
}

const wordsOfOthers = new Set([
  'in',
  'name',
  'description',
  'required',
  'collectionFormat',
  'example',
  'examples',
  'x-example',
])

/** What a parameter or header of version 2.0 says of its value, as a schema. */
export function schemaOfTwo(reader: ApiReader, raw: JsonRecord): JsonRecord {
  const known = reader.copies.get(raw)
  if (known !== undefined) return known
  const schema = Object.fromEntries(
    Object.entries(raw).filter(([name]) => !wordsOfOthers.has(name)),
  )
  reader.copies.set(raw, schema)
  return schema
}

const stylesOfFormats: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
}

function stylesOf(
  { isTwo }: ApiReader,
  raw: JsonRecord,
  where: ApiParameter['in'],
): Pick<ApiParameter, 'style' | 'explode'> {
  const usual = where === 'path' || where === 'header' ? 'simple' : 'form'
  if (isTwo && memberOf(raw, 'type') === 'array') {
    const format = stringOf(raw, 'collectionFormat') ?? 'csv'
    const style = Object.hasOwn(stylesOfFormats, format) ? stylesOfFormats[format] : usual
    return { style: style ?? usual, explode: format === 'multi' }
  }
  const style = lineOf(raw, 'style', lengths.title) ?? usual
  const explode = memberOf(raw, 'explode')
  const isForm = style === 'form' || style === 'cookie'
  return { style, explode: typeof explode === 'boolean' ? explode : isForm }
}

/** The parameters that a path has and nobody describes. */
function impliedBy(path: string, named: ReadonlySet<string>): readonly ApiParameter[] {
  const names = new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))
  return [...names]
    .filter((name) => name !== '' && !named.has(name))
    .slice(0, bounds.parameters)
    .map((name) => ({
      name,
      in: 'path',
      isRequired: true,
      schema: { types: ['string'] },
      style: 'simple',
      explode: false,
      examples: [],
    }))
}
