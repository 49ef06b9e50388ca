import { emojiNames } from './emoji-names.ts'

/** The code of the emoji with this name, as the document has it: `1f604`, `1f468-200d-1f4bb`. */
export function emojiCode(name: string): string | undefined {
  return readTable().codes.get(name)
}

/** The name of an emoji; undefined for a code that reading the name would not give back. */
export function emojiName(code: string): string | undefined {
  return readTable().names.get(code)
}

interface EmojiTable {
  readonly codes: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
}

let table: EmojiTable | undefined

/** The table of names and codes, built on first use, as most documents have no emoji. */
function readTable(): EmojiTable {
  if (table !== undefined) return table
  const codes = new Map<string, string>()
  const names = new Map<string, string>()
  let code = ''
  for (const entry of emojiNames.trim().split(/\s+/u)) {
    const colon = entry.indexOf(':')
    code = colon === -1 ? next(code) : entry.slice(0, colon)
    const [first = '', ...others] = entry.slice(colon + 1).split(',')
    names.set(code, first)
    for (const name of [first, ...others]) codes.set(name, code)
  }
  table = { codes, names }
  return table
}

function next(code: string): string {
  return (Number.parseInt(code, 16) + 1).toString(16)
}
