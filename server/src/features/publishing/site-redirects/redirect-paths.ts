const segmentsMax = 100
const lengthMax = 2048

/** The decoded segments of a path on a site. */
export type Segments = readonly string[]

/**
 * Reads a path as a browser would send it: ignores the query, the fragment and repeated slashes,
 * and decodes percent-encoding. Undefined for a path that no reader can request.
 */
export function segmentsOf(path: string): Segments | undefined {
  if (path.length > lengthMax) return undefined
  const [plain = ''] = path.split(/[?#]/, 1)
  const segments = plain
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded)
  const isUsable =
    segments.length <= segmentsMax &&
    segments.every((segment) => segment !== '.' && segment !== '..') &&
    segments.every((segment) => segment.isWellFormed() && !/\p{Cc}/u.test(segment))
  return isUsable ? segments : undefined
}

/** The key that sources are compared by: it ignores letter case and encoding. */
export function sourceKeyOf(segments: Segments): string {
  const parts = segments.map((segment) =>
    segment.toLowerCase().replaceAll('%', '%25').replaceAll('/', '%2f'),
  )
  return `/${parts.join('/')}`
}

export function encodedPath(segments: Segments): string {
  return segments.map((segment) => encodeURIComponent(segment)).join('/')
}

/** The decoded and normalized segment; invalid percent-encoding stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return segment.normalize('NFC')
  }
}
