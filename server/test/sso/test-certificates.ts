import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

export interface TestIdentity {
  /** PKCS#8, as PEM. */
  readonly privateKey: string
  readonly certificate: string
}

interface Making {
  readonly bits?: number
  readonly name?: string
  readonly curve?: string
  /** When the certificate ends, if not in five years. */
  readonly ends?: Date
}

/** A key with a certificate that it signed itself, valid for ten years around now or as given. */
export function makeIdentity({
  bits = 2048,
  name = 'idp',
  curve,
  ends = newYear(5),
}: Making = {}): TestIdentity {
  const keys: Record<'privateKey', string> =
    curve === undefined
      ? generateKeyPairSync('rsa', {
          modulusLength: bits,
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        })
      : generateKeyPairSync('ec', {
          namedCurve: curve,
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
          publicKeyEncoding: { type: 'spki', format: 'pem' },
        })
  const { privateKey } = keys
  const key = createPrivateKey(privateKey)
  return {
    privateKey,
    certificate: selfSigned(key, { name, ends, isCurve: curve !== undefined }),
  }
}

function selfSigned(
  key: KeyObject,
  { name, ends, isCurve }: Readonly<{ name: string; ends: Date; isCurve: boolean }>,
): string {
  const algorithm = isCurve ? sequence(oid('2a8648ce3d040302')) : rsaWithSha256
  const subject = sequence(set(sequence(oid('550403'), element(0x0c, Buffer.from(name)))))
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(time(newYear(-5)), time(ends)),
    subject,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, key)
  const whole = sequence(body, algorithm, element(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, ...parts)
}

function set(...parts: readonly Buffer[]): Buffer {
  return element(0x31, ...parts)
}

function oid(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'))
}

function newYear(from: number): Date {
  return new Date(Date.UTC(new Date().getUTCFullYear() + from, 0))
}

/** A UTCTime: two digits of the year, and all else to the second. */
function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/g, '').slice(2, 14)
  return element(0x17, Buffer.from(`${digits}Z`))
}

const rsaWithSha256 = sequence(oid('2a864886f70d01010b'), element(0x05))
