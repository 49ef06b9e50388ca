/** The content between `{%` and `%}`. */
export interface Tag {
  /** `hint`, `endhint`, `@mermaid/diagram`; empty for a tag that does not begin with a name. */
  readonly name: string
  /** The source after the name: the expression of an `if`. */
  readonly rest: string
  /** Undefined when `rest` is not a list of attributes, or names one twice. */
  readonly attributes: ReadonlyMap<string, string> | undefined
  /** Quoted values without a key: the path of an `include`. */
  readonly values: readonly string[]
}

/** Parses a tag in one pass, valid or not. `raw` begins with `{%` and ends with `%}`. */
export function parseTag(raw: string): Tag {
  const inner = raw.slice(2, -2).trim()
  let end = 0
  while (end < inner.length && !isBreak(inner[end])) end++
  const name = conditionName(inner.slice(0, end))
  const rest = inner.slice(end).trim()
  const values: string[] = []
  return { name, rest, attributes: readAttributes(rest, values), values }
}

/** `If` is read as `if`: a tag that nobody understands would show what it is to hide. */
function conditionName(name: string): string {
  const lower = name.toLowerCase()
  return lower === 'if' || lower === 'endif' ? lower : name
}

const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
}

interface Cursor {
  readonly text: string
  index: number
}

function readAttributes(
  text: string,
  values: string[],
): ReadonlyMap<string, string> | undefined {
  const attributes = new Map<string, string>()
  const cursor: Cursor = { text, index: 0 }
  for (skipSpaces(cursor); cursor.index < text.length; skipSpaces(cursor)) {
    const value = readQuoted(cursor)
    if (value !== undefined) {
      values.push(value)
      continue
    }
    const key = readWord(cursor)
    if (key === '' || attributes.has(key)) return undefined
    const written = readValue(cursor)
    if (written === undefined) return undefined
    attributes.set(key, written)
  }
  return attributes
}

/** Reads the value after a key: `="v"`, `=v`, or nothing. */
function readValue(cursor: Cursor): string | undefined {
  if (cursor.text[cursor.index] !== '=') return ''
  cursor.index++
  if (closingQuotes[cursor.text[cursor.index] ?? ''] !== undefined) {
    return readQuoted(cursor)
  }
  const word = readWord(cursor)
  return word === '' ? undefined : word
}

function readWord(cursor: Cursor): string {
  const start = cursor.index
  while (cursor.index < cursor.text.length && !isBreak(cursor.text[cursor.index])) {
    cursor.index++
  }
  return cursor.text.slice(start, cursor.index)
}

/** Reads a quotation, in which a backslash escapes a quote or backslash. */
function readQuoted(cursor: Cursor): string | undefined {
  const { text, index: start } = cursor
  const close = closingQuotes[text[start] ?? '']
  if (close === undefined) return undefined
  const end = endOfQuoted(text, start + 1, close) ?? lastCurly(text, start + 1)
  if (end === undefined) return undefined
  cursor.index = end + 1
  return text.slice(start + 1, end).replaceAll(/\\(["'\\])/g, '$1')
}

function endOfQuoted(text: string, start: number, close: string): number | undefined {
  for (let index = start; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === close) return index
  }
  return undefined
}

/**
 * The place of a curly quote at the end of the text, if any: text processors turn quotes into curly
 * ones, sometimes only the second of a pair.
 */
function lastCurly(text: string, start: number): number | undefined {
  return text.endsWith('”') && text.length > start ? text.length - 1 : undefined
}

function skipSpaces(cursor: Cursor): void {
  while (isSpace(cursor.text[cursor.index])) cursor.index++
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && character.trim() === ''
}

function isBreak(character: string | undefined): boolean {
  return isSpace(character) || character === '=' || character === '"' || character === "'"
}
