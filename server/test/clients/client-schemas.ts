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
  /** Every place where a value differs from a schema. */
  readonly differences: (name: string, value: unknown) => readonly string[]
  /** The statuses of an operation's success, each with the name of the schema of its body if it has one. */
  readonly replyNames: (operationId: string) => ReadonlyMap<number, string | undefined>
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
  const ajv = new Ajv({ allErrors: true, inlineRefs: false, strict: false })
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
  const differences = (name: string, value: unknown): readonly string[] => {
    const pointer = name.includes('/') ? name : `components/schemas/${name}`
    const validate = validatorOf(pointer)
    return validate(value) ? [] : outermost(validate.errors ?? []).map(described)
  }
  return {
    names: Object.keys(components),
    schema: (name) => recordAt(components, name),
    difference: (name, value) => differences(name, value)[0],
    differences,
    replyNames: (operationId) => {
      const operation = operationSteps(api, operationId)
      if (operation === undefined) return new Map()
      const responses = [...operation, 'responses']
      const statuses = Object.keys(recordAt(api, ...responses))
      return new Map(
        statuses.filter(isSuccess).map((status) => {
          const body = [...responses, status, ...jsonSteps]
          const isJson = 'schema' in recordAt(api, ...body)
          return [
            Number(status),
            isJson ? [...body, 'schema'].map(pointerPart).join('/') : undefined,
          ]
        }),
      )
    },
    methodAndPath: (operationId) => {
      const [, path = '', method = ''] = operationSteps(api, operationId) ?? []
      return path === '' ? undefined : `${method.toUpperCase()} ${path}`
    },
  }
}

const isSuccess = (status: string) => status.startsWith('2')
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

/** The failures that no other one explains, the outermost first. */
function outermost(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const inOrder = errors.toSorted(
    (left, right) => depthOf(left) - depthOf(right) || rankOf(left) - rankOf(right),
  )
  const kept: ErrorObject[] = []
  for (const error of inOrder) {
    // Where no alternative fits, what is wrong with each of them says nothing more.
    const isExplained = kept.some(
      ({ keyword, instancePath }) =>
        keyword === 'anyOf' && `${error.instancePath}/`.startsWith(`${instancePath}/`),
    )
    if (!isExplained) kept.push(error)
  }
  return kept
}

/** The place and rule of a failure, with `*` for names that a document chooses. */
function described({ instancePath, keyword, params }: ErrorObject): string {
  const place = instancePath
    .replaceAll(/\/\d+(?=\/|$)/g, '/*')
    .replaceAll(/\/(records|definition|values|columnWidths|props)\/[^/]+/g, '/$1/*')
    .replaceAll(/\/values\/[^/]+/g, '/values/*')
  const said: unknown = Object.values(params)[0]
  const detail = typeof said === 'string' && keyword !== 'pattern' ? ` ${said}` : ''
  return `${place} ${keyword}${keyword === 'anyOf' ? '' : detail}`.trim()
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length
}

/** What says that no alternative holds says more than what one of them asks. */
function rankOf({ keyword }: ErrorObject): number {
  return keyword === 'anyOf' ? 0 : 1
}
