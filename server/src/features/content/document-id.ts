import { createHash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 32

/** The id of a document: 32 base62 characters, about 190 bits, of the SHA-256 of its bytes. */
export function documentIdOf(markdown: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(markdown).digest('hex')}`)
  let id = ''
  for (let digit = 0; digit < length; digit += 1) {
    id += alphabet.charAt(Number(rest % 62n))
    rest /= 62n
  }
  return id
}
