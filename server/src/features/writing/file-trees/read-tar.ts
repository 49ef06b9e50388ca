import { Buffer } from 'node:buffer'

import { type ByteReader, byteReader } from './byte-reader.ts'

const blockBytes = 512
/** The most that a long path, and what else a header says of one file, may take. */
const longHeaderBytesMax = 1024 * 1024

/** An archive that is broken, or says more of a file than its bytes. */
export class TarError extends Error {
  override readonly name = 'TarError'
}

export interface TarEntry {
  readonly path: string
  /** False for a folder, and for a link, which leads to a place that nobody checked. */
  readonly isFile: boolean
  readonly size: number
  /** The bytes; what nobody reads of them is skipped when the next entry is asked for. */
  readonly body: AsyncIterable<Buffer>
}

interface Header {
  readonly path: string
  readonly size: number
  readonly type: string
}

/** What a header in front of an entry says of it. */
interface Long {
  readonly path?: string | undefined
  readonly size?: number | undefined
}

/** Reads the entries of a tar archive one after the other, holding no more than a chunk of it. */
export async function* readTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<TarEntry, void> {
  const bytes = byteReader(source)
  let shared: Long = {}
  let long: Long = {}
  for (;;) {
    const block = await bytes.take(blockBytes)
    if (block === undefined) return
    const header = headerOf(block)
    if (header === undefined) continue
    if ('gxLNK'.includes(header.type)) {
      const said = await readLong(bytes, header)
      if (header.type === 'g') shared = said
      else long = { ...long, ...said }
      continue
    }
    const entry = { ...header, ...defined(shared), ...defined(long) }
    long = {}
    yield* oneEntry(bytes, entry)
  }
}

async function* oneEntry(
  bytes: ByteReader,
  { path, type, size: announced }: Header,
): AsyncGenerator<TarEntry, void> {
  const size = type === '5' ? 0 : announced
  const { chunks: body, skip } = bytes.part(size)
  yield { path, isFile: type === '0' || type === '7', size, body }
  await skip()
  await skipPadding(bytes, size)
}

async function readLong(bytes: ByteReader, { type, size }: Header): Promise<Long> {
  if (size > longHeaderBytesMax) throw new TarError('A header is too long')
  const said = size === 0 ? Buffer.alloc(0) : await bytes.take(size)
  if (said === undefined) throw new TarError('The archive ends too early')
  await skipPadding(bytes, size)
  if (type === 'K') return {}
  return type === 'x' || type === 'g' ? paxOf(said) : { path: textOf(said) }
}

async function skipPadding(bytes: ByteReader, size: number): Promise<void> {
  const padding = (blockBytes - (size % blockBytes)) % blockBytes
  if (padding > 0) await bytes.take(padding)
}

const checksumOfZeros = 8 * 0x20

/** The sum of all bytes, where those of the checksum itself count as spaces. */
function checksumOf(block: Buffer): number {
  let sum = checksumOfZeros
  for (let index = 0; index < blockBytes; index += 1) {
    if (index < 148 || index >= 156) sum += block[index] ?? 0
  }
  return sum
}

/** The header that a block holds; undefined for a block of zeros, as at the end of an archive. */
function headerOf(block: Buffer): Header | undefined {
  const sum = checksumOf(block)
  if (sum === checksumOfZeros) return undefined
  if (sum !== numberOf(block.subarray(148, 156))) throw new TarError('No header')
  const magic = block.toString('latin1', 257, 263)
  if (magic !== 'ustar\0' && magic !== 'ustar ') throw new TarError('Unknown format')
  const name = textOf(block.subarray(0, 100))
  const prefix = magic === 'ustar\0' ? textOf(block.subarray(345, 500)) : ''
  const path = prefix === '' ? name : `${prefix}/${name}`
  const flag = block[156] === 0 ? '0' : block.toString('latin1', 156, 157)
  const type = flag === '0' && path.endsWith('/') ? '5' : flag
  return { path, type, size: numberOf(block.subarray(124, 136)) }
}

/** A number in octal digits, or in bytes when the first bit is set. */
function numberOf(field: Buffer): number {
  const [first = 0] = field
  const isBinary = (first & 0x80) !== 0
  const number = isBinary
    ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, first & 0x7f)
    : Number.parseInt(textOf(field).trim() || '0', 8)
  if (!Number.isSafeInteger(number) || number < 0) throw new TarError('No number')
  return number
}

function textOf(field: Buffer): string {
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end < 0 ? field.length : end)
}

/** The records of an extended header: `27 path=guides/start.md`, the length first. */
function paxOf(said: Buffer): Long {
  let path: string | undefined
  let size: number | undefined
  for (let start = 0; start < said.length;) {
    const space = said.indexOf(0x20, start)
    const length = Number(said.toString('latin1', start, space))
    if (space < 0 || !Number.isSafeInteger(length) || length <= space - start + 1) break
    const record = said.toString('utf8', space + 1, start + length - 1)
    if (record.startsWith('path=')) path = record.slice('path='.length)
    if (record.startsWith('size=')) size = Number(record.slice('size='.length))
    start += length
  }
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
    throw new TarError('No number')
  }
  return { path, size }
}

function defined({ path, size }: Long): Partial<Header> {
  return { ...(path !== undefined && { path }), ...(size !== undefined && { size }) }
}
