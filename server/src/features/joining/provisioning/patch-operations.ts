import { isObject } from './attribute-places.ts'
import { valueNamed } from './read-resource.ts'
import { invalidSyntax } from './scim-errors.ts'

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace'
  /** Undefined where the value names the attributes. */
  readonly path: string | undefined
  readonly value: unknown
}

const operationsMax = 100
const pathCharactersMax = 1_000

/** The operations of a PATCH; their words may be written in upper or lower case. */
export function readPatch(body: unknown): PatchOperation[] {
  const listed = isObject(body) ? valueNamed(body, 'Operations') : undefined
  if (!Array.isArray(listed) || listed.length === 0) {
    throw invalidSyntax('The body must have "Operations", a list with one at least.')
  }
  if (listed.length > operationsMax) {
    throw invalidSyntax(`A request takes ${operationsMax} operations at most.`)
  }
  return listed.map(readOperation)
}

function readOperation(given: unknown, index: number): PatchOperation {
  const where = `Operations[${index}]`
  if (!isObject(given)) throw invalidSyntax(`${where} must be an object.`)
  const word = valueNamed(given, 'op')
  const op = typeof word === 'string' ? word.toLowerCase() : ''
  if (op !== 'add' && op !== 'remove' && op !== 'replace') {
    throw invalidSyntax(`${where}.op must be "add", "remove" or "replace".`)
  }
  const path = valueNamed(given, 'path') ?? undefined
  if (path !== undefined && typeof path !== 'string') {
    throw invalidSyntax(`${where}.path must be a text.`)
  }
  if (path !== undefined && path.length > pathCharactersMax) {
    throw invalidSyntax(`${where}.path is longer than ${pathCharactersMax} characters.`)
  }
  return { op, path: path === '' ? undefined : path, value: valueNamed(given, 'value') }
}
