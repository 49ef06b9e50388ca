import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an app shows for a secret, now or some half minutes from now (RFC 6238, by its text). */
export function appCode(secret: string, stepsFromNow = 0): string {
  const step = Math.floor(Date.now() / 30_000) + stepsFromNow
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (character) =>
    alphabet.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/** Waits where a half minute is about to end, so that what follows lies within one. */
export async function beginOfStep(neededMs = 8000): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs > neededMs) return
  await new Promise((resolve) => {
    setTimeout(resolve, leftMs + 50)
  })
}
