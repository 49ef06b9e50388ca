import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6

export interface SecretForm {
  /** A new secret: the prefix, which scanners recognise, random characters, 6 of checksum. */
  readonly mint: () => string
  readonly isWellFormed: (text: string) => boolean
}

/** A kind of secret by its prefix and the number of its random characters, 5.95 bits each. */
export function secretForm(prefix: string, randomLength: number): SecretForm {
  const lengthOfAll = prefix.length + randomLength + checksumLength
  return {
    mint() {
      let random = ''
      while (random.length < randomLength) {
        random += alphabet.charAt(randomInt(alphabet.length))
      }
      return `${prefix}${random}${checksumOf(prefix + random)}`
    },
    isWellFormed(text) {
      if (text.length !== lengthOfAll || !text.startsWith(prefix)) return false
      if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) {
        return false
      }
      return text.endsWith(checksumOf(text.slice(0, -checksumLength)))
    },
  }
}

/** The hash that is stored and looked up instead of a secret. */
export function hashOfSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
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
