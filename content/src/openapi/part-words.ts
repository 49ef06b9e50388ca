import type { ApiContent, ApiOperation, ApiPart, ApiSchema } from './model.ts'

const charactersMax = 20_000
/** The levels of fields whose names are found. */
const levelsMax = 4
const descriptionMax = 2_000

/** The words by which a part is found: names first, so that they stay where there are too many. */
export function partWords(part: ApiPart): string {
  const words = new Set<string>()
  const fields =
    part.kind === 'schema'
      ? [part.name, ...wordsOfSchema(part.schema)]
      : wordsOfOperation(part)
  let left = charactersMax
  for (const word of fields) {
    const bare = word.replaceAll(/\s+/g, ' ').trim()
    if (bare === '' || words.has(bare)) continue
    left -= bare.length + 1
    if (left < 0) break
    words.add(bare)
  }
  return [...words].join('\n')
}

function* wordsOfOperation(operation: ApiOperation): Generator<string> {
  const { method, path, operationId, summary, description, parameters } = operation
  yield `${method.toUpperCase()} ${path}`
  for (const word of [operationId, summary]) if (word !== undefined) yield word
  yield* operation.tags
  for (const { name } of parameters) yield name
  const sent = operation.body?.contents ?? []
  const received = operation.responses.flatMap(({ contents }) => contents)
  const roots = [...sent, ...received].flatMap(({ schema }: ApiContent) => schema ?? [])
  for (const { name } of roots) if (name !== undefined) yield name
  if (description !== undefined) yield description.slice(0, descriptionMax)
  for (const root of roots) yield* wordsOfSchema(root)
  for (const parameter of parameters) {
    if (parameter.description !== undefined) {
      yield parameter.description.slice(0, descriptionMax)
    }
  }
}

/** The names in a schema and below, level by level. */
function* wordsOfSchema(root: ApiSchema): Generator<string> {
  let level: readonly ApiSchema[] = [root]
  for (let depth = 0; depth < levelsMax && level.length > 0; depth += 1) {
    for (const { name, title, values = [], properties = [] } of level) {
      for (const word of [name, title]) if (word !== undefined) yield word
      for (const property of properties) yield property.name
      for (const { value } of values) yield value.replaceAll('"', '')
    }
    level = level.flatMap(schemasIn)
  }
}

/** The schemas in one, without those of values that are forbidden. */
function schemasIn(schema: ApiSchema): readonly ApiSchema[] {
  const {
    properties = [],
    alternatives = [],
    firstItems = [],
    items,
    additional,
  } = schema
  return [
    ...properties.map((property) => property.schema),
    ...alternatives.flatMap(({ schemas }) => schemas),
    ...firstItems,
    ...(items === undefined ? [] : [items]),
    ...(additional === undefined || additional === false ? [] : [additional]),
  ]
}
