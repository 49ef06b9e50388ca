import { isMap, isScalar, parseDocument, type Document, type Scalar, visit } from 'yaml'

export interface YamlReading {
  readonly values: Readonly<Record<string, unknown>>
  /** Each scalar of a mapping below a key as it was typed: `1.0` stays `1.0`. */
  readonly typed: (key?: string) => ReadonlyMap<string, string>
  /** The parsed nodes with their positions. */
  readonly root: Document['contents']
  /** The text that was read, for positions. */
  readonly text: string
}

/** The limit of a YAML text: room for thousands of redirects; front matter has its own limit. */
const lengthMax = 1_048_576
/** The limit of aliases: enough for values that people share, far fewer than in an alias bomb. */
const aliasesMax = 100

/** The reason why a YAML text cannot be read. */
export interface YamlProblem {
  /** A clause without a line number, in words of people who write pages. */
  readonly message: string
  /** The line of the text, counted from 1; absent where the whole text is meant. */
  readonly line?: number
  /** Whether the text is YAML, but no mapping: most prose is. */
  readonly isNoMapping?: true
}

/** The mapping in a small YAML text, or the reason why there is none. */
export function readYaml(text: string): YamlReading | { readonly problem: YamlProblem } {
  if (text.length > lengthMax) return { problem: tooLong(lengthMax) }
  try {
    const document = parseYaml(text)
    const [error] = document.errors
    if (error !== undefined) {
      const message = problemOfCode.get(error.code) ?? 'this is not valid YAML'
      return { problem: { message, line: lineAt(text, error.pos[0]) } }
    }
    const twice = repeatedKey(document)
    if (twice !== undefined) {
      const message = `the key "${String(twice.value)}" is written twice`
      return { problem: { message, line: lineAt(text, twice.range?.[0] ?? 0) } }
    }
    const values: unknown = document.toJS({ maxAliasCount: aliasesMax })
    const root = document.contents
    if (root === null) return { values: {}, typed: () => new Map(), root, text }
    if (!isRecord(values)) {
      const message = 'there are no keys with values'
      return { problem: { message, isNoMapping: true } }
    }
    return { values, typed: (key) => typedScalars(document, key), root, text }
  } catch {
    // The parser throws for aliases that multiply and for nesting without end.
    return {
      problem: { message: 'it refers to itself too often, or is nested too deep' },
    }
  }
}

/** The problem of a file that is YAML as a whole, as a sentence. */
export function problemSentence({ message, line }: YamlProblem): string {
  const place = line === undefined ? 'The file' : `Line ${line}`
  return `${place} cannot be read: ${message}.`
}

export function tooLong(charactersMax: number): YamlProblem {
  return { message: `it is longer than ${charactersMax} characters` }
}

/** The number of the line with this offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}

const problemOfCode: ReadonlyMap<string, string> = new Map([
  ['BLOCK_AS_IMPLICIT_KEY', 'a value with a colon in it needs quotes'],
  ['MULTILINE_IMPLICIT_KEY', 'there is no colon and space after a key'],
  ['MISSING_CHAR', 'a quote, a bracket, or the colon and space after a key is missing'],
  ['UNEXPECTED_TOKEN', 'a value with quotes or brackets in it needs quotes around it'],
  ['BAD_INDENT', 'the indentation does not fit the lines above'],
  ['TAB_AS_INDENT', 'it is indented with a tab, where only spaces may stand'],
  ['BAD_SCALAR_START', 'a value that begins with @, `, % or another sign needs quotes'],
  ['BAD_DQ_ESCAPE', 'a backslash in double quotes must be written twice'],
  ['BAD_ALIAS', 'a value that begins with * or & needs quotes'],
  ['TAG_RESOLVE_FAILED', 'a value that begins with ! needs quotes'],
])

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
