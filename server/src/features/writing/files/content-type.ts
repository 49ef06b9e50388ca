import { extname } from 'node:path'

import { isContentType } from '#/platform/storage/storage-limits.ts'

import { invalidContentType } from './file-errors.ts'

const unknownType = 'application/octet-stream'

/** Types that browsers display: only the bytes can show that a file has one of these. */
const recognisedByBytes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'application/pdf',
])

const typeOfExtension: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.css': 'text/css',
  '.gz': 'application/gzip',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.ogg': 'audio/ogg',
  '.otf': 'font/otf',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
}

interface Told {
  readonly name: string
  /** The type that the caller declares; an invalid one is refused. */
  readonly declared?: string | undefined
  /** The type that came with the bytes; an invalid one is ignored. */
  readonly sent?: string | undefined
}

/** The type of a file: the bytes decide first, then a declared or sent type, then the name. */
export function contentTypeOf(head: Buffer, { name, declared, sent }: Told): string {
  if (declared !== undefined && !isContentType(declared)) {
    throw invalidContentType(declared)
  }
  const seen = typeOfBytes(head)
  if (seen !== undefined) return seen
  const said = declared ?? (sent !== undefined && isContentType(sent) ? sent : undefined)
  const type = said ?? typeOfExtension[extname(name).toLowerCase()] ?? unknownType
  return recognisedByBytes.has(essenceOf(type)) ? unknownType : type
}

/** The type without its parameters. */
export function essenceOf(contentType: string): string {
  return contentType.split(';', 1).join('').trim().toLowerCase()
}

function typeOfBytes(head: Buffer): string | undefined {
  const ascii = head.toString('latin1', 0, 16)
  if (ascii.startsWith('\x89PNG\r\n\x1A\n')) return 'image/png'
  if (ascii.startsWith('\xFF\xD8\xFF')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(ascii)) return 'image/gif'
  if (ascii.startsWith('RIFF') && ascii.startsWith('WEBP', 8)) return 'image/webp'
  if (ascii.startsWith('ftyp', 4) && isAvif(head)) return 'image/avif'
  if (ascii.startsWith('%PDF-')) return 'application/pdf'
  return beginsAsSvg(head) ? 'image/svg+xml' : undefined
}

/** Whether the first box lists a brand of AVIF. */
function isAvif(head: Buffer): boolean {
  const brandsEnd = Math.min(head.readUInt32BE(0), 128)
  return /avi[fs]/.test(head.toString('latin1', 8, brandsEnd))
}

/** Whether the root element is that of an SVG: a page that holds a drawing is a page. */
function beginsAsSvg(head: Buffer): boolean {
  let text = head.toString('utf8', 0, 4096).replace(/^\uFEFF/, '')
  for (;;) {
    text = text.trimStart()
    const end = endOfPreamble(text)
    if (end === undefined) return /^<svg[\s>]/.test(text)
    text = text.slice(end)
  }
}

/** The end of an XML declaration, a comment or a document type; undefined when there is none. */
function endOfPreamble(text: string): number | undefined {
  const [start, stop] =
    [
      ['<?xml', '?>'],
      ['<!--', '-->'],
      ['<!DOCTYPE svg', '>'],
    ].find(([begin = '']) => text.startsWith(begin)) ?? []
  if (start === undefined || stop === undefined) return undefined
  const at = text.indexOf(stop, start.length)
  return at === -1 ? text.length : at + stop.length
}
