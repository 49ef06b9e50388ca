import type {
  ApiContent,
  ApiOperation,
  ApiParameter,
  ApiSchema,
} from '@lectern/content/openapi/model.ts'

import { credentialsOf } from './sample-credentials.ts'
import { shortened } from './shorten.ts'

/** A request as samples are made from it, in the form of an HTTP archive. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  /** Empty: the address has the query, since not every language would encode it. */
  readonly queryString: readonly []
  readonly headers: readonly NameAndValue[]
  readonly cookies: readonly []
  readonly postData?: SampleBody
  /** The names of the path's parameters that no value is known for. */
  readonly open: readonly string[]
}

export interface NameAndValue {
  readonly name: string
  readonly value: string
}

interface SampleBody {
  readonly mimeType: string
  readonly text?: string
  readonly params?: readonly {
    readonly name: string
    readonly value?: string
    readonly fileName?: string
  }[]
}

const lengthMax = 2000

/** The request that samples of an operation send: what is required, with values of its examples. */
export function sampleRequest(
  operation: ApiOperation,
  bodyLengthMax: number,
): SampleRequest {
  const { method, parameters, body } = operation
  const required = parameters.filter(
    ({ isRequired, isDeprecated }) => isRequired && isDeprecated !== true,
  )
  const { path, open } = filledPath(operation)
  const credentials = credentialsOf(operation)
  const query = queryOf([...pairsOf(required, 'query'), ...credentials.query])
  const cookies = [...pairsOf(required, 'cookie'), ...credentials.cookies]
  const postData = body?.contents[0] && bodyOf(body.contents[0], bodyLengthMax)
  return {
    method: method.toUpperCase(),
    url: `${serverUrl(operation)}${path}${query}`.slice(0, lengthMax),
    queryString: [],
    headers: [
      ...[...credentials.headers, ...pairsOf(required, 'header')].map(unquoted),
      ...(cookies.length > 0
        ? [
            {
              name: 'Cookie',
              value: cookies
                .map(unquoted)
                .map(({ name, value }) => `${name}=${value}`)
                .join('; '),
            },
          ]
        : []),
      ...(postData?.text === undefined
        ? []
        : [{ name: 'Content-Type', value: postData.mimeType }]),
    ],
    cookies: [],
    ...(postData && { postData }),
    open,
  }
}

/** The address of the first server, with the defaults of its variables. */
export function serverUrl({ servers }: ApiOperation): string {
  const [server] = servers
  if (server === undefined) return 'https://api.example.com'
  const filled = server.variables.reduce(
    (url, variable) => url.replaceAll(`{${variable.name}}`, variable.default),
    server.url,
  )
  const isWhole = /^https?:\/\//iu.test(filled)
  const url = isWhole ? filled : `https://api.example.com${filled}`
  return safeInSamples(url.replace(/(?<!\/)\/+$/u, ''))
}

function filledPath({ path, parameters }: ApiOperation): {
  readonly path: string
  readonly open: readonly string[]
} {
  const open: string[] = []
  const filled = path.replaceAll(/\{([^{}]*)\}/gu, (place, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name)
    const value = parameter && givenValue(parameter)
    if (value !== undefined) return encoded(value)
    open.push(name)
    return place
  })
  return { path: safeInSamples(filled), open }
}

function queryOf(pairs: readonly NameAndValue[]): string {
  const texts = pairs.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
  return texts.length === 0 ? '' : safeInSamples(`?${texts.join('&')}`)
}

/** No quote, line break or expression of an address ends a string in a sample. */
function safeInSamples(url: string): string {
  return url.replaceAll(/['"`\\\s$#<>]/gu, (sign) =>
    sign === "'" ? '%27' : encoded(sign),
  )
}

/** A name and a value without signs that end a string in one of the languages. */
function unquoted({ name, value }: NameAndValue): NameAndValue {
  const signs = /['"`\\$#]/gu
  return { name: name.replaceAll(signs, ''), value: value.replaceAll(signs, '') }
}

const pairsMax = 30

function pairsOf(
  parameters: readonly ApiParameter[],
  place: ApiParameter['in'],
): readonly NameAndValue[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .slice(0, pairsMax)
    .flatMap((parameter) => {
      const value = givenValue(parameter) ?? `{${parameter.name}}`
      return valuesOf(parameter, value).map((each) => ({
        name: oneLine(parameter.name),
        value: oneLine(each),
      }))
    })
}

/** A list in a query is sent once per element, or in one text. */
function valuesOf({ explode }: ApiParameter, value: string): readonly string[] {
  const parsed = parsedOrSame(value)
  if (!Array.isArray(parsed)) return [value]
  const texts = parsed.slice(0, pairsMax).map(textOf)
  return explode ? texts : [texts.join(',')]
}

/** A value that the specification gives: an example, the default, or the first allowed one. */
function givenValue({ examples, schema }: ApiParameter): string | undefined {
  const [example] = examples
  if (example !== undefined && example.isMade !== true) return example.text
  const value = knownValue(schema) ?? knownValue(schema?.items)
  if (value !== undefined) return value
  return example?.text
}

function knownValue(schema: ApiSchema | undefined): string | undefined {
  const json = schema?.examples?.[0] ?? schema?.default ?? schema?.values?.[0]?.value
  return json === undefined ? undefined : textOf(parsedOrSame(json))
}

function bodyOf(content: ApiContent, bodyLengthMax: number): SampleBody | undefined {
  const [example] = content.examples
  const mimeType = oneLine(content.mediaType).replaceAll(/[^\w!&.+^/;= -]/gu, '')
  const isForm = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/iu
  const text = shortened(example?.text ?? '', bodyLengthMax)
  if (!isForm.test(mimeType)) return text === '' ? undefined : { mimeType, text }
  const value = parsedOrSame(text)
  if (typeof value !== 'object' || value === null) return { mimeType, text }
  const isMultipart = mimeType.startsWith('multipart')
  return {
    mimeType,
    params: Object.entries(value)
      .slice(0, pairsMax)
      .map(([name, inside]) => {
        const isFile = isMultipart && isBinary(content.schema, name)
        return isFile
          ? { name: unquoted({ name: oneLine(name), value: '' }).name, fileName: 'file' }
          : unquoted({ name: oneLine(name), value: oneLine(textOf(inside)) })
      }),
  }
}

function isBinary(schema: ApiSchema | undefined, name: string): boolean {
  const property = schema?.properties?.find((each) => each.name === name)?.schema
  return property?.format === 'binary' || property?.items?.format === 'binary'
}

function parsedOrSame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/gu, ' ').trim().slice(0, lengthMax)
}
