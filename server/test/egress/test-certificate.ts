import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate for names and IPv4 addresses, so that no key is kept in the project. */
export function makeTestCertificate(
  names: readonly string[],
  addresses: readonly string[],
): { key: string; certificate: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = sequence(
    set(sequence(objectId('550403'), tag(0x0c, Buffer.from('Lectern test')))),
  )
  const year = new Date().getUTCFullYear() % 100
  const validity = sequence(utcTime(year - 1), utcTime(year + 1))
  const altNames = sequence(
    ...names.map((name) => tag(0x82, Buffer.from(name))),
    ...addresses.map((address) => tag(0x87, Buffer.from(address.split('.').map(Number)))),
  )
  const isAuthority = sequence(tag(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(objectId('551d11'), tag(0x04, altNames)),
    sequence(objectId('551d13'), tag(0x01, Buffer.from([0xff])), tag(0x04, isAuthority)),
  )
  const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
  const toSign = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer,
    validity,
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, extensions),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toSign, privateKey)])
  const der = sequence(toSign, ecdsaWithSha256, tag(0x03, signature))
  const lines = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function tag(number: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const header =
    length < 0x80 ? [number, length] : [number, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return tag(0x30, ...parts)
}

function set(...parts: Buffer[]): Buffer {
  return tag(0x31, ...parts)
}

function objectId(hex: string): Buffer {
  return tag(0x06, Buffer.from(hex, 'hex'))
}

function utcTime(year: number): Buffer {
  return tag(0x17, Buffer.from(`${String(year).padStart(2, '0')}0101000000Z`))
}
