import {
  type Document,
  isMap,
  isScalar,
  stringify,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import type { JsonValue } from '#/tree/entries.ts'
import { isRecord, parseYaml, readYaml } from './read-yaml.ts'

/** A value at a path in a YAML mapping; `undefined` removes it. */
export interface YamlChange {
  readonly path: readonly string[]
  readonly value: JsonValue | undefined
}

/**
 * Sets values of a YAML mapping. In block style only their lines are edited: comments, order and
 * spelling of all other lines stay.
 */
export function setYaml(text: string, ...changes: readonly YamlChange[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  let state = read(text)
  for (const change of changes) state = changed(state, change, eol)
  return state.text
}

/** The limit of values that are set one by one, which parses the whole text for each of them. */
const oneByOneMax = 20

/** Sets many values of the one mapping below `path`, as `setYaml` does. */
export function setYamlValues(
  text: string,
  path: readonly string[],
  values: ReadonlyMap<string, JsonValue | undefined>,
): string {
  const changes = Array.from(values, ([key, value]) => ({ path: [...path, key], value }))
  if (changes.length <= oneByOneMax) return setYaml(text, ...changes)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const usable = readable(read(text))
  const before = usable.values ?? {}
  const after = new Map(Object.entries(valueAt(before, path)))
  for (const [key, value] of values) {
    if (value === undefined) after.delete(key)
    else after.set(key, value)
  }
  if (after.size === 0 && path.length > 0) {
    // A mapping is removed with its last value.
    return setYaml(usable.text, { path, value: undefined })
  }
  const whole = Object.fromEntries(after)
  const wanted = path.length === 0 ? whole : withValue(before, path, whole)
  const edited = spliceAll(usable, path, values, eol)
  return edited !== undefined && says(read(edited), wanted)
    ? edited
    : rewritten(usable.text, changes, eol)
}

/** A text with its parsed form, so that it is parsed only once. */
interface Read {
  readonly text: string
  readonly root: Document['contents']
  readonly values: Readonly<Record<string, unknown>> | undefined
}

function read(text: string): Read {
  const reading = readYaml(text)
  return 'problem' in reading
    ? { text, root: null, values: undefined }
    : { text, root: reading.root, values: reading.values }
}

function changed(before: Read, { path, value }: YamlChange, eol: string): Read {
  const usable = readable(before)
  const wanted = withValue(usable.values ?? {}, path, value)
  const edited = read(splice(usable, path, value, eol))
  if (says(edited, wanted)) return edited
  return read(rewritten(usable.text, [{ path, value }], eol))
}

/** The text as a mapping that can be edited: a text that cannot be read becomes comments. */
function readable(given: Read): Read {
  return given.values === undefined ? read(commentOut(given.text)) : given
}

function splice(
  { text, root }: Read,
  path: readonly string[],
  value: JsonValue | undefined,
  eol: string,
): string {
  if (root === null) return value === undefined ? text : append(text, path, value, eol)
  if (!isMap(root) || root.flow === true) return text
  const found = descend(root, path)
  if (value === undefined) return found.pair ? removeLines(text, found) : text
  const rest = path.slice(found.depth)
  if (found.pair === undefined) return insert(text, found.map, nested(rest, value), eol)
  const [, ...inner] = rest
  const whole = inner.length === 0 ? value : withValue(valueOf(found.pair), inner, value)
  return applied(text, [replacement(text, found.pair, whole, eol)])
}

/** Edits the lines of a mapping; undefined for a mapping that is not in block style. */
function spliceAll(
  { text, root }: Read,
  path: readonly string[],
  values: ReadonlyMap<string, JsonValue | undefined>,
  eol: string,
): string | undefined {
  const map = mapAt(root, path)
  const pairs = new Map(map?.items.map((pair) => [keyOf(pair), pair]))
  const edits: Edit[] = []
  const added: [string, JsonValue][] = []
  for (const [key, value] of values) {
    const pair = pairs.get(key)
    if (pair !== undefined) {
      edits.push(
        value === undefined
          ? { lines: linesOf(text, pair), by: '' }
          : replacement(text, pair, value, eol),
      )
    } else if (value !== undefined) added.push([key, value])
  }
  const more = Object.fromEntries(added)
  if (map === undefined) return splice({ text, root, values: undefined }, path, more, eol)
  const last = map.items.at(-1)
  if (last === undefined) return undefined
  if (added.length > 0) edits.push(addition(text, last, more, eol))
  return applied(text, edits)
}

function mapAt(root: Read['root'], path: readonly string[]): YAMLMap | undefined {
  let map: unknown = root
  for (const key of path) map = isMap(map) ? map.get(key, true) : undefined
  return isMap(map) && map.flow !== true ? map : undefined
}

/** A replacement of a part of a text. */
interface Edit {
  readonly lines: readonly [number, number]
  readonly by: string
}

/** Applies edits that do not overlap. */
function applied(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let end = text.length
  for (const { lines: at, by } of edits.toSorted((a, b) => b.lines[1] - a.lines[1])) {
    parts.push(text.slice(at[1], end), by)
    end = at[0]
  }
  return [...parts, text.slice(0, end)].toReversed().join('')
}

interface Place {
  readonly map: YAMLMap
  /** The pair to change; undefined where the map has no such key. */
  readonly pair?: Pair
  readonly depth: number
  /** The outermost pair without other content, which is removed together with the value. */
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

function replacement(text: string, pair: Pair, value: JsonValue, eol: string): Edit {
  const old = pair.value
  if (isScalar(old) && isOneLine(text, old) && typeof value !== 'object') {
    const spelling = spell(value, old)
    const [start, end] = old.range ?? [0, 0]
    if (!spelling.includes('\n')) return { lines: [start, end], by: spelling }
  }
  const [start, end] = linesOf(text, pair)
  const by = lines({ [keyOf(pair)]: value }, indentAt(text, start), eol)
  return { lines: [start, end], by }
}

function insert(text: string, map: YAMLMap, value: JsonValue, eol: string): string {
  const last = map.items.at(-1)
  return last === undefined ? text : applied(text, [addition(text, last, value, eol)])
}

function addition(text: string, last: Pair, value: JsonValue, eol: string): Edit {
  const [start, end] = linesOf(text, last)
  const ending = text.slice(0, end).endsWith('\n') ? '' : eol
  return { lines: [end, end], by: ending + lines(value, indentAt(text, start), eol) }
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

/** The range from the first character of the line of a pair's key to the end of its last line. */
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
  // A block mapping's range includes the comments after it; the range of its last pair does not.
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

function valueAt(values: unknown, path: readonly string[]): Record<string, JsonValue> {
  let found = values
  for (const key of path) found = isRecord(found) ? found[key] : undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a YAML mapping gives is JSON already
  return isRecord(found) ? (found as Record<string, JsonValue>) : {}
}

function isEmpty(value: JsonValue): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}

function says({ values }: Read, wanted: unknown): boolean {
  return values !== undefined && JSON.stringify(values) === JSON.stringify(wanted)
}

/** Rewrites the text for flow mappings, anchors and other forms that cannot be edited by lines. */
function rewritten(text: string, changes: readonly YamlChange[], eol: string): string {
  const document = parseYaml(text)
  for (const { path, value } of changes) {
    if (value === undefined) document.deleteIn(path)
    else document.setIn(path, value)
  }
  return document.toString({ lineWidth: 0 }).replaceAll(/\r?\n/g, eol)
}

export function commentOut(text: string): string {
  return text.replaceAll(/^(?=[^\r\n#])/gm, '# ')
}
