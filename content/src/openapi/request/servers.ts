import type { RequestServer } from './request-shape.ts'

type ServerTemplate = Pick<RequestServer, 'url' | 'variables'>

/** More hosts than these no page may call. */
export const originsMax = 20
const hostCharactersMax = 253

/** The address of a server with the values of its variables; undefined for one that cannot be called. */
export function serverUrl(
  server: ServerTemplate,
  values: ReadonlyMap<string, string>,
): string | undefined {
  const { origin, path } = dividedAt(server.url)
  const host = filled(origin, (name) => {
    const choices = hostChoices(server, name)
    const chosen = values.get(name)
    return chosen !== undefined && choices.includes(chosen) ? chosen : choices[0]
  })
  const safe = safeOrigin(host)
  if (safe === undefined) return undefined
  const rest = filled(path, (name) => {
    const variable = server.variables.find((each) => each.name === name)
    return values.get(name) ?? variable?.default
  })
  const url = URL.canParse(safe + rest) ? new URL(safe + rest) : undefined
  if (url?.origin !== safe) return undefined
  return (url.origin + url.pathname).replace(/\/$/, '')
}

/** Whether a variable decides which host is asked: it takes only values that the document names. */
export function isHostVariable({ url }: ServerTemplate, name: string): boolean {
  return dividedAt(url).origin.includes(`{${name}}`)
}

/** The path of a server, with its variables in braces. */
export function serverPath({ url }: Pick<ServerTemplate, 'url'>): string {
  return dividedAt(url).path
}

/** The values that a variable of a host may have, its default first. */
export function hostChoices(
  { variables }: ServerTemplate,
  name: string,
): readonly string[] {
  const variable = variables.find((each) => each.name === name)
  if (variable === undefined) return []
  const { default: first, values } = variable
  if (values === undefined || values.length === 0) return [first]
  return values.includes(first)
    ? [first, ...values.filter((value) => value !== first)]
    : values
}

/** The origins that these servers may have, whatever is chosen for their variables. */
export function serverOrigins(servers: readonly ServerTemplate[]): readonly string[] {
  const origins = new Set<string>()
  for (const server of servers) {
    for (const host of hostsOf(server)) {
      const origin = safeOrigin(host)
      if (origin !== undefined) origins.add(origin)
      if (origins.size === originsMax) return [...origins]
    }
  }
  return [...origins]
}

/**
 * The origin of a web address, if it is safe to stand in a policy: browsers take more characters in
 * hosts than names have, among them those that would end a directive or stand for any host.
 */
export function safeOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, hostname, origin } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  if (username !== '' || password !== '') return undefined
  if (hostname.length > hostCharactersMax) return undefined
  const isNamed = hostname
    .split('.')
    .every((label) => /^[a-z0-9-]+$/.test(label) && !/^-|-$/.test(label))
  return isNamed ? origin : undefined
}

/** Whether pages may ask an origin: without encryption only where the page has none, or at home. */
export function mayAsk(origin: string, isPageSecure: boolean): boolean {
  return origin.startsWith('https:') || !isPageSecure || isLoopback(origin)
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  )
}

/** All hosts of a server, the default ones first; only the first of very many. */
function hostsOf(server: ServerTemplate): readonly string[] {
  let hosts = ['']
  for (const piece of piecesOf(dividedAt(server.url).origin)) {
    const choices =
      typeof piece === 'string' ? [piece] : hostChoices(server, piece.variable)
    hosts = hosts
      .flatMap((before) => choices.map((choice) => before + choice))
      .slice(0, originsMax)
  }
  return hosts
}

/** The part of an address that says whom it asks, and the rest, without query and fragment. */
function dividedAt(url: string): { readonly origin: string; readonly path: string } {
  const from = url.indexOf('://')
  if (from === -1) return { origin: '', path: url }
  const length = url.slice(from + 3).search(/[/\\?#]/)
  const end = length === -1 ? url.length : from + 3 + length
  return { origin: url.slice(0, end), path: url.slice(end).split(/[?#]/, 1)[0] ?? '' }
}

function filled(template: string, valueOf: (name: string) => string | undefined): string {
  return piecesOf(template)
    .map((piece) => (typeof piece === 'string' ? piece : (valueOf(piece.variable) ?? '')))
    .join('')
}

export type TemplatePiece = string | { readonly variable: string }

/** A template as its text and the names in braces, in their order. */
export function piecesOf(template: string): readonly TemplatePiece[] {
  const pieces: TemplatePiece[] = []
  let from = 0
  while (from < template.length) {
    const open = template.indexOf('{', from)
    const close = open === -1 ? -1 : template.indexOf('}', open)
    if (close === -1) break
    if (open > from) pieces.push(template.slice(from, open))
    pieces.push({ variable: template.slice(open + 1, close) })
    from = close + 1
  }
  if (from < template.length) pieces.push(template.slice(from))
  return pieces
}
