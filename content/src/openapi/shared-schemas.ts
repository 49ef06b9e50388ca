import { bounds, lengths } from './bounds.ts'
import { followed } from './follow.ts'
import { memberOf, recordOf, type JsonRecord } from './members.ts'
import type { ApiSharedSchema } from './model.ts'
import { fillSchemas, readSchema } from './read-schema.ts'
import { newPart, type ApiReader } from './reader.ts'
import { cleanLine } from './texts.ts'

/** A schema that the document shares, under a name that a list with commas can have. */
export interface NamedSchema {
  readonly name: string
  readonly schema: unknown
}

/** The shared schemas in the order of the document. Notes the name of each for those that refer to it. */
export function nameSchemas(reader: ApiReader): readonly NamedSchema[] {
  const shared = schemasIn(reader)
  const names = Object.keys(shared).filter((name) => !name.startsWith('x-'))
  const taken = new Set<string>()
  const found = names.slice(0, bounds.schemas).flatMap((written) => {
    const name = nameOf(written)
    if (name === '' || taken.has(name)) return []
    taken.add(name)
    return [{ name, schema: shared[written] }]
  })
  // What is defined under a name is known by it before what only refers to it.
  for (const { name, schema } of found) {
    if (isDefined(schema)) reader.names.set(schema, name)
  }
  for (const { name, schema } of found) {
    if (isDefined(schema) || typeof schema !== 'object' || schema === null) continue
    reader.names.set(schema, name)
    const target = followed(reader, schema)
    if (target !== undefined && !reader.names.has(target)) reader.names.set(target, name)
  }
  return found
}

function isDefined(schema: unknown): schema is object {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    typeof memberOf(schema, '$ref') !== 'string'
  )
}

function schemasIn({ root, isTwo }: ApiReader): JsonRecord {
  const shared = isTwo
    ? recordOf(root, 'definitions')
    : recordOf(recordOf(root, 'components'), 'schemas')
  return shared ?? {}
}

/** Pages name several schemas with commas between them. */
function nameOf(written: string): string {
  return cleanLine(written.slice(0, lengths.title).replaceAll(',', '‚'), lengths.title)
}

export function readShared(
  reader: ApiReader,
  { name, schema }: NamedSchema,
  units: number,
): ApiSharedSchema {
  reader.part = newPart(units)
  const read = readSchema(reader, schema)
  fillSchemas(reader)
  return {
    kind: 'schema',
    name,
    schema: { ...(read ?? { types: [], folded: 'bounded' }), name },
  }
}
