import { ExpressionError } from './expression-tree.ts'

export type Token =
  | { readonly type: 'number'; readonly value: number; readonly at: number }
  | { readonly type: 'text'; readonly value: string; readonly at: number }
  | { readonly type: 'word'; readonly value: string; readonly at: number }
  | { readonly type: 'sign'; readonly value: string; readonly at: number }
  | { readonly type: 'end'; readonly value: ''; readonly at: number }

const spacePattern = /[\s\uFEFF]+/y
const wordPattern = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy
const numberPattern = /(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
// Longer signs come first; `?.` is no sign before a digit, as in the condition `a?.5:1`.
const signPattern = /===|!==|==|!=|<=|>=|&&|\|\||\?\?|\?\.(?!\d)|[-+*/%!<>?:.,()[\]]/y

/** The tokens of an expression, the last of type `end`. */
export function tokens(source: string): readonly Token[] {
  const found: Token[] = []
  let at = 0
  while (at < source.length) {
    at += matchAt(spacePattern, source, at).length
    const token = tokenAt(source, at)
    if (token === undefined) break
    found.push(token.token)
    at = token.end
  }
  found.push({ type: 'end', value: '', at: source.length })
  return found
}

function tokenAt(
  source: string,
  at: number,
): { readonly token: Token; readonly end: number } | undefined {
  const first = source.charAt(at)
  if (first === '') return undefined
  if (first === '"' || first === "'") return textAt(source, at)
  const number = matchAt(numberPattern, source, at)
  if (number !== '') {
    const end = at + number.length
    if (matchAt(wordPattern, source, end) !== '' || isDigit(source.charAt(end))) {
      throw new ExpressionError(
        at,
        'This number is not written in a way that is understood',
      )
    }
    return { token: { type: 'number', value: Number(number), at }, end }
  }
  const word = matchAt(wordPattern, source, at)
  if (word !== '') {
    return { token: { type: 'word', value: word, at }, end: at + word.length }
  }
  const sign = matchAt(signPattern, source, at)
  if (sign !== '') {
    return { token: { type: 'sign', value: sign, at }, end: at + sign.length }
  }
  throw new ExpressionError(at, `'${first}' has no meaning here`)
}

function textAt(
  source: string,
  at: number,
): { readonly token: Token; readonly end: number } {
  const quote = source.charAt(at)
  let value = ''
  let end = at + 1
  while (source.charAt(end) !== quote) {
    const character = source.charAt(end)
    if (character === '' || character === '\n' || character === '\r') {
      throw new ExpressionError(at, 'This text has no closing quote')
    }
    const piece =
      character === '\\' ? escapeAt(source, end) : { value: character, length: 1 }
    value += piece.value
    end += piece.length
  }
  return { token: { type: 'text', value, at }, end: end + 1 }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
}
const codePattern = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\})/y

function escapeAt(
  source: string,
  at: number,
): { readonly value: string; readonly length: number } {
  const letter = source.charAt(at + 1)
  codePattern.lastIndex = at
  const code = codePattern.exec(source)
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
    if (point <= 0x10_ff_ff) {
      // A lone surrogate is one code unit, and stays one.
      return { value: String.fromCodePoint(point), length: code[0].length }
    }
  }
  if (/[\dxu\r\n\u2028\u2029]/.test(letter) || letter === '') {
    throw new ExpressionError(at, 'This escape has no meaning')
  }
  return { value: escapes[letter] ?? letter, length: 2 }
}

function matchAt(pattern: RegExp, source: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? ''
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
