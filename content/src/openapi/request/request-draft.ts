import { readValue } from './read-value.ts'
import { essenceOf, type RequestParameter, type RequestScheme } from './request-shape.ts'
import { encoded, inHeader, inPath, inQuery, type ParameterValue } from './serialize.ts'
import { piecesOf } from './servers.ts'

export type Header = readonly [name: string, value: string]

export interface Problem {
  /** A `parameterKey`, `secret:` and a scheme, `server`, `body`, or `body:` and a field. */
  readonly field: string
  readonly reason: 'required' | 'json' | 'path' | 'header' | 'server'
}

export interface Secret {
  readonly user?: string
  /** The key, token or password. */
  readonly value: string
}

export function parameterKey(parameter: Pick<RequestParameter, 'in' | 'name'>): string {
  return `${parameter.in}:${parameter.name}`
}

/** Headers that are no parameters: other parts of an operation say what they are. */
const namedElsewhere = new Set(['accept', 'content-type', 'authorization'])

/** The parts of a request while they are gathered. */
export class RequestDraft {
  readonly problems: Problem[] = []
  readonly headers: Header[] = []
  /** Cookies, which no page may send to another host. */
  readonly leftOut: string[] = []
  readonly #query: string[] = []
  readonly #path = new Map<string, string>()

  /** Adds what was typed for a parameter. */
  add(parameter: RequestParameter, typed: string): void {
    const field = parameterKey(parameter)
    if (typed === '') {
      const isMissing = parameter.isRequired === true && parameter.in !== 'cookie'
      if (isMissing) this.problems.push({ field, reason: 'required' })
      return
    }
    const read = readValue(parameter, typed)
    if (read.kind === 'wrong') this.problems.push({ field, reason: 'json' })
    else this.#place(parameter, read.value)
  }

  #place(parameter: RequestParameter, typed: ParameterValue): void {
    const { name, mediaType } = parameter
    // A value in a format of its own stands there as one text.
    const value = mediaType === undefined ? typed : asOneText(typed)
    switch (parameter.in) {
      case 'path':
        return this.#addStep(parameter, inPath(parameter, value))
      case 'query':
        this.#query.push(...inQuery(parameter, value))
        return
      case 'querystring':
        this.#query.push(wholeQuery(mediaType ?? '', typed))
        return
      case 'header':
        if (namedElsewhere.has(name.toLowerCase())) return
        return this.addHeader(parameterKey(parameter), [name, inHeader(parameter, value)])
      case 'cookie':
        this.leftOut.push(name)
    }
  }

  #addStep(parameter: RequestParameter, text: string): void {
    // Browsers take these for steps up the path, encoded or not.
    if (text === '.' || text === '..') {
      this.problems.push({ field: parameterKey(parameter), reason: 'path' })
    }
    this.#path.set(parameter.name, text)
  }

  /** Adds what was typed to sign in with. */
  sign(scheme: RequestScheme, { value, user = '' }: Secret): void {
    if (value === '' && user === '') return
    const { type, name = '', detail = '' } = scheme
    if (type === 'mutualTLS') return
    if (type !== 'apiKey') {
      const credentials = {
        basic: () => `Basic ${base64(`${user}:${value}`)}`,
        http: () => `${detail} ${value.trim()}`.trim(),
        bearer: () => `Bearer ${value.trim()}`,
        oauth2: () => `Bearer ${value.trim()}`,
        openIdConnect: () => `Bearer ${value.trim()}`,
      }
      this.addHeader(`secret:${scheme.id}`, ['Authorization', credentials[type]()])
    } else if (scheme.in === 'cookie') this.leftOut.push(name)
    else if (scheme.in === 'query') this.#query.push(`${encoded(name)}=${encoded(value)}`)
    else this.addHeader(`secret:${scheme.id}`, [name, value.trim()])
  }

  addHeader(field: string, [name, value]: Header): void {
    const isSendable =
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) &&
      /^[\t\u0020-\u007E\u0080-\u00FF]*$/.test(value)
    if (isSendable) this.headers.push([name, value])
    else this.problems.push({ field, reason: 'header' })
  }

  /** The path with its values and the query. What stands in braces and has none stays there. */
  pathOf(template: string): string {
    const [plain = '', ...later] = (template.split('#', 1)[0] ?? '').split('?')
    const path = piecesOf(plain)
      .map((piece) =>
        typeof piece === 'string'
          ? piece
          : (this.#path.get(piece.variable) ?? encoded(`{${piece.variable}}`)),
      )
      .join('')
    const query = [...later, ...this.#query].filter((part) => part !== '').join('&')
    const rooted = path.startsWith('/') ? path : `/${path}`
    return query === '' ? rooted : `${rooted}?${query}`
  }
}

function asOneText(value: ParameterValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function wholeQuery(mediaType: string, value: ParameterValue): string {
  const isForm = essenceOf(mediaType) === 'application/x-www-form-urlencoded'
  if (!isForm) return encoded(asOneText(value))
  if (typeof value !== 'object' || value === null) return String(value)
  return inQuery({ name: '', style: 'form', explode: true }, value).join('&')
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
