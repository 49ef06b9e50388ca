import {
  constants,
  createCipheriv,
  publicEncrypt,
  randomBytes,
  X509Certificate,
} from 'node:crypto'

const encryption = 'http://www.w3.org/2001/04/xmlenc#'
const signing = 'http://www.w3.org/2000/09/xmldsig#'

export const encryptionAlgorithms = {
  'aes-128-gcm': 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'aes-256-gcm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'aes-128-cbc': `${encryption}aes128-cbc`,
  'aes-256-cbc': `${encryption}aes256-cbc`,
} as const

const transports = {
  oaep: {
    name: `${encryption}rsa-oaep-mgf1p`,
    padding: constants.RSA_PKCS1_OAEP_PADDING,
  },
  pkcs1: { name: `${encryption}rsa-1_5`, padding: constants.RSA_PKCS1_PADDING },
}

export interface Encrypting {
  readonly cipher?: keyof typeof encryptionAlgorithms
  readonly transport?: keyof typeof transports
  readonly hash?: 'sha1' | 'sha256'
  /** What the algorithm is said to be, where that is another. */
  readonly said?: string
  /** Whether the key stands beside what it opens, and not in it. */
  readonly isBeside?: boolean
}

/** What an identity provider sends in place of an assertion that it encrypts for a certificate. */
export function encryptedAssertion(
  assertion: string,
  certificate: string,
  {
    cipher = 'aes-256-gcm',
    transport = 'oaep',
    hash = 'sha1',
    said = encryptionAlgorithms[cipher],
    isBeside = false,
  }: Encrypting = {},
): string {
  const secret = randomBytes(cipher.includes('128') ? 16 : 32)
  const parts = sealedParts(assertion, cipher, secret)
  const sealedKey = sealedKeyOf(secret, certificate, { transport, hash, isBeside })
  const named = `<ds:RetrievalMethod Type="${encryption}EncryptedKey" URI="#_key"></ds:RetrievalMethod>`
  const inside = `<ds:KeyInfo xmlns:ds="${signing}">${isBeside ? named : sealedKey}</ds:KeyInfo>`
  const content = Buffer.concat(parts).toString('base64')
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="${encryption}" Type="${encryption}Element"><xenc:EncryptionMethod Algorithm="${said}"></xenc:EncryptionMethod>${inside}<xenc:CipherData><xenc:CipherValue>${content}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>${isBeside ? sealedKey : ''}</saml:EncryptedAssertion>`
}

/** The nonce, the text and, with GCM, the tag. */
function sealedParts(
  text: string,
  cipher: keyof typeof encryptionAlgorithms,
  secret: Buffer,
): Buffer[] {
  if (cipher === 'aes-128-cbc' || cipher === 'aes-256-cbc') {
    const nonce = randomBytes(16)
    const sealing = createCipheriv(cipher, secret, nonce)
    return [nonce, sealing.update(text, 'utf8'), sealing.final()]
  }
  const nonce = randomBytes(12)
  const sealing = createCipheriv(cipher, secret, nonce)
  return [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]
}

/** The secret of an assertion, for whoever has the key of the certificate. */
function sealedKeyOf(
  secret: Buffer,
  certificate: string,
  {
    transport,
    hash,
    isBeside,
  }: Required<Pick<Encrypting, 'transport' | 'hash' | 'isBeside'>>,
): string {
  const { name, padding } = transports[transport]
  const key = new X509Certificate(certificate).publicKey
  const options = transport === 'oaep' ? { oaepHash: hash } : {}
  const wrapped = publicEncrypt({ key, padding, ...options }, secret).toString('base64')
  const digest =
    hash === 'sha1'
      ? ''
      : `<ds:DigestMethod xmlns:ds="${signing}" Algorithm="${encryption}sha256"/>`
  const own = isBeside ? ` xmlns:xenc="${encryption}" Id="_key"` : ''
  return `<xenc:EncryptedKey${own}><xenc:EncryptionMethod Algorithm="${name}">${digest}</xenc:EncryptionMethod><xenc:CipherData><xenc:CipherValue>${wrapped}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>`
}
