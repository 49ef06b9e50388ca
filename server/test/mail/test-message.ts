import assert from 'node:assert/strict'

export const from = 'Lectern <docs@lectern.example>'
export const hello = { to: 'ana@example.com', subject: 'Hello', text: 'A first line\r\n' }

/** Each would reach someone else, or add a header or a command, if taken literally. */
export const hostileAddresses = [
  'ana@example.com, eve@example.com',
  'ana@example.com;eve@example.com',
  'ana@example.com\r\nBcc: eve@example.com',
  'ana@example.com\nBcc: eve@example.com',
  'ana@example.com>\r\nRCPT TO:<eve@example.com',
  'ana@example.com\u0000',
  'ana@example.com\u2028Bcc: eve@example.com',
  'Ana <ana@example.com>',
  '<ana@example.com>',
  '"eve@example.net x"@example.com',
  'ana(comment)@example.com',
  'group:ana@example.com;',
  'ana@[127.0.0.1]',
  'ana@eve@example.com',
  'ana example.com',
  'ana@',
  '@example.com',
  '',
  `${'a'.repeat(65)}@example.com`,
]

export const hostileSubjects = [
  'Hi\r\nBcc: eve@example.com',
  'Hi\nBcc: eve@example.com',
  'Hi\rBcc: eve@example.com',
  'Hi\r\n\r\n<script>alert(1)</script>',
  'Hi\u0000\r\n\tfolded: yes',
  'Hi\u2028Bcc: eve@example.com',
  'Grüße\r\nBcc: eve@example.com',
]

export interface ParsedMessage {
  readonly names: string[]
  readonly body: string
  header(name: string): string
}

export function parseMessage(raw: string): ParsedMessage {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    names: headers.map(([name]) => name).toSorted(),
    body: raw.slice(end + 4),
    header: (name) => {
      const values = headers.filter(([other]) => other === name)
      assert.equal(values.length, 1, `exactly one ${name} header`)
      return values[0]?.[1] ?? ''
    },
  }
}

export function decodeBody(message: ParsedMessage): string {
  const encoding = message.header('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(message.body, 'base64').toString()
  if (encoding !== 'quoted-printable') return message.body
  return decodeHex(message.body.replace(/=\r\n/g, ''), '=')
}

/** One of the alternatives of a message, as text with plain line ends. */
export function partOf(message: ParsedMessage, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(message.header('content-type'))?.[1] ?? ''
  const parts = message.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parseMessage(part.trimStart()))
  const part = parts.find((candidate) =>
    candidate.header('content-type').startsWith(type),
  )
  if (part === undefined) throw new Error(`The mail has no part of type ${type}`)
  return decodeBody(part).replaceAll('\r\n', '\n')
}

export function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodeHex(word.replaceAll('_', ' '), '=', 'latin1'),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString())
}

function decodeHex(encoded: string, mark: string, as: BufferEncoding = 'utf8'): string {
  const escapes = new RegExp(`${mark}([\\dA-F]{2})`, 'g')
  const bytes = encoded.replace(escapes, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString(as)
}
