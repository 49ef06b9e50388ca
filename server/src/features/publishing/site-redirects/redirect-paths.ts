const segmentsMax = 100
const lengthMax = 2048

/** A path of a site, taken apart and decoded. */
export type Segments = readonly string[]

/**
 * Reads a path as a browser would send it. A query, a fragment and slashes too many do not count, and
 * what is percent-encoded is decoded; undefined for what no reader can ask for.
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

/** What sources are compared by: they differ neither in upper and lower case nor in how they are encoded. */
export function sourceKeyOf(segments: Segments): string {
  const parts = segments.map((segment) =>
    segment.toLowerCase().replaceAll('%', '%25').replaceAll('/', '%2f'),
  )
  return `/${parts.join('/')}`
}

export function encodedPath(segments: Segments): string {
  return segments.map((segment) => encodeURIComponent(segment)).join('/')
}

/** What is no encoding of a text stays as it is written. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return segment.normalize('NFC')
  }
}
