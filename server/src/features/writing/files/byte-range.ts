import type { ByteRange } from '#/platform/storage/storage.ts'

/**
 * The part of a file that a Range header asks for: `whole` for no header, nonsense or several
 * ranges at once, as a server may treat it; `outside` when no byte of the file is in the range.
 */
export function requestedRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'whole' | 'outside' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined) return 'whole'
  if (first === '') return last === '' ? 'whole' : lastBytes(Number(last), sizeBytes)
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= sizeBytes) return 'outside'
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  return { start, end }
}

function lastBytes(count: number, sizeBytes: number): ByteRange | 'outside' {
  if (count === 0 || sizeBytes === 0) return 'outside'
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 }
}
