import {
  isMap,
  isScalar,
  parseDocument,
  stringify,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import type { JsonValue } from '#/tree/entries.ts'
import { isRecord, readYaml } from './read-yaml.ts'

/**
 * Sets one value of a YAML mapping (`undefined` removes it) and touches only the lines that
 * say it: comments, order and spelling of everything else stay.
 */
export function setYaml(
  text: string,
  path: readonly string[],
  value: JsonValue | undefined,
): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const reading = readYaml(text)
  // What cannot be read is kept as comments: the text must be a mapping afterwards.
  const usable = 'problem' in reading ? commentOut(text) : text
  const before = 'problem' in reading ? {} : reading.values
  const wanted = withValue(before, path, value)
  const edited = splice(usable, path, value, eol)
  return says(edited, wanted) ? edited : rewritten(usable, path, value, eol)
}

function splice(
  text: string,
  path: readonly string[],
  value: JsonValue | undefined,
  eol: string,
): string {
  const root = parseDocument(text).contents
  if (root === null) return value === undefined ? text : append(text, path, value, eol)
  if (!isMap(root) || root.flow === true) return text
  const found = descend(root, path)
  if (value === undefined) return found.pair ? removeLines(text, found) : text
  const rest = path.slice(found.depth)
  if (found.pair === undefined) return insert(text, found.map, nested(rest, value), eol)
  const [, ...inner] = rest
  const whole = inner.length === 0 ? value : withValue(valueOf(found.pair), inner, value)
  return replace(text, found.pair, whole, eol)
}

interface Place {
  readonly map: YAMLMap
  /** The pair to change; undefined where the map has no such key. */
  readonly pair?: Pair
  readonly depth: number
  /** The outermost pair that says nothing else: what goes when the value goes. */
  readonly alone?: Pair
}

function descend(root: YAMLMap, path: readonly string[]): Place {
  let map = root
  let alone: Pair | undefined
  for (const [depth, key] of path.entries()) {
    const pair = map.items.find((each) => isScalar(each.key) && each.key.value === key)
    if (pair === undefined) return { map, depth }
    alone = map.items.length === 1 ? (alone ?? pair) : pair
    const last = depth === path.length - 1
    if (last || !isMap(pair.value) || pair.value.flow === true) {
      return { map, pair, depth, alone: last ? alone : pair }
    }
    map = pair.value
  }
  return { map, depth: path.length }
}

function replace(text: string, pair: Pair, value: JsonValue, eol: string): string {
  const old = pair.value
  if (isScalar(old) && isOneLine(text, old) && typeof value !== 'object') {
    const spelling = spell(value, old)
    const [start, end] = old.range ?? [0, 0]
    if (!spelling.includes('\n')) return text.slice(0, start) + spelling + text.slice(end)
  }
  const [start, end] = linesOf(text, pair)
  const indent = indentAt(text, start)
  return (
    text.slice(0, start) + lines({ [keyOf(pair)]: value }, indent, eol) + text.slice(end)
  )
}

function insert(text: string, map: YAMLMap, value: JsonValue, eol: string): string {
  const last = map.items.at(-1)
  if (last === undefined) return text
  const [start, end] = linesOf(text, last)
  const before = text.slice(0, end)
  const ending = before.endsWith('\n') ? '' : eol
  return before + ending + lines(value, indentAt(text, start), eol) + text.slice(end)
}

function append(
  text: string,
  path: readonly string[],
  value: JsonValue,
  eol: string,
): string {
  const ending = text === '' || text.endsWith('\n') ? '' : eol
  return text + ending + lines(nested(path, value), '', eol)
}

function removeLines(text: string, place: Place): string {
  if (place.alone === undefined) return text
  const [start, end] = linesOf(text, place.alone)
  return text.slice(0, start) + text.slice(end)
}

/** From the first character of the line of a pair's key to after its last line. */
function linesOf(text: string, pair: Pair): readonly [number, number] {
  const keyStart = isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0
  let end = Math.max(lastCharacter(pair), keyStart + 1)
  while (end > keyStart + 1 && /\s/.test(text[end - 1] ?? '')) end--
  const newline = text.indexOf('\n', end)
  return [
    text.lastIndexOf('\n', keyStart - 1) + 1,
    newline < 0 ? text.length : newline + 1,
  ]
}

function lastCharacter(pair: Pair): number {
  let last = pair
  // A block mapping's own range runs over the comments after it; its last pair's does not.
  while (isMap(last.value) && last.value.flow !== true) {
    const deeper = last.value.items.at(-1)
    if (deeper === undefined) break
    last = deeper
  }
  const node = last.value ?? last.key
  const range = isRecord(node) ? node['range'] : undefined
  const end: unknown = Array.isArray(range) ? range[1] : undefined
  return typeof end === 'number' ? end : 0
}

function isOneLine(text: string, scalar: Scalar): boolean {
  const [start, end] = scalar.range ?? [0, 0]
  return end > start && !text.slice(start, end).includes('\n')
}

function spell(value: JsonValue, old: Scalar): string {
  const quoted = old.type === 'QUOTE_DOUBLE' || old.type === 'QUOTE_SINGLE'
  return stringify(value, {
    lineWidth: 0,
    ...(quoted && { defaultStringType: old.type }),
  }).trimEnd()
}

function lines(value: JsonValue, indent: string, eol: string): string {
  return stringify(value, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line) + eol)
    .join('')
}

function indentAt(text: string, lineStart: number): string {
  let end = lineStart
  while (text[end] === ' ') end++
  return text.slice(lineStart, end)
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : ''
}

function valueOf(pair: Pair): unknown {
  const value = pair.value
  return isMap(value) ? value.toJSON() : {}
}

function nested(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, key) => ({ [key]: inner }), value)
}

function withValue(
  values: unknown,
  path: readonly string[],
  value: JsonValue | undefined,
): { readonly [key: string]: JsonValue } {
  const [key, ...rest] = path
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a YAML mapping gives is JSON already
  const record = isRecord(values) ? (values as Record<string, JsonValue>) : {}
  if (key === undefined) return record
  const inner = rest.length === 0 ? value : withValue(record[key], rest, value)
  const gone = inner === undefined || (rest.length > 0 && isEmpty(inner))
  if (!gone) return { ...record, [key]: inner }
  const { [key]: _removed, ...others } = record
  return others
}

function isEmpty(value: JsonValue): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

function says(text: string, wanted: unknown): boolean {
  const reading = readYaml(text)
  return (
    !('problem' in reading) && JSON.stringify(reading.values) === JSON.stringify(wanted)
  )
}

/** For flow mappings, anchors and whatever else lines cannot be cut out of. */
function rewritten(
  text: string,
  path: readonly string[],
  value: JsonValue | undefined,
  eol: string,
): string {
  const document = parseDocument(text)
  if (value === undefined) document.deleteIn(path)
  else document.setIn(path, value)
  return document.toString({ lineWidth: 0 }).replaceAll(/\r?\n/g, eol)
}

function commentOut(text: string): string {
  return text.replaceAll(/^(?=[^\r\n#])/gm, '# ')
}
