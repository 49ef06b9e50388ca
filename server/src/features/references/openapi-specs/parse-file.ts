import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml'

import { formatOf } from './spec-content.ts'
import { positionInJson } from './json-place.ts'
import {
  type Place,
  placeAt,
  SpecProblem,
  type SpecError,
  atPlace,
} from './spec-problem.ts'

export interface ParsedFile {
  readonly data: unknown
  /** Where the value of a path stands, or as much of it as there is. */
  readonly placeOf: (steps: readonly string[]) => Place | undefined
}

/** The uses of anchors in YAML that are followed. */
const aliasesMax = 1_000

/** Reads a file as JSON or YAML. What it holds is data, whatever its names are. */
export function parseFile(text: string, fileName: string | undefined): ParsedFile {
  return formatOf(text) === 'json' ? parseJson(text, fileName) : parseYaml(text, fileName)
}

function parseJson(text: string, fileName: string | undefined): ParsedFile {
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return { data, placeOf: (steps) => placeAt(text, positionInJson(text, steps)) }
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    const position = /at position (\d+)/.exec(said)?.[1]
    const place = placeAt(text, position === undefined ? text.length : Number(position))
    const what = said
      .replace(/ (?:in JSON )?at position \d+.*$/s, '')
      .replace(/, ".*$/s, '')
    throw syntaxProblem([
      atPlace(place, fileName, `This is no JSON: ${what}. Correct it there.`),
    ])
  }
}

function parseYaml(text: string, fileName: string | undefined): ParsedFile {
  const lines = new LineCounter()
  // Looking for keys that stand twice takes the square of their number there.
  const options = { lineCounter: lines, uniqueKeys: false, prettyErrors: false }
  const document = parseDocument(text, { ...options, merge: true })
  const placeOf = (position: number) => {
    const { line, col } = lines.linePos(position)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  if (document.errors.length > 0) {
    throw syntaxProblem(
      document.errors.map(({ message, pos }) =>
        atPlace(placeOf(pos[0]), fileName, `This is no YAML: ${sentence(message)}`),
      ),
    )
  }
  const twice = doubleKeys(document).map(({ key, position }) =>
    atPlace(
      placeOf(position),
      fileName,
      `The key "${key.slice(0, 100)}" stands twice in the same place. Remove or rename one of them.`,
    ),
  )
  if (twice.length > 0) throw syntaxProblem(twice)
  return {
    data: dataOf(document, fileName),
    placeOf: (steps) => {
      const position = positionInYaml(document, steps)
      return position === undefined ? undefined : placeOf(position)
    },
  }
}

function dataOf(document: Document.Parsed, fileName: string | undefined): unknown {
  try {
    return document.toJS({ maxAliasCount: aliasesMax })
  } catch (error) {
    const said = error instanceof Error ? error.message : 'it cannot be read'
    const what = said.startsWith('Excessive alias count')
      ? `its anchors are used more than ${aliasesMax} times over. Use "$ref" in their place.`
      : sentence(said)
    throw syntaxProblem([atPlace(undefined, fileName, `This is no YAML: ${what}`)])
  }
}

function sentence(said: string): string {
  return said.endsWith('.') ? said : `${said}.`
}

function syntaxProblem(messages: readonly string[]): SpecProblem {
  return new SpecProblem(
    messages.map((message): SpecError => ({ message, code: 'SYNTAX' })),
  )
}

function doubleKeys(document: Document.Parsed): { key: string; position: number }[] {
  const found: { key: string; position: number }[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue
        const name = typeof key.value === 'string' ? key.value : JSON.stringify(key.value)
        if (seen.has(name)) found.push({ key: name, position: key.range?.[0] ?? 0 })
        seen.add(name)
      }
    },
  })
  return found
}

function positionInYaml(
  document: Document.Parsed,
  steps: readonly string[],
): number | undefined {
  let node: unknown = document.contents
  let position = document.contents?.range[0]
  for (const step of steps) {
    if (isAlias(node)) node = node.resolve(document)
    const next = childOf(node, step)
    if (next === undefined) return position
    position = next.position ?? position
    node = next.node
  }
  return position
}

function childOf(
  node: unknown,
  step: string,
): { node: unknown; position: number | undefined } | undefined {
  if (isMap<ParsedNode>(node)) {
    const pair = node.items.findLast(
      ({ key }) => isScalar(key) && String(key.value) === step,
    )
    return pair && { node: pair.value, position: pair.key.range[0] }
  }
  if (!isSeq<ParsedNode>(node)) return undefined
  const item = node.items[Number(step)]
  return item && { node: item, position: item.range[0] }
}
