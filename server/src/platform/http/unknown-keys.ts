import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify'

import { invalidRequest } from '#/platform/errors/api-error.ts'

/** How many keys are named; the header must fit into what proxies pass on. */
const namesMax = 20
const nameCharactersMax = 100

interface Tag {
  readonly name: string
  readonly value: unknown
  readonly isRequired: boolean
}

/** What a schema knows of objects and lists; for all other values it knows nothing. */
interface Shape {
  /** The properties by whose values an alternative is told from the others. */
  readonly tags: readonly Tag[]
  readonly keys: ReadonlyMap<string, readonly Shape[]>
  /** The values of all other keys, where these are free. */
  readonly rest?: readonly Shape[]
  readonly items?: readonly Shape[]
}

interface Schema {
  readonly type?: unknown
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

interface Known {
  readonly query?: object
  readonly body?: object
}

/**
 * Names the query parameters and the keys of a body that an operation does not know, and refuses
 * them if the caller asks for it: a misspelt one would otherwise look as if it had been taken.
 */
export function nameUnknownKeys({ query = {}, body }: Known): preHandlerHookHandler {
  let shapes: readonly Shape[] | undefined
  const parameters = new Set(Object.keys(query))
  return (request: FastifyRequest, reply: FastifyReply, done) => {
    const names = unknownParameters(parameters, request.url)
    if (typeof request.body === 'object' && request.body !== null) {
      shapes ??= shapesOf(body ?? { properties: {} })
      names.push(...unknownKeys(shapes, request.body))
    }
    if (names.length > 0) {
      reply.header('x-unknown-keys', listOf(names))
      if (isStrict(request.headers['prefer'])) {
        done(refusal(names))
        return
      }
    }
    done()
  }
}

/** A name of a query parameter or of a key, and where it is in the request. */
interface Unknown {
  readonly name: string
  readonly path: string
}

/** Reads the URL, because the parsed query has lost what the operation does not know. */
function unknownParameters(known: ReadonlySet<string>, url: string): Unknown[] {
  const start = url.indexOf('?')
  if (start === -1) return []
  return [...new Set(new URLSearchParams(url.slice(start)).keys())]
    .filter((key) => !known.has(key))
    .slice(0, namesMax + 1)
    .map((key) => {
      const name = `query.${safe(key)}`
      return { name, path: short(name) }
    })
}

/** The paths of the keys in a value that the shapes do not know, one more than are named. */
function unknownKeys(shapes: readonly Shape[], value: object): readonly Unknown[] {
  const found: string[] = []
  look(shapes, value, '', found)
  return found.map((name) => ({ name, path: `body.${short(name)}` }))
}

function look(
  shapes: readonly Shape[],
  value: object,
  path: string,
  found: string[],
): void {
  if (Array.isArray(value)) {
    const items = shapes.flatMap((shape) => shape.items ?? [])
    if (items.length === 0) return
    for (const [at, item] of value.entries()) {
      if (found.length > namesMax) return
      lookInto(items, item, `${path}${at}`, found)
    }
    return
  }
  const fitting = shapes.filter(
    ({ tags, items }) => items === undefined && tags.every((tag) => hasTag(value, tag)),
  )
  for (const [key, member] of Object.entries(value)) {
    if (found.length > namesMax) return
    const known = fitting.map(({ keys, rest }) => keys.get(key) ?? rest)
    const inner = known.flatMap((each) => each ?? [])
    const name = () => `${path}${safe(key)}`
    if (known.every((each) => each === undefined)) found.push(name())
    else if (inner.length > 0 && typeof member === 'object') {
      lookInto(inner, member, name(), found)
    }
  }
}

function lookInto(
  shapes: readonly Shape[],
  value: unknown,
  path: string,
  found: string[],
): void {
  if (typeof value === 'object' && value !== null) look(shapes, value, `${path}.`, found)
}

function hasTag(value: object, tag: Tag): boolean {
  if (!Object.hasOwn(value, tag.name)) return !tag.isRequired
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is looked for first
  return (value as Record<string, unknown>)[tag.name] === tag.value
}

/** The shapes that values of a schema can have; none where no value of it has keys. */
function shapesOf(schema: Schema): readonly Shape[] {
  const { anyOf, oneOf, properties, required, items, additionalProperties, type } = schema
  const shapes = [...(anyOf ?? []), ...(oneOf ?? [])].flatMap((each) => shapesOf(each))
  if (items !== undefined) shapes.push({ ...anything, items: innerOf(items) })
  if (properties !== undefined || type === 'object') {
    const entries = Object.entries(properties ?? {})
    shapes.push({
      tags: entries.flatMap(([name, each]) =>
        'const' in each
          ? [{ name, value: each.const, isRequired: required?.includes(name) === true }]
          : [],
      ),
      keys: new Map(entries.map(([name, each]) => [name, innerOf(each)])),
      ...(additionalProperties !== undefined && { rest: restOf(additionalProperties) }),
    })
  } else if (type === undefined && shapes.length === 0 && !('const' in schema)) {
    shapes.push(anything)
  }
  return shapes
}

const anything: Shape = { tags: [], keys: new Map(), rest: [] }

/** The shapes to look into; none where anything goes, so that free content is not walked. */
function innerOf(schema: Schema): readonly Shape[] {
  const shapes = shapesOf(schema)
  return shapes.includes(anything) ? [] : shapes
}

function restOf(schema: unknown): readonly Shape[] {
  return typeof schema === 'object' && schema !== null ? innerOf(schema) : []
}

/** A key in characters that can stand in a header, a path and a log line. */
function safe(key: string): string {
  return encodeURIComponent(key.slice(0, nameCharactersMax).toWellFormed()).replaceAll(
    /[.!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function short(name: string): string {
  return name.length <= nameCharactersMax
    ? name
    : `${name.slice(0, nameCharactersMax).replace(/%[0-9A-F]?$/, '')}...`
}

function listOf(names: readonly Unknown[]): string {
  const shown = names.slice(0, namesMax).map(({ name }) => short(name))
  return [...shown, ...(names.length > namesMax ? ['...'] : [])].join(', ')
}

/** Whether a `Prefer` header (RFC 7240) asks for strict handling. */
function isStrict(prefer: string | string[] | undefined): boolean {
  return [prefer ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .some((preference) => {
      const [name, value] = (preference.split(';', 1)[0] ?? '').split('=')
      return wordOf(name) === 'handling' && wordOf(value) === 'strict'
    })
}

function wordOf(text: string | undefined): string | undefined {
  return text?.trim().replaceAll('"', '').toLowerCase()
}

function refusal(names: readonly Unknown[]): Error {
  const details = names
    .slice(0, namesMax)
    .map(({ path }) => ({ path, message: 'is not known here' }))
  return invalidRequest(
    `The request has parameters or keys that this operation does not know: ${listOf(names)}. Correct or leave them out, or send the request without "Prefer: handling=strict".`,
    details,
  )
}
