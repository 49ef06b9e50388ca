export interface ReaderUrl {
  /** The scheme and host with port, as the reader's browser has them. */
  readonly origin: string
  readonly isHttps: boolean
  /** The path as sent: percent-encoded, with a slash in front. */
  readonly path: string
  readonly query: string
}

const hostPattern = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** The URL that the reader requested; undefined when the host or the path is invalid. */
export function readerUrl(
  protocol: string,
  hostHeader: string | undefined,
  target: string,
): ReaderUrl | undefined {
  const host = hostHeader?.toLowerCase()
  if (host === undefined || host.length > 512 || !hostPattern.test(host)) return undefined
  if (!target.startsWith('/') || target.length > pathCharactersMax) return undefined
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  return {
    origin: `${protocol}://${host}`,
    isHttps: protocol === 'https',
    path,
    query: mark === -1 ? '' : target.slice(mark + 1),
  }
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
