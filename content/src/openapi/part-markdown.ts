import { writeBlocks } from '#/write/write.ts'

import type {
  ApiContent,
  ApiOperation,
  ApiParameter,
  ApiPart,
  ApiResponse,
  ApiSchema,
  ApiSecurity,
} from './model.ts'
import { fieldLines, insideOf, typeWords } from './said-schema.ts'
import { saidCode, saidCodeBlock, saidLine, saidParagraph } from './said-text.ts'
import { schemeAddresses, schemeWords } from './scheme-words.ts'
import { untrustedBlocks } from './untrusted-text.ts'

export interface PartMarkdownOptions {
  /** The level of the headings in it, such as "Parameters": one below that of its own title. */
  readonly headingLevel: number
}

const charactersMax = 60_000
/** The levels of fields that are tried, until the text is short enough. */
const levelsTried = [12, 5, 3, 2, 1, 0]

/**
 * A part of a specification in words, so that one can call it from this alone: without its title,
 * which the page has. What strangers wrote is only text in it.
 */
export function partMarkdown(part: ApiPart, options: PartMarkdownOptions): string {
  let text = ''
  for (const levels of levelsTried) {
    const saying = { ...options, levels }
    const blocks =
      part.kind === 'schema' ? saySchema(part.schema, saying) : sayOperation(part, saying)
    text = `${[...blocks].filter((block) => block !== '').join('\n\n')}\n`
    if (text.length <= charactersMax) break
  }
  return text
}

interface Saying extends PartMarkdownOptions {
  readonly levels: number
}

function* saySchema(schema: ApiSchema, saying: Saying): Generator<string> {
  yield `Type: ${typeWords(schema)}.`
  yield described(schema.description, saying)
  yield list(insideOf(schema, saying.levels))
}

function described(description: string | undefined, { headingLevel }: Saying): string {
  return writeBlocks(untrustedBlocks(description ?? '', headingLevel)).trimEnd()
}

function list(lines: Iterable<string>): string {
  return [...lines].join('\n')
}

function heading(level: number, words: string): string {
  return `${'#'.repeat(Math.min(level, 6))} ${words}`
}

function* sayOperation(operation: ApiOperation, saying: Saying): Generator<string> {
  const { headingLevel } = saying
  yield* sayCall(operation)
  yield described(operation.description, saying)
  yield* section('Authentication', saySecurity(operation.security))
  yield* section('Parameters', sayParameters(operation.parameters, saying))
  yield* section(bodyTitle(operation), sayBody(operation, saying))
  const answers = operation.kind === 'webhook' ? 'Expected answers' : 'Responses'
  yield* section(answers, sayResponses(operation.responses, saying))
  yield* section('Callbacks', sayCallbacks(operation, saying))

  function* section(title: string, blocks: Iterable<string>): Generator<string> {
    const said = [...blocks].filter((block) => block !== '')
    if (said.length > 0) yield* [heading(headingLevel, title), ...said]
  }
}

function* sayCall(operation: ApiOperation): Generator<string> {
  const { kind, method, path, servers, operationId, docs } = operation
  const [server, ...others] = servers
  const place = kind === 'webhook' ? path : `${server?.url ?? ''}${path}`
  const sent = kind === 'webhook' ? 'Sent to your server: ' : ''
  yield `${sent}${saidCode(`${method.toUpperCase()} ${place}`)}`
  if (operation.isDeprecated === true) yield '**Deprecated.**'
  const variables = (server?.variables ?? []).map((variable) => {
    const { name, default: usual, values = [] } = variable
    const choice =
      values.length === 0 ? '' : `; one of ${values.map(saidCode).join(', ')}`
    return `* ${saidCode(`{${name}}`)} in the address (usually ${saidCode(usual)}${choice})`
  })
  yield list([
    ...(operationId === undefined ? [] : [`* Operation id: ${saidCode(operationId)}`]),
    ...others.map(({ url }) => `* Also at ${saidCode(`${url}${path}`)}`),
    ...variables,
    ...(docs === undefined ? [] : [`* See ${saidCode(docs.url)}`]),
  ])
}

function* saySecurity(security: readonly ApiSecurity[] | undefined): Generator<string> {
  if (security === undefined || security.length === 0) return
  const ways = security.map((way) => (way.length === 0 ? '* none' : list(sayWay(way))))
  yield ways.length === 1 ? '' : 'Any one of these:'
  yield list(ways)
}

