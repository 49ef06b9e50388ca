type Values = Record<string, unknown>

/** The reason why a text is not Rison, and the position of the fault. */
export class RisonError extends Error {
  override readonly name = 'RisonError'
}

const lengthMax = 4096
const depthMax = 8
const unsafeNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A bare word, up to a character that ends it; the rest of the grammar is in the functions below.
 */
const wordPattern = /[^\s'!:(),*@$]+/y
const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:e-?[0-9]+)?$/

interface Cursor {
  readonly text: string
  at: number
}

/** Reads Rison, a spelling of JSON for URLs: `(beta:!t,plan:'pro plan',tags:!(a,b))`. */
export function readRison(text: string): unknown {
  if (text.length > lengthMax) {
    throw new RisonError(`is longer than ${lengthMax} characters`)
  }
  const cursor = { text, at: 0 }
  const value = readValue(cursor, 0)
  if (cursor.at < text.length) throw unexpected(cursor)
  return value
}

function readValue(cursor: Cursor, depth: number): unknown {
  if (depth > depthMax) throw new RisonError(`is nested deeper than ${depthMax} levels`)
  const first = cursor.text.charAt(cursor.at)
  if (first === '(') return readObject(cursor, depth)
  if (first === "'") return readText(cursor)
  if (first === '!') return readMarked(cursor, depth)
  const word = readWord(cursor)
  return numberPattern.test(word) ? Number(word) : word
}

function readObject(cursor: Cursor, depth: number): Values {
  const entries: [string, unknown][] = []
  cursor.at += 1
  while (!take(cursor, ')')) {
    if (entries.length > 0) expect(cursor, ',')
    const name =
      cursor.text.charAt(cursor.at) === "'" ? readText(cursor) : readWord(cursor)
    if (unsafeNames.has(name)) throw new RisonError(`has the name "${name}"`)
    expect(cursor, ':')
    entries.push([name, readValue(cursor, depth + 1)])
  }
  if (new Set(entries.map(([name]) => name)).size < entries.length) {
    throw new RisonError('names something twice')
  }
  return Object.fromEntries(entries)
}

function readMarked(cursor: Cursor, depth: number): unknown {
  cursor.at += 1
  if (take(cursor, 't')) return true
  if (take(cursor, 'f')) return false
  if (take(cursor, 'n')) return null
  expect(cursor, '(')
  const values: unknown[] = []
  while (!take(cursor, ')')) {
    if (values.length > 0) expect(cursor, ',')
    values.push(readValue(cursor, depth + 1))
  }
  return values
}

function readText(cursor: Cursor): string {
  let value = ''
  for (cursor.at += 1; !take(cursor, "'"); cursor.at += 1) {
    const character = cursor.text.charAt(cursor.at)
    if (character === '') throw new RisonError('has a text without its closing quote')
    if (character !== '!') {
      value += character
      continue
    }
    cursor.at += 1
    const escaped = cursor.text.charAt(cursor.at)
    if (escaped !== '!' && escaped !== "'") throw unexpected(cursor)
    value += escaped
  }
  return value
}

function readWord(cursor: Cursor): string {
  wordPattern.lastIndex = cursor.at
  const word = wordPattern.exec(cursor.text)?.[0]
  if (word === undefined) throw unexpected(cursor)
  cursor.at += word.length
  return word
}

function take(cursor: Cursor, character: string): boolean {
  if (cursor.text.charAt(cursor.at) !== character) return false
  cursor.at += 1
  return true
}

function expect(cursor: Cursor, character: string): void {
  if (!take(cursor, character)) throw unexpected(cursor)
}

function unexpected({ text, at }: Cursor): RisonError {
  const found = at < text.length ? `has "${text.charAt(at)}"` : 'ends too early,'
  return new RisonError(`${found} at character ${at + 1}, where something else must be`)
}
