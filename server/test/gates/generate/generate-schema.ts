import type { OperationDefinition } from '@lectern/contract/operation.ts'
import { type OperationId, operations } from '@lectern/contract/operations.ts'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { type TProperties, Type } from 'typebox'

import { isEmoji } from '#/platform/http/emoji-format.ts'

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly examples?: readonly unknown[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly maxProperties?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** One operation with what it takes as plain JSON Schema. */
export interface Target {
  readonly id: OperationId
  readonly definition: OperationDefinition
  readonly params: JsonSchema
  readonly query: JsonSchema
  readonly body: JsonSchema | undefined
}

/** Read once, when this module is loaded: a defect planted in the contract later leaves it alone. */
export const targets: readonly Target[] = operationIds().map((id) => {
  const definition: OperationDefinition = operations[id]
  return {
    id,
    definition,
    params: ofProperties(definition.params),
    query: ofProperties(definition.query),
    body: definition.body && plain(definition.body),
  }
})

export function targetOf(id: OperationId): Target {
  const target = targets.find((candidate) => candidate.id === id)
  if (target === undefined) throw new Error(`The contract has no operation "${id}"`)
  return target
}

function operationIds(): OperationId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object are its key type
  return Object.keys(operations) as OperationId[]
}

function ofProperties(properties: TProperties | undefined): JsonSchema {
  return plain(Type.Object(properties ?? {}))
}

/** Without TypeBox's own marks, and without names: a schema that is inlined twice may have none. */
export function plain(schema: object): JsonSchema {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a JSON Schema stays one when it is copied
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)),
  ) as JsonSchema
}

/**
 * Whether a text names a thing. The contract writes every identifier in one way, bounded in size
 * and otherwise opaque; references to users may be addresses too, which are a little longer.
 */
export function isIdentifier(schema: JsonSchema): boolean {
  return (
    typesOf(schema).includes('string') &&
    schema.minLength === 1 &&
    (schema.maxLength === 128 || schema.maxLength === 254) &&
    schema.enum === undefined &&
    schema.format === undefined &&
    schema.pattern === undefined
  )
}

export function typesOf({ type }: JsonSchema): readonly string[] {
  if (type === undefined) return []
  return typeof type === 'string' ? [type] : type
}

const ajv = new Ajv({ strict: false })
addFormats.default(ajv).addFormat('emoji', isEmoji)
const validators = new WeakMap<object, ValidateFunction>()

/** The gate's own judge of requests: no defaults, no coercion, nothing shared with the server. */
export function fits(schema: JsonSchema, value: unknown): boolean {
  let validate = validators.get(schema)
  if (validate === undefined) {
    validate = ajv.compile(schema)
    validators.set(schema, validate)
  }
  return validate(value)
}