/** The schemes that are needed together. */
function* sayWay(way: ApiSecurity): Generator<string> {
  const words = way.map(({ scheme }) => saidLine(schemeWords(scheme)))
  yield `* ${words.join('; and ')}`
  for (const { scheme, scopes } of way) {
    if (scopes.length > 0) yield `  * scopes: ${scopes.map(saidCode).join(', ')}`
    for (const address of schemeAddresses(scheme)) yield `  * ${saidCode(address)}`
    if (scheme.description !== undefined) {
      yield `  * about it: ${saidLine(scheme.description)}`
    }
  }
}

function* sayParameters(
  parameters: readonly ApiParameter[],
  { levels }: Saying,
): Generator<string> {
  yield list(parameters.flatMap((parameter) => [...sayParameter(parameter, levels)]))
}

function* sayParameter(parameter: ApiParameter, levels: number): Generator<string> {
  const { name, description, schema, mediaType, examples } = parameter
  const marks = [
    parameter.in,
    parameter.isRequired ? 'required' : 'optional',
    ...(parameter.isDeprecated === true ? ['deprecated'] : []),
    ...(mediaType === undefined ? [] : [`written as ${saidLine(mediaType)}`]),
    ...styleWords(parameter),
    ...examples.slice(0, 1).map(({ text }) => `example ${saidCode(text)}`),
  ]
  yield* fieldLines({ head: saidCode(name), marks, description, schema }, levels)
}

const usualStyles = new Set(['simple', 'form'])

/** How a list or an object is written, where that is not the usual way. */
function styleWords(parameter: ApiParameter): readonly string[] {
  const { style, explode, schema, in: place } = parameter
  const isCompound = schema?.types.some((type) => type === 'array' || type === 'object')
  if (isCompound !== true) return []
  if (!usualStyles.has(style)) return [saidLine(style)]
  return place === 'query' && !explode ? ['separated by commas'] : []
}

function bodyTitle({ body, kind }: ApiOperation): string {
  const title = kind === 'webhook' ? 'What is sent' : 'Body'
  return body?.isRequired === true ? `${title} (required)` : title
}

function* sayBody({ body }: ApiOperation, saying: Saying): Generator<string> {
  if (body === undefined) return
  yield saidParagraph(body.description ?? '')
  yield* sayContents(body.contents, saying)
}

function* sayResponses(
  responses: readonly ApiResponse[],
  saying: Saying,
): Generator<string> {
  for (const { status, description = '', headers, contents } of responses) {
    yield heading(saying.headingLevel + 1, saidLine(status))
    yield saidParagraph(description)
    const named = headers.map((header) => ({
      head: `header ${saidCode(header.name)}`,
      description: header.description,
      schema: header.schema,
    }))
    yield list(named.flatMap((field) => [...fieldLines(field, saying.levels)]))
    yield* sayContents(contents, saying)
  }
}

/** The media types of a body: what is the same as before is not said twice. */
function* sayContents(
  contents: readonly ApiContent[],
  { levels }: Saying,
): Generator<string> {
  const known = new Map<string, string>()
  for (const { mediaType, schema, examples } of contents) {
    const text = JSON.stringify(schema)
    const same = known.get(text)
    if (schema !== undefined && same === undefined) known.set(text, mediaType)
    const type = schema === undefined ? '' : `: ${typeWords(schema)}`
    const like = same === undefined ? '' : `, with the same fields as ${saidCode(same)}`
    yield `${saidCode(mediaType)}${type}${like}`
    if (schema !== undefined && same === undefined) yield list(insideOf(schema, levels))
    const [example] = examples
    if (example === undefined) continue
    yield example.isMade === true ? 'Such as:' : 'Example:'
    yield saidCodeBlock(
      example.text,
      /[/+](json|xml|yaml|html|csv)\b/.exec(mediaType)?.[1],
    )
  }
}

function* sayCallbacks({ callbacks }: ApiOperation, saying: Saying): Generator<string> {
  for (const { name, method, expression, summary = '', body = [] } of callbacks) {
    const call = saidCode(`${method.toUpperCase()} ${expression}`)
    yield `${saidCode(name)}: ${call} ${saidLine(summary)}`.trimEnd()
    yield* sayContents(body, saying)
  }
}
