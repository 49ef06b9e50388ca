import { promisify } from 'node:util'
import { brotliDecompress, inflate } from 'node:zlib'

export type FontFormat = 'woff2' | 'woff'

/** The bytes of all tables of a font, as long as they may be once they are unpacked. */
const unpackedBytesMax = 32 * 1024 * 1024
const tablesMax = 128

const unbrotli = promisify(brotliDecompress)
const unzlib = promisify(inflate)

/** Tells the format of a font, having unpacked it; undefined for anything else. */
export async function formatOfFont(bytes: Buffer): Promise<FontFormat | undefined> {
  const signature = bytes.toString('latin1', 0, 4)
  if (signature !== 'wOF2' && signature !== 'wOFF') return undefined
  try {
    const tables =
      signature === 'wOF2' ? await tablesOfWoff2(bytes) : await tablesOfWoff(bytes)
    if (!isWholeFont(tables)) return undefined
    return signature === 'wOF2' ? 'woff2' : 'woff'
  } catch {
    // Reading past the end, or unpacking what is not packed: the bytes are no font.
    return undefined
  }
}

/** The unpacked tables of a font, by their names. */
type Tables = ReadonlyMap<string, Buffer>

const needed = ['cmap', 'head', 'hhea', 'hmtx', 'maxp']
const outlines = ['glyf', 'CFF ', 'CFF2']
const headMagicAt = 12
const headMagic = 0x5f0f3cf5

function isWholeFont(tables: Tables): boolean {
  const head = tables.get('head')
  return (
    needed.every((name) => (tables.get(name)?.length ?? 0) > 0) &&
    outlines.some((name) => tables.has(name)) &&
    head !== undefined &&
    head.length >= 54 &&
    head.readUInt32BE(headMagicAt) === headMagic
  )
}

/** Refuses a header that lies about the size, and collections, of which browsers take no face. */
function tableCountOf(bytes: Buffer): number {
  const flavor = bytes.readUInt32BE(4)
  const isSingle = [0x00010000, 0x4f54544f, 0x74727565].includes(flavor)
  const count = bytes.readUInt16BE(12)
  if (!isSingle || bytes.readUInt32BE(8) !== bytes.length) throw new NotAFont()
  if (count === 0 || count > tablesMax || bytes.readUInt16BE(14) !== 0) {
    throw new NotAFont()
  }
  return count
}

const woffHeaderBytes = 44
const woffEntryBytes = 20

async function tablesOfWoff(bytes: Buffer): Promise<Tables> {
  const tables = new Map<string, Buffer>()
  let room = unpackedBytesMax
  for (let index = 0; index < tableCountOf(bytes); index += 1) {
    const at = woffHeaderBytes + index * woffEntryBytes
    const [offset, packedSize, size] = [4, 8, 12].map((by) => bytes.readUInt32BE(at + by))
    const packed = part(bytes, offset ?? 0, packedSize ?? 0)
    room -= size ?? 0
    if (size === undefined || packed.length > size || room < 0) throw new NotAFont()
    const table =
      packed.length === size
        ? packed
        : await unzlib(packed, { maxOutputLength: Math.max(1, size) })
    if (table.length !== size) throw new NotAFont()
    tables.set(bytes.toString('latin1', at, at + 4), table)
  }
  return tables
}

const woff2HeaderBytes = 48

async function tablesOfWoff2(bytes: Buffer): Promise<Tables> {
  const count = tableCountOf(bytes)
  const packedSize = bytes.readUInt32BE(20)
  const sizes: (readonly [name: string, size: number])[] = []
  let at = woff2HeaderBytes
  let room = unpackedBytesMax
  for (let index = 0; index < count; index += 1) {
    const entry = woff2Entry(bytes, at)
    sizes.push([entry.name, entry.size])
    at = entry.end
    room -= entry.size
    if (room < 0) throw new NotAFont()
  }
  const size = unpackedBytesMax - room
  const whole = await unbrotli(part(bytes, at, packedSize), {
    maxOutputLength: Math.max(1, size),
  })
  if (whole.length !== size) throw new NotAFont()
  const tables = new Map<string, Buffer>()
  let from = 0
  for (const [name, length] of sizes) {
    tables.set(name, whole.subarray(from, from + length))
    from += length
  }
  return tables
}

/** The numbers of the tables that are looked for; the others only take their room. */
const woff2Names: Readonly<Record<number, string>> = {
  0: 'cmap',
  1: 'head',
  2: 'hhea',
  3: 'hmtx',
  4: 'maxp',
  10: 'glyf',
  11: 'loca',
  13: 'CFF ',
}
const namedInPlace = 63
const untransformedOutlines = 3

interface Woff2Entry {
  readonly name: string
  /** The size in the packed stream, before a transformation is undone. */
  readonly size: number
  readonly end: number
}

function woff2Entry(bytes: Buffer, start: number): Woff2Entry {
  const flags = bytes.readUInt8(start)
  const number = flags & 0x3f
  const isNamed = number === namedInPlace
  const name = isNamed
    ? bytes.toString('latin1', start + 1, start + 5)
    : (woff2Names[number] ?? `table ${number}`)
  const original = readBase128(bytes, start + (isNamed ? 5 : 1))
  const version = flags >> 6
  const isOutline = name === 'glyf' || name === 'loca'
  const isTransformed = version !== (isOutline ? untransformedOutlines : 0)
  if (!isTransformed) return { name, size: original.value, end: original.end }
  const transformed = readBase128(bytes, original.end)
  return { name, size: transformed.value, end: transformed.end }
}

/** A number of up to five bytes, seven bits in each. */
function readBase128(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0
  for (let at = start; at < start + 5; at += 1) {
    const byte = bytes.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + 1 }
  }
  throw new NotAFont()
}

function part(bytes: Buffer, offset: number, size: number): Buffer {
  if (offset + size > bytes.length) throw new NotAFont()
  return bytes.subarray(offset, offset + size)
}

class NotAFont extends Error {}
