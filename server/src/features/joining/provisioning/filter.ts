import { ignored, type Place, placeOf } from './attribute-places.ts'
import type { Attribute, ResourceKind } from './resource-schemas.ts'
import { invalidFilter } from './scim-errors.ts'

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const
export type Operator = (typeof operators)[number]

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | Comparison
  /** At least one element of a list fits the filter, whose places are within the element. */
  | { readonly kind: 'some'; readonly place: Place; readonly filter: Filter }
  /** About an attribute that nothing has here. */
  | { readonly kind: 'absent' }

export interface Comparison {
  readonly kind: 'compare'
  readonly place: Place
  readonly operator: Operator
  readonly value: string | number | boolean | null
}

const charactersMax = 1_000
const depthMax = 10
const termsMax = 20

// One of: a bracket, a string in JSON, a word (a path, an operator, a number, true, false, null).
const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/** Reads a filter of RFC 7644, section 3.4.2.2, about resources of one kind. */
export function parseFilter(text: string, kind: ResourceKind): Filter {
  const find = (path: string) => placeOf(kind, path)
  return new FilterReader(tokensOf(text), find).whole()
}

/** The filter in the brackets of a path: it is about the elements of one attribute. */
export function parseElementFilter(text: string, of: Attribute): Filter {
  return new FilterReader(tokensOf(text), (path) => partOf(of, path)).whole()
}

function partOf(of: Attribute, path: string): Place | undefined {
  const lower = path.toLowerCase()
  const attribute = of.subAttributes?.find(({ name }) => name.toLowerCase() === lower)
  return attribute && { attribute }
}

function tokensOf(text: string): string[] {
  if (text.length > charactersMax) {
    throw invalidFilter(`it is longer than ${charactersMax} characters`)
  }
  const tokens: string[] = []
  token.lastIndex = 0
  const whole = text.trimEnd()
  while (token.lastIndex < whole.length) {
    const found = token.exec(whole)
    if (found === null) throw invalidFilter('a text in it has no end')
    tokens.push(found[1] ?? found[2] ?? found[3] ?? '')
  }
  return tokens
}

type Find = (path: string) => Place | typeof ignored | undefined

class FilterReader {
  readonly #tokens: readonly string[]
  #find: Find
  #at = 0
  #depth = 0
  #terms = 0

  constructor(tokens: readonly string[], find: Find) {
    this.#tokens = tokens
    this.#find = find
  }

  whole(): Filter {
    const filter = this.#or()
    const rest = this.#tokens[this.#at]
    if (rest !== undefined) throw invalidFilter(`"${rest}" stands where it ends`)
    return filter
  }

  #or(): Filter {
    return this.#joined('or', () => this.#joined('and', () => this.#one()))
  }

  #joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const first = read()
    const parts = [first]
    while (this.#takes(kind)) parts.push(read())
    return parts.length === 1 ? first : { kind, parts }
  }

  #one(): Filter {
    if (this.#takes('not')) return { kind: 'not', part: this.#group('(', ')') }
    if (this.#tokens[this.#at] === '(') return this.#group('(', ')')
    return this.#term()
  }

  #group(open: string, close: string): Filter {
    this.#expect(open)
    this.#depth += 1
    if (this.#depth > depthMax) {
      throw invalidFilter(`it nests deeper than ${depthMax} levels`)
    }
    const filter = this.#or()
    this.#expect(close)
    this.#depth -= 1
    return filter
  }

  #term(): Filter {
    this.#terms += 1
    if (this.#terms > termsMax) {
      throw invalidFilter(`it has more than ${termsMax} comparisons`)
    }
    const path = this.#next('an attribute')
    const place = this.#find(path)
    if (place === undefined) throw invalidFilter(`"${path}" is no attribute`)
    if (place !== ignored && this.#tokens[this.#at] === '[') return this.#some(place)
    const compared = this.#comparison()
    return place === ignored
      ? { kind: 'absent' }
      : { kind: 'compare', place, ...compared }
  }

  /** `emails[type eq "work"]`, and `emails[type eq "work"].value eq "…"` as directories send it. */
  #some(place: Place): Filter {
    const outer = this.#find
    this.#find = (path) => partOf(place.attribute, path)
    const filter = this.#group('[', ']')
    const behind = this.#tokens[this.#at]
    const parts = [filter]
    if (behind?.startsWith('.') === true) {
      this.#at += 1
      const sub = partOf(place.attribute, behind.slice(1))
      if (sub === undefined) throw invalidFilter(`"${behind}" is no part of it`)
      parts.push({ kind: 'compare', place: sub, ...this.#comparison() })
    }
    this.#find = outer
    return {
      kind: 'some',
      place,
      filter: parts.length === 1 ? filter : { kind: 'and', parts },
    }
  }

  #comparison(): Pick<Comparison, 'operator' | 'value'> {
    const word = this.#next('an operator')
    const operator = operators.find((one) => one === word.toLowerCase())
    if (operator === undefined) throw invalidFilter(`"${word}" is no operator`)
    if (operator === 'pr') return { operator, value: null }
    return { operator, value: valueOf(this.#next('a value')) }
  }

  #takes(word: string): boolean {
    const isNext = this.#tokens[this.#at]?.toLowerCase() === word
    if (isNext) this.#at += 1
    return isNext
  }

  #expect(bracket: string): void {
    if (this.#next(`"${bracket}"`) !== bracket) throw invalidFilter(`"${bracket}" lacks`)
  }

  #next(what: string): string {
    const next = this.#tokens[this.#at]
    if (next === undefined) throw invalidFilter(`it ends where ${what} should stand`)
    this.#at += 1
    return next
  }
}

function valueOf(word: string): Comparison['value'] {
  let value: unknown
  try {
    value = JSON.parse(word.startsWith('"') ? word : word.toLowerCase())
  } catch {
    throw invalidFilter(`${word} is no value; texts stand in double quotes`)
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return value
  }
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalidFilter(`${word} is no value`)
}
