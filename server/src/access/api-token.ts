import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefix = 'lec_u_'
const randomLength = 32
const checksumLength = 6
const form = /^lec_u_[0-9A-Za-z]{38}$/

/** A new token: `lec_u_`, which scanners recognise, 32 random characters, 6 of checksum. */
export function mintToken(): string {
  let random = ''
  while (random.length < randomLength) {
    random += alphabet.charAt(randomInt(alphabet.length))
  }
  return `${prefix}${random}${checksumOf(prefix + random)}`
}

export function isWellFormedToken(token: string): boolean {
  if (!form.test(token)) return false
  const body = token.slice(0, -checksumLength)
  return token.endsWith(checksumOf(body))
}

/** The hash that is stored and looked up instead of the token. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  while (text.length < checksumLength) {
    text = alphabet.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
