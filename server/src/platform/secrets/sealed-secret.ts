import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import {
  deriveKey,
  keyIdLength,
  keyIdOfSecretKey,
  requireSecretKeys,
} from '#/platform/secrets/secret-key.ts'

export interface Sealer {
  /** `boundTo` names the row the secret lives in; the sealed text opens nowhere else. */
  seal(plain: string | Buffer, boundTo: string): string
  unseal(sealed: string, boundTo: string): Buffer
  /** The secret sealed with the first secret key; undefined when it already is. */
  reseal(sealed: string, boundTo: string): string | undefined
  keyIdOf(sealed: string): string
}

export class UnsealError extends Error {
  override readonly name = 'UnsealError'
}

interface WrappingKey {
  readonly id: string
  readonly bytes: Buffer
}

interface SealedParts {
  readonly keyId: string
  readonly wrappedDataKey: Buffer
  readonly ciphertext: Buffer
}

const version = 'v1'
const algorithm = 'aes-256-gcm'
const dataKeyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/**
 * Seals secrets as `v1.<key id>.<data key, wrapped>.<secret, encrypted with the data key>`.
 * Rotation wraps the data key again and leaves the encrypted secret unchanged.
 */
export function createSealer(secretKeys: readonly string[]): Sealer {
  const [first, ...others] = requireSecretKeys(secretKeys)
  const sealingKey = openWrappingKey(first)
  const keys = new Map(
    [sealingKey, ...others.map(openWrappingKey)].map((key) => [key.id, key]),
  )

  function unwrap(parts: SealedParts, boundTo: string): Buffer {
    const key = keys.get(parts.keyId)
    if (key === undefined) throw unknownKey(parts.keyId, boundTo)
    return decrypt(key.bytes, parts.wrappedDataKey, wrapScope(key, boundTo), boundTo)
  }

  function wrap(dataKey: Buffer, boundTo: string): string {
    const wrapped = encrypt(sealingKey.bytes, dataKey, wrapScope(sealingKey, boundTo))
    return `${version}.${sealingKey.id}.${wrapped.toString('base64url')}`
  }

  return {
    seal(plain, boundTo) {
      const dataKey = randomBytes(dataKeyBytes)
      const ciphertext = encrypt(dataKey, Buffer.from(plain), secretScope(boundTo))
      return `${wrap(dataKey, boundTo)}.${ciphertext.toString('base64url')}`
    },
    unseal(sealed, boundTo) {
      const parts = parse(sealed, boundTo)
      const dataKey = unwrap(parts, boundTo)
      return decrypt(dataKey, parts.ciphertext, secretScope(boundTo), boundTo)
    },
    reseal(sealed, boundTo) {
      const parts = parse(sealed, boundTo)
      if (parts.keyId === sealingKey.id) return undefined
      const dataKey = unwrap(parts, boundTo)
      return `${wrap(dataKey, boundTo)}.${parts.ciphertext.toString('base64url')}`
    },
    keyIdOf: (sealed) => parse(sealed, 'whose key was asked for').keyId,
  }
}

function openWrappingKey(secretKey: string): WrappingKey {
  return {
    id: keyIdOfSecretKey(secretKey),
    bytes: deriveKey(secretKey, 'seal', dataKeyBytes),
  }
}

function wrapScope(key: WrappingKey, boundTo: string): Buffer {
  return Buffer.from(JSON.stringify([version, 'data key', key.id, boundTo]))
}

function secretScope(boundTo: string): Buffer {
  return Buffer.from(JSON.stringify([version, 'secret', boundTo]))
}

function encrypt(key: Buffer, plain: Buffer, scope: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(scope)
  const encrypted = [cipher.update(plain), cipher.final()]
  return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Buffer, scope: Buffer, boundTo: string): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw damaged(boundTo)
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(scope)
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const encrypted = sealed.subarray(nonceBytes, -tagBytes)
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  } catch (cause) {
    throw damaged(boundTo, cause)
  }
}

function parse(sealed: string, boundTo: string): SealedParts {
  const [given, keyId, wrappedDataKey, ciphertext, ...rest] = sealed.split('.')
  if (
    given !== version ||
    keyId?.length !== keyIdLength ||
    wrappedDataKey === undefined ||
    ciphertext === undefined ||
    rest.length > 0
  ) {
    throw damaged(boundTo)
  }
  return {
    keyId,
    wrappedDataKey: decode(wrappedDataKey, boundTo),
    ciphertext: decode(ciphertext, boundTo),
  }
}

/** The bytes of base64url text; accepts only the canonical spelling, so no altered text opens. */
function decode(text: string, boundTo: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw damaged(boundTo)
  return bytes
}

function unknownKey(keyId: string, boundTo: string): UnsealError {
  return new UnsealError(
    `The secret ${boundTo} is sealed with the secret key ${keyId}, which is not in SECRET_KEYS. Add that key at the end of SECRET_KEYS and run "lectern-server secrets rotate" before removing it, or set the secret again.`,
  )
}

function damaged(boundTo: string, cause?: unknown): UnsealError {
  return new UnsealError(
    `The sealed text of the secret ${boundTo} was altered, cut short or made for another row. Restore the row from a backup, or set the secret again.`,
    { cause },
  )
}
