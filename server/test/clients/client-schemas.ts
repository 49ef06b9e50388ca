import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { isRecord } from '@lectern/content/document/checks.ts'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/** The published clients that answers are held against. Where they disagree, the first one wins. */
export const clients = {
  '0.146.0': '@gitbook/api',
  '0.202.0': '@gitbook/api-newest',
} as const
export type ClientVersion = keyof typeof clients
export const clientVersions = [
  '0.146.0',
  '0.202.0',
] as const satisfies readonly ClientVersion[]

type Schema = Readonly<Record<string, unknown>>

/** The schemas that a client ships, by name, as they are meant. */
export interface ClientSchemas {
  readonly names: readonly string[]
  readonly schema: (name: string) => Schema
  /** Where a value differs from a schema; undefined if it does not. */
  readonly difference: (name: string, value: unknown) => string | undefined
  /** The name of the schema of an operation's answer; undefined if it has none. */
  readonly replyName: (operationId: string, status: number) => string | undefined
  /** The method and path of an operation; undefined if the client has none of the name. */
  readonly methodAndPath: (operationId: string) => string | undefined
}

const require = createRequire(import.meta.url)

/** The OpenAPI document that a client ships. */
export function readClientApi(version: ClientVersion): unknown {
  const file = require.resolve(`${clients[version]}/spec/openapi.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function clientSchemas(version: ClientVersion): ClientSchemas {
  const api = asMeant(readClientApi(version))
  const components = recordAt(api, 'components', 'schemas')
  const ajv = new Ajv({ inlineRefs: false, strict: false })
  addFormats.default(ajv)
  ajv.addFormat('icon', true)
  ajv.addSchema({ $id: 'client', ...(isRecord(api) ? api : {}) })
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: string) => {
    const known = validators.get(pointer)
    if (known !== undefined) return known
    const made = ajv.compile({ $ref: `client#/${pointer}` })
    validators.set(pointer, made)
    return made
  }
  return {
    names: Object.keys(components),
    schema: (name) => recordAt(components, name),
    difference: (name, value) => {
      const pointer = name.includes('/') ? name : `components/schemas/${name}`
      const validate = validatorOf(pointer)
      return validate(value) ? undefined : described(validate.errors ?? [])
    },
    replyName: (operationId, status) => {
      const found = operationSteps(api, operationId)
      const steps = found && [...found, 'responses', String(status), ...jsonSteps]
      return steps && 'schema' in recordAt(api, ...steps)
        ? [...steps, 'schema'].map(pointerPart).join('/')
        : undefined
    },
    methodAndPath: (operationId) => {
      const [, path = '', method = ''] = operationSteps(api, operationId) ?? []
      return path === '' ? undefined : `${method.toUpperCase()} ${path}`
    },
  }
}

const jsonSteps = ['content', 'application/json']

function operationSteps(api: unknown, id: string): readonly string[] | undefined {
  const paths = recordAt(api, 'paths')
  for (const path of Object.keys(paths)) {
    for (const method of Object.keys(recordAt(paths, path))) {
      const isIt = recordAt(paths, path, method)['operationId'] === id
      if (isIt) return ['paths', path, method]
    }
  }
  return undefined
}

function pointerPart(step: string): string {
  return encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function recordAt(from: unknown, ...steps: readonly string[]): Schema {
  let found = from
  for (const step of steps) found = isRecord(found) ? found[step] : undefined
  return isRecord(found) ? found : {}
}

/**
 * A schema as its authors mean it. Alternatives overlap, so one or more may hold; a page without a
 * document is an empty alternative to one, not an empty object; and the nodes of a document are
 * judged one by one, by whoever walks it, wherever an author has put them.
 */
function asMeant(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => asMeant(inner))
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(
    ([key, inner]) => [key === 'oneOf' ? 'anyOf' : key, asMeant(inner, key)] as const,
  )
  const isNodes = name === 'nodes' && value['type'] === 'array'
  const unmeant = new Set([
    'nullable',
    ...(isNodes ? ['items'] : []),
    ...(value['title'] === 'Empty' ? ['additionalProperties'] : []),
  ])
  const meant = Object.fromEntries(entries.filter(([key]) => !unmeant.has(key)))
  return value['nullable'] === true ? { anyOf: [{ type: 'null' }, meant] } : meant
}

/** The place and rule of the outermost failure, with `*` for names that a document chooses. */
function described(errors: readonly ErrorObject[]): string {
  const outermost = errors.toSorted(
    (left, right) => depthOf(left) - depthOf(right) || rankOf(left) - rankOf(right),
  )
  const [{ instancePath, keyword, params } = noError] = outermost
  const place = instancePath
    .replaceAll(/\/\d+(?=\/|$)/g, '/*')
    .replaceAll(/\/(records|definition|values|columnWidths|props)\/[^/]+/g, '/$1/*')
    .replaceAll(/\/values\/[^/]+/g, '/values/*')
  const said: unknown = Object.values(params)[0]
  const detail = typeof said === 'string' && keyword !== 'pattern' ? ` ${said}` : ''
  return `${place} ${keyword}${keyword === 'anyOf' ? '' : detail}`.trim()
}

const noError = { instancePath: '', keyword: 'unknown', params: {} }

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}

/** What says that no alternative holds says more than what one of them asks. */
function rankOf({ keyword }: ErrorObject): number {
  return keyword === 'anyOf' ? 0 : 1
}
