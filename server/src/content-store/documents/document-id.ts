import { hash } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const parts = 4
/** As many digits as a plain number holds: long arithmetic is the costly part. */
const digitsPerPart = 8
const partSize = 62n ** BigInt(digitsPerPart)

/** The id of a document: 32 base62 characters, about 190 bits, of the SHA-256 of its bytes. */
export function documentIdOf(markdown: string): string {
  return documentIdOfDigest(hash('sha256', markdown))
}

/** The id of a document from the SHA-256 of its bytes, given as 64 hexadecimal digits. */
export function documentIdOfDigest(digest: string): string {
  let rest = BigInt(`0x${digest}`)
  let id = ''
  for (let part = 0; part < parts; part += 1) {
    let number = Number(rest % partSize)
    rest /= partSize
    for (let digit = 0; digit < digitsPerPart; digit += 1) {
      id += alphabet.charAt(number % 62)
      number = Math.floor(number / 62)
    }
  }
  return id
}
