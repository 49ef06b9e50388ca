/**
 * Finds where a value stands in JSON that is known to be good: the position of its key, or of the
 * value itself in a list. Of what is not there, the last part that is.
 */
export function positionInJson(text: string, steps: readonly string[]): number {
  let found = 0
  let at = skipBlanks(text, 0)
  for (const step of steps) {
    const next = text[at] === '{' ? findKey(text, at, step) : findItem(text, at, step)
    if (next === undefined) return found
    found = next.position
    at = next.value
  }
  return found
}

interface Found {
  readonly position: number
  readonly value: number
}

/** The last of several values of one key counts, as when it is parsed. */
function findKey(text: string, start: number, key: string): Found | undefined {
  let found: Found | undefined
  let at = skipBlanks(text, start + 1)
  while (text[at] === '"') {
    const end = skipString(text, at)
    const value = skipBlanks(text, skipBlanks(text, end) + 1)
    if (JSON.parse(text.slice(at, end)) === key) found = { position: at, value }
    at = skipBlanks(text, skipValue(text, value))
    if (text[at] !== ',') break
    at = skipBlanks(text, at + 1)
  }
  return found
}

function findItem(text: string, start: number, step: string): Found | undefined {
  if (text[start] !== '[' || !/^\d{1,9}$/.test(step)) return undefined
  let at = skipBlanks(text, start + 1)
  for (let index = 0; text[at] !== ']'; index += 1) {
    if (index === Number(step)) return { position: at, value: at }
    at = skipBlanks(text, skipValue(text, at))
    if (text[at] !== ',') return undefined
    at = skipBlanks(text, at + 1)
  }
  return undefined
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  // A byte order mark may stand at the start of a file.
  return at === 0 && text.startsWith('\uFEFF') ? skipBlanks(text, 1) : at
}

function skipString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipValue(text: string, start: number): number {
  if (text[start] === '"') return skipString(text, start)
  return text[start] === '{' || text[start] === '['
    ? skipNested(text, start)
    : skipPlain(text, start)
}

function skipPlain(text: string, start: number): number {
  let end = start
  while (end < text.length && !',]} \t\r\n'.includes(text[end] ?? '')) end += 1
  return end
}

function skipNested(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = skipString(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}
