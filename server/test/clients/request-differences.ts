import { isRecord } from '@lectern/content/document/checks.ts'

type Part = Readonly<Record<string, unknown>>

/** How deep the keys of a body are compared: deeper ones are those of documents. */
const depthMax = 6

/**
 * The query parameters, as `?name`, and the keys of bodies, by their paths, that one API takes and
 * another does not, by operation. Both are OpenAPI documents.
 */
export function requestDifferences(
  theirs: unknown,
  ours: unknown,
): ReadonlyMap<string, readonly string[]> {
  const own = operationsIn(ours)
  const found = new Map<string, readonly string[]>()
  for (const [id, operation] of operationsIn(theirs)) {
    const served = own.get(id)
    if (served === undefined) continue
    const taken = parametersOf(ours, served)
    const parameters = [...parametersOf(theirs, operation)]
      .filter((name) => !taken.has(name))
      .map((name) => `?${name}`)
    const keys = new Set<string>()
    const [theirBody, ourBody] = [bodyOf(theirs, operation), bodyOf(ours, served)]
    if (theirBody !== undefined) {
      const bodies = { theirs: [theirBody], ours: ourBody === undefined ? [] : [ourBody] }
      compare({ theirs, ours }, bodies, [], keys)
    }
    const all = [...parameters.toSorted(), ...[...keys].toSorted()]
    if (all.length > 0) found.set(id, all)
  }
  return found
}

function operationsIn(api: unknown): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>()
  for (const methods of Object.values(partAt(api, 'paths'))) {
    for (const operation of Object.values(isRecord(methods) ? methods : {})) {
      const id = isRecord(operation) ? operation['operationId'] : undefined
      if (isRecord(operation) && typeof id === 'string') found.set(id, operation)
    }
  }
  return found
}

function parametersOf(api: unknown, operation: Part): ReadonlySet<string> {
  const named = listOf(operation['parameters']).map((each) => resolved(api, each))
  const inQuery = named.filter((each) => each['in'] === 'query')
  return new Set(inQuery.map(({ name }) => String(name)))
}

function bodyOf(api: unknown, operation: Part): unknown {
  const body = resolved(api, operation['requestBody'])
  return partAt(body, 'content', 'application/json')['schema']
}

interface Both<Value> {
  readonly theirs: Value
  readonly ours: Value
}

/** Adds the paths of keys that only their schemas know. */
function compare(
  apis: Both<unknown>,
  schemas: Both<readonly unknown[]>,
  path: readonly string[],
  found: Set<string>,
): void {
  if (path.length > depthMax) return
  const own = keysOf(apis.ours, schemas.ours)
  if (own.isOpen) return
  for (const [name, theirs] of keysOf(apis.theirs, schemas.theirs).keys) {
    const ours = own.keys.get(name)
    if (ours === undefined) found.add([...path, name].join('.'))
    else compare(apis, { theirs, ours }, [...path, name], found)
  }
}

interface Keys {
  readonly keys: Map<string, unknown[]>
  /** Whether any key is taken. */
  isOpen: boolean
}

/** The keys of all alternatives of schemas, and of the entries of lists. */
function keysOf(api: unknown, schemas: readonly unknown[]): Keys {
  const all: Keys = { keys: new Map(), isOpen: false }
  const seen = new Set<unknown>()
  const waiting = schemas.map((each) => resolved(api, each))
  for (const schema of waiting) {
    if (seen.has(schema)) continue
    seen.add(schema)
    const { additionalProperties: rest, items } = schema
    const inner = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => listOf(schema[word]))
    waiting.push(
      ...[...inner, ...(items === undefined ? [] : [items])].map((each) =>
        resolved(api, each),
      ),
    )
    if (Object.keys(schema).length === 0 || (rest !== undefined && rest !== false)) {
      all.isOpen = true
    }
    for (const [name, value] of Object.entries(partAt(schema, 'properties'))) {
      all.keys.set(name, [...(all.keys.get(name) ?? []), value])
    }
  }
  return all
}

function resolved(api: unknown, part: unknown): Part {
  const reference = isRecord(part) ? part['$ref'] : undefined
  if (typeof reference !== 'string') return isRecord(part) ? part : {}
  const steps = reference.slice(2).split('/')
  return resolved(api, partAt(api, ...steps))
}

function partAt(from: unknown, ...steps: readonly string[]): Part {
  let found = from
  for (const step of steps) found = isRecord(found) ? found[step] : undefined
  return isRecord(found) ? found : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
