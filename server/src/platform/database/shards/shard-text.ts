/** A word, a quoted name, or what a name cannot stand in: texts and comments. */
const token =
  /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")+"|[A-Za-z_][\w$]*|[^\s\w]|\d+/g

/** Words that end an entry of FROM: any other that follows a table is its alias. */
const afterTable = new Set(
  'where join left right inner cross full natural on using order group limit offset having union except intersect window for fetch returning tablesample lateral as'.split(
    ' ',
  ),
)

interface Token {
  readonly text: string
  readonly at: number
}

const writing = /\b(?:insert\s+into|delete\s+from|update)\b/i

/**
 * The statement with every table named by `nameOf` in place of its own; undefined when `nameOf`
 * does not know one of them, or when it writes or locks something. Tables stand behind `from` and `join`, and are not names of CTEs.
 */
export function withTables(
  text: string,
  nameOf: (table: string) => string | undefined,
): string | undefined {
  if (writing.test(text)) return undefined
  const tokens = [...text.matchAll(token)]
    .map(({ 0: found, index }): Token => ({ text: found, at: index }))
    .filter((found) => !/^(?:'|--|\/\*)/.test(found.text))
  const ctes = ctesIn(text)
  let changed = ''
  let copied = 0
  for (const [index, { text: word, at }] of tokens.entries()) {
    if (!isTableAt(tokens, index)) continue
    const table = unquoted(word)
    if (ctes.has(table)) continue
    const name = nameOf(table)
    if (name === undefined) return undefined
    const next = tokens[index + 1]?.text.toLowerCase()
    changed += `${text.slice(copied, at)}${name}${hasAlias(next) ? '' : ` as ${word}`}`
    copied = at + word.length
  }
  return changed + text.slice(copied)
}

function isTableAt(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text.toLowerCase()
  if (before !== 'from' && before !== 'join') return false
  const word = tokens[index]?.text ?? ''
  if (!/^["A-Za-z_]/.test(word)) return false
  const after = tokens[index + 1]?.text
  // A function, a name with its schema, a subquery, or what `is distinct from` compares with.
  if (after === '(' || after === '.' || word.toLowerCase() === 'lateral') return false
  return tokens[index - 2]?.text.toLowerCase() !== 'distinct'
}

function hasAlias(next: string | undefined): boolean {
  if (next === 'as') return true
  return next !== undefined && /^["a-z_]/.test(next) && !afterTable.has(next)
}

/** Names of CTEs: `name as (`, or with columns, `name (a, b) as (`. */
function ctesIn(text: string): ReadonlySet<string> {
  const found = text.matchAll(
    /(?:\bwith|\brecursive|,)\s+("?\w+"?)\s*(?:\([\w\s,"]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s*)?\(/gi,
  )
  return new Set([...found].map(([, name = '']) => unquoted(name)))
}

function unquoted(word: string): string {
  return word.startsWith('"')
    ? word.slice(1, -1).replaceAll('""', '"')
    : word.toLowerCase()
}
