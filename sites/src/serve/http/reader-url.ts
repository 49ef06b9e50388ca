export interface ReaderUrl {
  /**
   * The scheme and the name of the host in its one spelling, without a port: the api ignores ports,
   * so that nothing which is kept may differ by them.
   */
  readonly origin: string
  /** The origin as the reader's browser has it, with the port; nothing is kept by it. */
  readonly sentOrigin: string
  readonly isHttps: boolean
  /** The path as sent: percent-encoded, with a slash in front. */
  readonly path: string
  readonly query: string
}

const hostPattern = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/
/** The longest host: a name of 253 characters with a dot behind it, and a port. */
const hostCharactersMax = 260

/** The URL that the reader requested; undefined when the host or the path is invalid. */
export function readerUrl(
  protocol: 'http' | 'https',
  hostHeader: string | undefined,
  target: string,
): ReaderUrl | undefined {
  const host = hostIn(hostHeader)
  if (host === undefined) return undefined
  if (!target.startsWith('/') || target.length > pathCharactersMax) return undefined
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  return {
    origin: `${protocol}://${host.name}`,
    sentOrigin: `${protocol}://${host.name}${host.port}`,
    isHttps: protocol === 'https',
    path,
    query: mark === -1 ? '' : target.slice(mark + 1),
  }
}

/** The origin of a URL as `readerUrl` spells it; undefined for a host that no reader can name. */
export function originOf({ protocol, host }: URL): string | undefined {
  const name = hostIn(host)?.name
  return name === undefined ? undefined : `${protocol}//${name}`
}

interface Host {
  readonly name: string
  /** The port with its colon, or nothing. */
  readonly port: string
}

function hostIn(header: string | undefined): Host | undefined {
  if (header === undefined || header.length > hostCharactersMax) return undefined
  const [, sent = '', port = ''] = hostPattern.exec(header.toLowerCase()) ?? []
  const name = sent === '' ? undefined : spelledHost(sent)
  return name === undefined ? undefined : { name, port }
}

/**
 * The one spelling of a host: without the dot that ends a whole name, and numbers such as
 * `2130706433`, `127.1` and `[0:0::1]` as the address that they stand for.
 */
function spelledHost(sent: string): string | undefined {
  const name = sent.endsWith('.') ? sent.slice(0, -1) : sent
  // A last label that begins with a letter is never a number.
  if (/(?:^|\.)[a-z][a-z0-9_-]*$/.test(name)) return name
  const url = `http://${name}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

const pathCharactersMax = 4096
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unsafe = /[\u0000-\u001f\u007f/\\]/

/**
 * The one spelling of a path: no empty or dot segments, and each segment encoded the same way.
 * Undefined for a path that cannot be decoded, or with a segment that has an unsafe character.
 */
export function spelledPath(path: string): string | undefined {
  try {
    const segments = path
      .split('/')
      .map((segment) => decodeURIComponent(segment))
      .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    if (segments.some((segment) => unsafe.test(segment))) return undefined
    const spelled = `/${segments.map(encodeSegment).join('/')}`
    return path.endsWith('/') && spelled !== '/' ? `${spelled}/` : spelled
  } catch {
    return undefined
  }
}

/** Encodes a segment of a path; the characters `:@$,;+=&`, which it may hold, stay as they are. */
export function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replaceAll(/%(?:3A|40|24|2C|3B|2B|3D|26)/g, (code) =>
    decodeURIComponent(code),
  )
}

/** The query without the named parameters, with a `?` in front unless nothing is left. */
export function withoutParameters(query: string, names: readonly string[]): string {
  const parameters = new URLSearchParams(query)
  for (const name of names) parameters.delete(name)
  const rest = parameters.toString()
  return rest === '' ? '' : `?${rest}`
}
