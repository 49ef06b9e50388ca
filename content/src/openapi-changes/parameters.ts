import {
  find,
  linkParts,
  resolved,
  spend,
  type Comparison,
  type LocatedOperation,
  type PairNode,
} from './comparison.ts'
import { firstContent } from './content.ts'
import { parameterNamesOf } from './list-operations.ts'
import {
  below,
  isRecord,
  listAt,
  schemaAt,
  textAt,
  valueAt,
  type Located,
} from './located.ts'
import { isSame } from './same.ts'
import { linkSchemas } from './schema-view.ts'
import { compareDeprecation, noteTexts } from './texts.ts'
import { quoted } from './words.ts'

interface Pair {
  readonly before: LocatedOperation
  readonly after: LocatedOperation
}

/** Compares the parameters of two operations, with those that they share with their paths. */
export function compareParameters(
  comparison: Comparison,
  node: PairNode,
  pair: Pair,
): void {
  const before = parametersOf(comparison, pair.before)
  const after = parametersOf(comparison, pair.after)
  for (const [key, old] of before) {
    const current = after.get(key)
    if (current === undefined) noteRemoved(node, old)
    else linkParts(comparison, node, { kind: 'parameter', before: old, after: current })
  }
  for (const [key, current] of after) {
    if (!before.has(key)) noteAdded(node, current)
  }
}

/** Headers that OpenAPI describes in another place; as parameters they mean nothing. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])

function parametersOf(
  comparison: Comparison,
  { at, item, path }: LocatedOperation,
): ReadonlyMap<string, Located> {
  const positions = new Map(
    parameterNamesOf(path).map((name, position) => [name, position]),
  )
  const found = new Map<string, Located>()
  for (const place of [...listAt(item, 'parameters'), ...listAt(at, 'parameters')]) {
    spend(comparison)
    const parameter = resolved(comparison, place)
    if (parameter === undefined || !isRecord(parameter.value)) continue
    const key = keyOf(parameter, positions)
    if (key !== undefined) found.set(key, parameter)
  }
  return found
}

/** A path parameter is known by its position, others by their name. */
function keyOf(
  parameter: Located,
  positions: ReadonlyMap<string, number>,
): string | undefined {
  const [name, where] = [textAt(parameter, 'name'), textAt(parameter, 'in')]
  if (name === undefined || where === undefined) return undefined
  if (where === 'path') return `path ${positions.get(name) ?? name}`
  if (where !== 'header') return `${where} ${name}`
  const lower = name.toLowerCase()
  return ignoredHeaders.has(lower) ? undefined : `header ${lower}`
}

function isRequired(parameter: Located): boolean {
  return valueAt(parameter, 'in') === 'path' || valueAt(parameter, 'required') === true
}

function noteRemoved(node: PairNode, at: Located): void {
  const name = textAt(at, 'name') ?? ''
  find(node, {
    rule: 'parameter-removed',
    at,
    name,
    says: () => `The parameter ${quoted(name)} (${textAt(at, 'in') ?? ''}) was removed.`,
  })
}

function noteAdded(node: PairNode, at: Located): void {
  const name = textAt(at, 'name') ?? ''
  const kind = isRequired(at) ? 'required' : 'optional'
  find(node, {
    rule: `${kind}-parameter-added`,
    at,
    name,
    says: () =>
      `The ${kind} parameter ${quoted(name)} (${textAt(at, 'in') ?? ''}) was added.`,
  })
}

/** Compares two parameters, or two headers of responses. */
export function compareParameter(
  comparison: Comparison,
  node: PairNode,
  pair: {
    readonly kind: 'parameter' | 'header'
    readonly before: Located
    readonly after: Located
  },
): void {
  const { kind, before, after } = pair
  const name = textAt(after, 'name') ?? after.token
  const required = isRequired(after)
  if (isRequired(before) !== required) {
    find(node, {
      rule: `${kind}-${required ? 'required' : 'optional'}`,
      at: after,
      name,
      says: () =>
        `The ${kind} ${quoted(name)} became ${required ? 'required' : 'optional'}.`,
    })
  }
  compareDeprecation(node, before, after)
  noteTexts(comparison, node, before, after)
  if (!isSame(comparison, writingOf(before), writingOf(after))) {
    find(node, {
      rule: 'parameter-serialization-changed',
      at: after,
      name,
      says: () => `The ${kind} ${quoted(name)} is written in another way.`,
    })
  }
  const [old, current] = [schemaOf(before), schemaOf(after)]
  if (old === undefined && current === undefined) return
  linkSchemas(comparison, node, {
    before: [old ?? below(before, 'schema', {})],
    after: [current ?? below(after, 'schema', {})],
  })
}

function schemaOf(parameter: Located): Located | undefined {
  const content = firstContent(parameter)
  return schemaAt(parameter, 'schema') ?? (content && schemaAt(content, 'schema'))
}

/** How the value of a parameter is written, with what holds when nothing is said. */
function writingOf(parameter: Located): unknown {
  const where = textAt(parameter, 'in') ?? 'header'
  const content = firstContent(parameter)
  if (content !== undefined) return content.token
  const usual = where === 'query' || where === 'cookie' ? 'form' : 'simple'
  const style = valueAt(parameter, 'style') ?? usual
  const explode = valueAt(parameter, 'explode') ?? style === 'form'
  return [style, explode, valueAt(parameter, 'allowReserved') ?? false]
}
