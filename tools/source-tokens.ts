export interface Token {
  /** `text` is the content of strings, templates and regular expressions. */
  readonly kind: 'code' | 'text' | 'comment'
  readonly value: string
}

const shapes: readonly [Token['kind'], RegExp][] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ['text', /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y],
]
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*/y
const templatePart = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{)/y
/** After these tokens a slash begins a regular expression; after any other it divides. */
const beforeExpression =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|of|in))\s*$/

/** Splits TypeScript into code, quoted text and comments, for counting. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const templates: number[] = []
  let braces = 0
  let code = ''
  let at = 0
  const take = (kind: Token['kind'], value: string) => {
    if (code !== '') tokens.push({ kind: 'code', value: code })
    code = ''
    tokens.push({ kind, value })
    at += value.length
  }
  const takeTemplate = (opening: string) => {
    const rest = matchAt(templatePart, source, at + opening.length) ?? ''
    take('text', opening + rest)
    if (rest.endsWith('${')) {
      templates.push(braces)
      braces += 1
    }
  }
  while (at < source.length) {
    const quoted = quotedAt(source, at, code)
    const character = source.charAt(at)
    if (quoted !== undefined) take(quoted.kind, quoted.value)
    else if (character === '`') takeTemplate('`')
    else if (character === '}' && templates.at(-1) === braces - 1) {
      templates.pop()
      braces -= 1
      takeTemplate('}')
    } else {
      if (character === '{') braces += 1
      if (character === '}') braces -= 1
      code += character
      at += 1
    }
  }
  if (code !== '') tokens.push({ kind: 'code', value: code })
  return tokens
}

function quotedAt(source: string, at: number, code: string): Token | undefined {
  for (const [kind, shape] of shapes) {
    const value = matchAt(shape, source, at)
    if (value !== undefined) return { kind, value }
  }
  if (source.charAt(at) !== '/' || !beforeExpression.test(code)) return undefined
  const value = matchAt(regularExpression, source, at)
  return value === undefined ? undefined : { kind: 'text', value }
}

function matchAt(shape: RegExp, source: string, at: number): string | undefined {
  shape.lastIndex = at
  return shape.exec(source)?.[0]
}
