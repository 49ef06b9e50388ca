import { randomBytes } from 'node:crypto'

// The alphabet has ASCII order, so that ids sort by time under the "C" collation.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const length = 20
const randomBits = 77n
const randomMask = (1n << randomBits) - 1n

let lastMs = 0
let lastRandom = 0n

/**
 * A new id of 20 base62 characters: 42 bits of milliseconds, then 77 random bits; strictly
 * increasing within a process.
 */
export function newId(): string {
  for (;;) {
    const id = encode(nextNumber())
    // An all-digit id could be taken for a number where both are accepted.
    if (/[A-Za-z]/.test(id)) return id
  }
}

function nextNumber(): bigint {
  const nowMs = Date.now()
  if (nowMs > lastMs) {
    lastMs = nowMs
    lastRandom = BigInt(`0x${randomBytes(10).toString('hex')}`) & randomMask
  } else {
    // A small random step keeps ids of one millisecond ordered and still unguessable.
    lastRandom += BigInt(`0x${randomBytes(5).toString('hex')}`) + 1n
    if (lastRandom > randomMask) {
      lastMs += 1
      lastRandom &= randomMask >> 1n
    }
  }
  return (BigInt(lastMs) << randomBits) | lastRandom
}

function encode(value: bigint): string {
  let rest = value
  let text = ''
  for (let digit = 0; digit < length; digit += 1) {
    text = alphabet.charAt(Number(rest % 62n)) + text
    rest /= 62n
  }
  return text
}
