import assert from 'node:assert/strict'

import { errorBody } from '@lectern/contract/common.ts'
import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { operations } from '@lectern/contract/operations.ts'
import { documentedStatuses } from '@lectern/contract/statuses.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

// A reply of many alternatives, all of them tried to the end, would take minutes and gigabytes.
const ajv = new Ajv({ inlineRefs: false, strict: false })
addFormats.default(ajv)
const validators = new Map<object, ValidateFunction>()

const definitions: readonly OperationDefinition[] = Object.values(operations)
/** The path of each in steps, up to where the rest of an address begins. */
const patterns = definitions.map((definition) => {
  const steps = stepsOf(definition.path)
  return {
    definition,
    steps: definition.takesRest === true ? steps.slice(0, -1) : steps,
  }
})

/** Every reply of the whole suite is held against the contract: its status and its exact shape. */
export function checkReply(
  method: string,
  target: string,
  status: number,
  body: unknown,
): void {
  const definition = definitionFor(method, target)
  if (definition === undefined) return
  assert.ok(
    // 405 belongs to the path, not to any one of its operations.
    documentedStatuses(definition).includes(status),
    `${method} ${target} answered ${status}, which its contract does not name`,
  )
  if (status === 204 || status === 304) {
    assert.equal(body, undefined, `${method} ${target} answered ${status} with a body`)
    return
  }
  const schema = status >= 400 ? errorBody : definition.reply
  if (schema === undefined) return
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(closed(withDefinitions(schema)))
    validators.set(schema, validate)
  }
  assert.ok(
    validate(body),
    `${method} ${target} answered what its schema forbids: ${ajv.errorsText(validate.errors)}`,
  )
}

export function definitionFor(
  method: string,
  target: string,
): OperationDefinition | undefined {
  const [pathname = ''] = target.split('?', 1)
  const segments = stepsOf(pathname)
  return patterns.find(
    ({ definition, steps }) =>
      definition.method === method &&
      (definition.takesRest === true
        ? steps.length <= segments.length
        : steps.length === segments.length) &&
      steps.every((step, index) => step.startsWith('{') || step === segments[index]),
  )?.definition
}

function stepsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/')
}

/** Named schemas stand in it once, however often it holds them: compiling each place takes seconds. */
function withDefinitions(schema: object): object {
  const named: Record<string, unknown> = {}
  const shared = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(shared)
    const parts = Object.entries(value).filter(([key]) => key !== '$id')
    const copy = Object.fromEntries(parts.map(([key, part]) => [key, shared(part)]))
    if (!('$id' in value) || typeof value.$id !== 'string') return copy
    named[value.$id] = copy
    return { $ref: `#/$defs/${value.$id}` }
  }
  return { allOf: [shared(schema)], $defs: named }
}

/** Forbids keys the contract does not name, wherever it names any. */
function closed(schema: object): object {
  const copy: unknown = JSON.parse(
    JSON.stringify(schema, (_key, value: unknown) =>
      isOpenObject(value) ? { ...value, additionalProperties: false } : value,
    ),
  )
  return typeof copy === 'object' && copy !== null ? copy : {}
}

function isOpenObject(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'properties' in value &&
    !('additionalProperties' in value) &&
    'type' in value &&
    value.type === 'object'
  )
}
