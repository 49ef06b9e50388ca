import { isMap, isScalar, parseDocument, type Document, type Scalar, visit } from 'yaml'

export interface YamlReading {
  readonly values: Readonly<Record<string, unknown>>
  /** Each scalar of a mapping below a key as it was typed: `1.0` stays `1.0`. */
  readonly typed: (key?: string) => ReadonlyMap<string, string>
  /** The parsed nodes with their positions. */
  readonly root: Document['contents']
}

/** The limit of a YAML text: room for thousands of redirects; front matter has its own limit. */
const lengthMax = 1_048_576
/** The limit of aliases: enough for values that people share, far fewer than in an alias bomb. */
const aliasesMax = 100

/** The mapping in a small YAML text, or the reason why there is none. */
export function readYaml(text: string): YamlReading | { readonly problem: string } {
  if (text.length > lengthMax) return { problem: `longer than ${lengthMax} characters` }
  try {
    const document = parseYaml(text)
    const [error] = document.errors
    if (error !== undefined) return { problem: firstLine(error.message) }
    const twice = repeatedKey(document)
    if (twice !== undefined) {
      return { problem: `Map keys must be unique at ${positionIn(text, twice)}` }
    }
    const values: unknown = document.toJS({ maxAliasCount: aliasesMax })
    const root = document.contents
    if (root === null) return { values: {}, typed: () => new Map(), root }
    if (!isRecord(values)) return { problem: 'not a mapping of keys to values' }
    return { values, typed: (key) => typedScalars(document, key), root }
  } catch (error) {
    return { problem: firstLine(error instanceof Error ? error.message : String(error)) }
  }
}

/** Parses YAML without the parser's check for unique keys, which takes quadratic time. */
export function parseYaml(text: string) {
  return parseDocument(text, { version: '1.2', uniqueKeys: false })
}

/** The first key that repeats another key of its mapping. */
function repeatedKey(document: Document): Scalar | undefined {
  let found: Scalar | undefined
  visit(document, {
    Map(_key, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) {
          found = key
          return visit.BREAK
        }
        seen.add(key.value)
      }
      return undefined
    },
  })
  return found
}

function positionIn(text: string, { range }: Scalar): string {
  const lines = text.slice(0, range?.[0] ?? 0).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}:`
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typedScalars(
  document: Document,
  key: string | undefined,
): ReadonlyMap<string, string> {
  const map = key === undefined ? document.contents : document.get(key)
  const typed = new Map<string, string>()
  if (!isMap(map)) return typed
  for (const { key: name, value } of map.items) {
    if (!isScalar(name) || !isScalar(value)) continue
    typed.set(spelling(name), spelling(value))
  }
  return typed
}

/** A plain scalar as it was typed, a quoted one by its value. */
function spelling(scalar: Scalar): string {
  const { value } = scalar
  if (scalar.type === 'PLAIN' && scalar.source !== undefined) return scalar.source
  return typeof value === 'string' ? value : ''
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? ''
}
