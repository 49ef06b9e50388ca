import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

import { isEmoji } from './emoji-format.ts'
import { bytesOfBody } from './json-body.ts'
import { oncePer } from './once-per.ts'

/** The bytes of a body up to which all its errors are told at once; a larger one gets the first. */
const allErrorsBytesMax = 64 * 1024

const options = {
  useDefaults: true,
  strict: false,
  discriminator: true,
  // Explanations use the examples and alternatives of the schema that was not met.
  verbose: true,
} as const
// Ajv asks for the number of entries before it looks at any of them, but with `allErrors` it looks
// at all of them nevertheless: the time for a body far over a limit would be the caller's to choose.
const first = withFormats(new Ajv(options))
const all = withFormats(new Ajv({ ...options, allErrors: true }))

function withFormats(ajv: Ajv): Ajv {
  return addFormats.default(ajv).addFormat('emoji', isEmoji)
}

type Check = (value: unknown) => readonly ErrorObject[] | undefined

/** The check of values by a schema, compiled on first use. It gives errors, or undefined for none. */
export const schemaCheck = oncePer((schema: object): Check => {
  let quick: ValidateFunction | undefined
  let thorough: ValidateFunction | undefined
  return (value) => {
    quick ??= first.compile(withoutIds(schema))
    if (quick(value)) return undefined
    if (bytesOfBody(value) > allErrorsBytesMax) return quick.errors ?? []
    thorough ??= all.compile(withoutIds(schema))
    thorough(value)
    return thorough.errors ?? []
  }
})

/** The schema without the `$id`s for the OpenAPI document: Ajv refuses one inlined twice. */
export function withoutIds(schema: unknown): object {
  const copy: unknown = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)),
  )
  return typeof copy === 'object' && copy !== null ? copy : {}
}
