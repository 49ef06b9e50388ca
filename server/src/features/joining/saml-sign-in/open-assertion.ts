import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'

import { type ReadAnswer, withOpened } from './read-answer.ts'
import { SamlRefusal } from './saml-refusal.ts'
import { allElements, attributeOf, childOf, textOf, type XmlElement } from './xml-tree.ts'

const encryption = 'http://www.w3.org/2001/04/xmlenc#'
const signing = 'http://www.w3.org/2000/09/xmldsig#'
const wholeElement = `${encryption}Element`
const oaep = `${encryption}rsa-oaep-mgf1p`
const sha1 = `${signing}sha1`
const nonceBytes = 12
const tagBytes = 16

// What is encrypted in another way can be changed on its way, or opened by asking again and again.
const ciphers: Readonly<Record<string, 'aes-128-gcm' | 'aes-256-gcm'>> = {
  'http://www.w3.org/2009/xmlenc11#aes256-gcm': 'aes-256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm': 'aes-128-gcm',
}

/** What the metadata says that assertions may be encrypted with. */
export const encryptionMethods: readonly string[] = [...Object.keys(ciphers), oaep]

interface Sealed {
  readonly cipher: 'aes-128-gcm' | 'aes-256-gcm'
  readonly key: Buffer
  readonly text: Buffer
}

/** Opens the assertion of an answer with one of the keys; one that is not encrypted is as it was. */
export function openAnswer(
  answer: ReadAnswer,
  privateKeys: () => readonly string[],
): ReadAnswer {
  if (answer.encrypted === undefined) return answer
  const keys = privateKeys()
  if (keys.length === 0) throw new SamlRefusal('encrypted')
  const sealed = readSealed(answer.encrypted)
  for (const privateKey of keys) {
    const xml = opened(sealed, privateKey)
    if (xml !== undefined) return withOpened(answer, { xml, privateKey })
  }
  throw new SamlRefusal('unopened')
}

/** The parts of an encrypted assertion, in the one form that is accepted. */
function readSealed(encrypted: XmlElement): Sealed {
  const content = onlyAmong(encrypted, 'EncryptedData')
  const key = onlyAmong(encrypted, 'EncryptedKey')
  if (!encrypted.children.includes(content)) throw new SamlRefusal('structure')
  if (!isKeyOf(key, content, encrypted)) throw new SamlRefusal('structure')
  const type = attributeOf(content, 'Type') ?? wholeElement
  const cipher = ciphers[methodOf(content)]
  const digest = childOf(only(key, 'EncryptionMethod'), signing, 'DigestMethod')
  const isSha1 = digest === undefined || attributeOf(digest, 'Algorithm') === sha1
  if (cipher === undefined || methodOf(key) !== oaep || !isSha1) {
    throw new SamlRefusal('cipher')
  }
  if (type !== wholeElement) throw new SamlRefusal('structure')
  return { cipher, key: valueOf(key), text: valueOf(content) }
}

/** Whether a key stands in what it opens, or beside it and is named there. */
function isKeyOf(key: XmlElement, content: XmlElement, around: XmlElement): boolean {
  const inside = [...allElements(content)]
  const named = inside.filter(({ name }) => name === 'RetrievalMethod')
  if (inside.includes(key)) return named.length === 0
  const id = attributeOf(key, 'Id') ?? ''
  const [uri, ...more] = named.map((one) => attributeOf(one, 'URI'))
  const isName = /^[A-Za-z_][\w.-]{0,255}$/.test(id)
  return around.children.includes(key) && isName && uri === `#${id}` && more.length === 0
}

/** Undefined for what the key does not open. Nobody is told in which step that was seen. */
function opened({ cipher, key, text }: Sealed, privateKey: string): string | undefined {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const secret = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha1' }, key)
    const nonce = text.subarray(0, nonceBytes)
    const options = { authTagLength: tagBytes }
    const opening = createDecipheriv(cipher, secret, nonce, options)
    opening.setAuthTag(text.subarray(-tagBytes))
    const bytes = Buffer.concat([
      opening.update(text.subarray(nonceBytes, -tagBytes)),
      opening.final(),
    ])
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function methodOf(element: XmlElement): string {
  return attributeOf(only(element, 'EncryptionMethod'), 'Algorithm') ?? ''
}

function valueOf(element: XmlElement): Buffer {
  const value = textOf(only(only(element, 'CipherData'), 'CipherValue')) ?? ''
  const plain = value.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw new SamlRefusal('structure')
  const bytes = Buffer.from(plain, 'base64')
  if (bytes.length <= nonceBytes + tagBytes) throw new SamlRefusal('structure')
  return bytes
}

function only(element: XmlElement, name: string): XmlElement {
  const found = childOf(element, encryption, name)
  if (found === undefined) throw new SamlRefusal('structure')
  return found
}

/** The one element of that name, wherever it stands: a key stands beside what it opens, or in it. */
function onlyAmong(element: XmlElement, name: string): XmlElement {
  const [found, ...more] = [...allElements(element)].filter((one) => one.name === name)
  if (found === undefined || more.length > 0 || found.namespace !== encryption) {
    throw new SamlRefusal('structure')
  }
  return found
}
