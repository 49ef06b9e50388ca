import {
  constants,
  createHash,
  createHmac,
  privateEncrypt,
  sign,
  X509Certificate,
} from 'node:crypto'

import type { Signing, TestIdp } from '#test/sso/test-idp.ts'

import { evilPerson, type Material, type Variant } from './saml-attack.ts'
import { elementOf, filled, signatureIn, swap, unsigned } from './saml-xml.ts'

const signing = 'http://www.w3.org/2000/09/xmldsig#'
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const enveloped = `${signing}enveloped-signature`
const rsaSha256 = `${more}rsa-sha256`
const sha256Digest = 'http://www.w3.org/2001/04/xmlenc#sha256'

type SignBytes = (bytes: Buffer) => Buffer

/** Signatures of the provider itself, over information that says something else than it should. */
export function overOtherInformation(idp: TestIdp, { xml }: Material): Variant[] {
  const own: SignBytes = (bytes) => sign('sha256', bytes, idp.identity.privateKey)
  const changed = (from: string, to: string): string =>
    resigned(xml, (information) => swap(information, from, to), own)
  return [
    ...otherReferences(xml, changed),
    ...otherTransforms(xml, changed),
    ...otherCanonicalizations(changed),
    ...otherContents(xml),
  ]
}

type Change = (from: string, to: string) => string

function otherReferences(xml: string, changed: Change): Variant[] {
  const reference = elementOf(xml, 'Reference')
  const uri = /URI="[^"]*"/.exec(reference)?.[0] ?? ''
  const id = uri.slice('URI="#'.length, -1)
  const pointed = (to: string) => changed(uri, `URI="${to}"`)
  return [
    ['two references', changed(reference, reference + reference)],
    ['a reference to nothing', pointed('#_nothing')],
    ['a reference to the whole', pointed('')],
    ['a reference to elsewhere', pointed('http://127.0.0.1:9/x.xml')],
    ['a reference to a file', pointed('file:///etc/hostname')],
    ['a reference by path', pointed(`#xpointer(id('${id}'))`)],
    ['a reference to the root', pointed('#xpointer(/)')],
    ['a reference with a quote', pointed(`#${id}&apos;`)],
    ['a reference without its mark', pointed(id)],
    ['no address in the reference', changed(` ${uri}`, '')],
  ]
}

function otherTransforms(xml: string, changed: Change): Variant[] {
  const transforms = elementOf(xml, 'Transforms')
  const lists: Record<string, readonly string[]> = {
    'no transform': [],
    'enveloped alone': [enveloped],
    'exclusive alone': [exclusive],
    'transforms turned': [exclusive, enveloped],
    'three transforms': [enveloped, exclusive, exclusive],
    'a hundred transforms': [enveloped, ...Array<string>(100).fill(exclusive)],
    'inclusive transform': [enveloped, inclusive],
    'inclusive transform with comments': [enveloped, `${inclusive}#WithComments`],
    'exclusive transform with comments': [enveloped, `${exclusive}WithComments`],
    XSLT: [enveloped, 'http://www.w3.org/TR/1999/REC-xslt-19991116'],
    XPath: [enveloped, 'http://www.w3.org/TR/1999/REC-xpath-19991116'],
    'XPath filter': [enveloped, 'http://www.w3.org/2002/06/xmldsig-filter2'],
    base64: [enveloped, `${signing}base64`],
    'an unknown transform': [enveloped, 'urn:other'],
  }
  return [
    ['no transforms', changed(transforms, '')],
    ['transforms twice', changed(transforms, transforms + transforms)],
    ...Object.entries(lists).map(([name, algorithms]): Variant => [
      name,
      changed(transforms, transformsOf(algorithms)),
    ]),
  ]
}

function transformsOf(algorithms: readonly string[]): string {
  const each = algorithms.map(
    (algorithm) => `<ds:Transform Algorithm="${algorithm}"></ds:Transform>`,
  )
  return `<ds:Transforms>${each.join('')}</ds:Transforms>`
}

function otherCanonicalizations(changed: Change): Variant[] {
  return [inclusive, `${exclusive}WithComments`, 'urn:other', ''].map(
    (algorithm): Variant => [
      `canonicalization "${algorithm}"`,
      changed(canonicalizedBy(exclusive), canonicalizedBy(algorithm)),
    ],
  )
}

function canonicalizedBy(algorithm: string): string {
  return `<ds:CanonicalizationMethod Algorithm="${algorithm}">`
}

function otherContents(xml: string): Variant[] {
  const signature = elementOf(xml, 'Signature')
  const manifest = `<ds:Manifest>${elementOf(xml, 'Reference')}</ds:Manifest>`
  return [
    ['a manifest', `<ds:Object>${manifest}</ds:Object>`],
    ['an object', '<ds:Object></ds:Object>'],
    ['something else in the signature', '<x></x>'],
  ].map(([name = '', inside = '']): Variant => [
    name,
    swap(xml, signature, filled(signature, inside)),
  ])
}

