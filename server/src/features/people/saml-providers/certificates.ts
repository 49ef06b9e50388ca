import { X509Certificate } from 'node:crypto'

const certificatesMax = 2
const keyBitsMin = 2048
// A larger key makes every signature dear to check.
const keyBitsMax = 8192
const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g

/** The certificates in a text: PEM blocks, or the bare base64 of one. Undefined: something else. */
export function certificatesIn(text: string): readonly X509Certificate[] | undefined {
  const blocks = [...text.matchAll(block)].map(([, inside = '']) => inside)
  const rest = text.replaceAll(block, '').trim()
  if (rest !== '' && blocks.length > 0) return undefined
  const encoded = blocks.length > 0 ? blocks : [rest]
  try {
    return encoded.map(certificateFrom)
  } catch {
    return undefined
  }
}

/** What is wrong with the certificates of an identity provider; undefined for nothing. */
export function certificateProblem(text: string): string | undefined {
  const certificates = certificatesIn(text)
  if (certificates === undefined) {
    return 'must be an X.509 certificate, as PEM or as its bare base64'
  }
  if (certificates.length > certificatesMax) {
    return `must hold ${certificatesMax} certificates at most`
  }
  const isUsable = certificates.every(
    ({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }) => {
      const bits = asymmetricKeyDetails?.modulusLength ?? 0
      return asymmetricKeyType === 'rsa' && bits >= keyBitsMin && bits <= keyBitsMax
    },
  )
  return isUsable
    ? undefined
    : `must have an RSA key of ${keyBitsMin} to ${keyBitsMax} bits`
}

function certificateFrom(encoded: string): X509Certificate {
  const plain = encoded.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw new Error('not base64')
  const bytes = Buffer.from(plain, 'base64')
  const certificate = new X509Certificate(bytes)
  // What stands behind a certificate would be kept without having been looked at.
  if (!certificate.raw.equals(bytes)) throw new Error('more than a certificate')
  return certificate
}
