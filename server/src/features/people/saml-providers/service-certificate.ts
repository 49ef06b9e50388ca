import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
} from 'node:crypto'
import { promisify } from 'node:util'

/** A key that assertions are encrypted for; both as PEM. */
export interface ServiceKey {
  readonly privateKey: string
  readonly certificate: string
}

const bits = 3072
// A certificate only carries the key: what it is trusted for is said where the metadata is read.
const validUntil = new Date(Date.UTC(2049, 11, 31))
const validFrom = new Date(Date.UTC(2020, 0, 1))
const rsaWithSha256 = sequence(oid('2a864886f70d01010b'), element(0x05))
const commonName = '550403'

/** A new key, with a certificate that it signed itself: providers take a key in no other form. */
export async function makeServiceKey(): Promise<ServiceKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKey, certificate: certificateOf(privateKey) }
}

function certificateOf(privateKey: string): string {
  const key = createPrivateKey(privateKey)
  const name = element(0x0c, Buffer.from('Lectern'))
  const subject = sequence(element(0x31, sequence(oid(commonName), name)))
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    rsaWithSha256,
    subject,
    sequence(time(validFrom), time(validUntil)),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = element(0x03, Buffer.from([0]), sign('sha256', body, key))
  const encoded = sequence(body, rsaWithSha256, signature).toString('base64')
  const lines = (encoded.match(/.{1,64}/g) ?? []).join('\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** An element of DER, the form that certificates are in. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size =
    length < 0x80
      ? [length]
      : length < 0x1_00
        ? [0x81, length]
        : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'))
}

/** A UTCTime: two digits of the year, and all else to the second. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return element(0x17, Buffer.from(`${digits}Z`))
}