/** Signatures that need no private key. */
export function withoutKey(idp: TestIdp, { answer }: Material, how: Signing): Variant[] {
  const { certificate } = idp.identity
  const { publicKey, raw } = new X509Certificate(certificate)
  const forged = answer(evilPerson, how)
  const by = (method: string, bytes: SignBytes): string =>
    resigned(forged, (information) => swap(information, rsaSha256, method), bytes)
  const secrets: Record<string, string | Buffer> = {
    certificate,
    'certificate without its line end': certificate.trim(),
    'bytes of the certificate': raw,
    key: publicKey.export({ type: 'spki', format: 'pem' }),
    'bytes of the key': publicKey.export({ type: 'spki', format: 'der' }),
    'empty text': '',
  }
  const hmacs = Object.entries(secrets).flatMap(([name, secret]) =>
    (['sha1', 'sha256'] as const).map((hash): Variant => {
      const method = hash === 'sha1' ? `${signing}hmac-sha1` : `${more}hmac-sha256`
      const bytes: SignBytes = (text) => createHmac(hash, secret).update(text).digest()
      return [`HMAC with the ${name}, ${hash}`, by(method, bytes)]
    }),
  )
  return [
    ...hmacs,
    ['no method', by('', () => Buffer.alloc(256))],
    ['the method none', by('none', () => Buffer.alloc(256))],
    ['a value of zeros', by(rsaSha256, () => Buffer.alloc(256))],
    ['a value of one', by(rsaSha256, () => Buffer.alloc(256).fill(1, 255))],
    [
      'a bare hash as the value',
      by(rsaSha256, (text) => createHash('sha256').update(text).digest()),
    ],
  ]
}

/** What the provider signs with its key, in a way that is not accepted. */
export function inOtherWays(idp: TestIdp, { answer }: Material, how: Signing): Variant[] {
  const { privateKey } = idp.identity
  const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }
  const by = (method: string, bytes: SignBytes): string =>
    resigned(
      answer({}, how),
      (information) => swap(information, rsaSha256, method),
      bytes,
    )
  const hashed =
    (hash: string): SignBytes =>
    (text) =>
      sign(hash, text, privateKey)
  const digested = (hash: string, method: string): string => {
    const xml = answer({}, how)
    const signed = signatureIn(xml) === undefined ? elementOf(xml, 'Assertion') : xml
    const digest = createHash(hash).update(unsigned(signed)).digest('base64')
    const edit = (information: string) =>
      information
        .replace(sha256Digest, method)
        .replace(/(<ds:DigestValue>)[^<]*/, `$1${digest}`)
    return resigned(xml, edit, hashed('sha256'))
  }
  return [
    ['RSA with SHA-1', answer({}, { ...how, hash: 'sha1' })],
    ['RSA with SHA-384', answer({}, { ...how, hash: 'sha384' })],
    ['SHA-1 in the value alone', by(`${signing}rsa-sha1`, hashed('sha1'))],
    ['SHA-512 under another name', by(rsaSha256, hashed('sha512'))],
    ['MD5', by(`${more}rsa-md5`, hashed('md5'))],
    ['DSA', by(`${signing}dsa-sha1`, hashed('sha1'))],
    ['ECDSA', by(`${more}ecdsa-sha256`, hashed('sha256'))],
    [
      'PSS',
      by('http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', (text) =>
        sign('sha256', text, pss),
      ),
    ],
    ['PSS under another name', by(rsaSha256, (text) => sign('sha256', text, pss))],
    [
      'a hash that says nothing of itself',
      by(rsaSha256, (text) =>
        privateEncrypt(privateKey, createHash('sha256').update(text).digest()),
      ),
    ],
    ['SHA-1 digest', digested('sha1', `${signing}sha1`)],
    ['MD5 digest', digested('md5', `${more}md5`)],
    ['SHA-384 digest', digested('sha384', `${more}sha384`)],
  ]
}

/** An answer whose information is edited, and then signed again. */
function resigned(
  xml: string,
  edit: (information: string) => string,
  bytes: SignBytes,
): string {
  const information = elementOf(xml, 'SignedInfo')
  const other = edit(information)
  const canonical = other.replace(
    '<ds:SignedInfo>',
    `<ds:SignedInfo xmlns:ds="${signing}">`,
  )
  const value = bytes(Buffer.from(canonical)).toString('base64')
  return swap(xml, information, other).replace(
    /(<ds:SignatureValue>)[^<]*/,
    (_whole, tag: string) => tag + value,
  )
}
