import { createHash, createPublicKey } from 'node:crypto'

import { makeIdentity, type TestIdentity } from '#test/sso/test-certificates.ts'
import { type Signing, TestIdp } from '#test/sso/test-idp.ts'

import { inOtherWays, overOtherInformation, withoutKey } from './saml-algorithms.ts'
import {
  attack,
  evil,
  evilPerson,
  type Material,
  sayingTo,
  type Tally,
  type Variant,
} from './saml-attack.ts'
import type { World } from './saml-world.ts'
import { elementOf, filled, swap, unsigned } from './saml-xml.ts'

const signing = 'http://www.w3.org/2000/09/xmldsig#'

/** Signatures that are missing, of somebody else, of something else, or made in another way. */
export async function trySignatures(world: World, tally: Tally): Promise<void> {
  const { provider, idp } = world
  for (const [name, how] of Object.entries({
    'signed assertion': {},
    'signed answer': { response: true, assertion: false },
  } as const satisfies Record<string, Signing>)) {
    await attack(world, tally, {
      name,
      provider,
      honest: (begun) => idp.answer(sayingTo(world, begun), how),
      variants: (material) => [
        ...stripped(material),
        ...ofOthers(world, material, how),
        ...overOtherInformation(idp, material),
        ...withoutKey(idp, material, how),
        ...inOtherWays(idp, material, how),
      ],
    })
  }
}

function stripped({ xml, answer }: Material): Variant[] {
  const signature = elementOf(xml, 'Signature')
  const without = swap(xml, signature, '')
  const of = (from: RegExp | string, to: string) =>
    swap(xml, signature, signature.replace(from, to))
  return [
    ['no signature', without],
    ['no signature, another name', evil(without)],
    ['another name', evil(xml)],
    ['another address alone', xml.replace('honest.ann@', 'evil.ann@')],
    ['another shown name alone', xml.replace('Ann honest', 'Ann evil')],
    ['no value', of(/(<ds:SignatureValue>)[^<]*/, '$1')],
    ['no element of the value', of(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '')],
    ['two values', of(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '$&$&')],
    ['no digest', of(/(<ds:DigestValue>)[^<]*/, '$1')],
    ['no reference', of(/<ds:Reference .*<\/ds:Reference>/, '')],
    ['no information', of(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, '')],
    ['information twice', of(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, '$&$&')],
    ['an empty signature', swap(xml, signature, `<ds:Signature xmlns:ds="${signing}"/>`)],
    ['signature in another namespace', of(`"${signing}"`, '"urn:other"')],
    ['signature twice', swap(xml, signature, signature + signature)],
    ['signature behind another name', filled(evil(without), signature)],
    [
      'signature in the status',
      swap(without, '</samlp:Status>', `${signature}</samlp:Status>`),
    ],
    [
      'signature in the subject',
      swap(without, '</saml:Subject>', `${signature}</saml:Subject>`),
    ],
    ['signature as the root', signature],
    ['assertion alone', elementOf(xml, 'Assertion')],
    [
      'signature of another answer',
      swap(xml, signature, elementOf(answer(), 'Signature')),
    ],
    [
      'value of another answer',
      swap(xml, elementOf(xml, 'SignatureValue'), elementOf(answer(), 'SignatureValue')),
    ],
    [
      'digest of another answer',
      swap(xml, elementOf(xml, 'DigestValue'), elementOf(answer(), 'DigestValue')),
    ],
    [
      'information of another answer added',
      swap(xml, signature, filled(signature, elementOf(answer(), 'SignedInfo'))),
    ],
    [
      'digest of another name',
      swap(evil(xml), elementOf(xml, 'DigestValue'), digestOf(evil(unsigned(xml)))),
    ],
    [
      'digest of another name in a comment',
      evil(xml).replace(
        /(<ds:DigestValue>)/,
        `$1<!--${digestOf(evil(unsigned(xml)))}-->`,
      ),
    ],
  ]
}

function digestOf(text: string): string {
  const assertion = elementOf(text, 'Assertion')
  const digest = createHash('sha256').update(unsigned(assertion)).digest('base64')
  return `<ds:DigestValue>${digest}</ds:DigestValue>`
}

// To make a key takes long.
const stranger = makeIdentity({ name: 'idp' })
const short = makeIdentity({ bits: 1024 })

/** Signatures with other keys than that of the provider. */
function ofOthers(
  { idp, hostile, php }: World,
  { saying }: Material,
  how: Signing,
): Variant[] {
  const said = { ...saying(), ...evilPerson }
  const withKey = (identity: TestIdentity, keyInfo = '') =>
    idp.answer(said, { ...how, identity }).replace('</ds:SignatureValue>', `$&${keyInfo}`)
  const certificates = `<ds:KeyInfo><ds:X509Data>${x509(idp.identity)}${x509(stranger)}</ds:X509Data></ds:KeyInfo>`
  const { modulus, exponent } = rsaNumbers(stranger)
  return [
    ['key of a stranger', withKey(stranger)],
    ['key and certificate of a stranger', withKey(stranger, keyInfoOf(stranger))],
    [
      'key of a stranger, certificate of the provider',
      withKey(stranger, keyInfoOf(idp.identity)),
    ],
    ['key of a stranger, both certificates', withKey(stranger, certificates)],
    [
      'key of a stranger by its numbers',
      withKey(
        stranger,
        `<ds:KeyInfo><ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${modulus}</ds:Modulus><ds:Exponent>${exponent}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>`,
      ),
    ],
    [
      'key of a stranger by a name',
      withKey(stranger, '<ds:KeyInfo><ds:KeyName>idp</ds:KeyName></ds:KeyInfo>'),
    ],
    [
      'key of a stranger to be fetched',
      withKey(
        stranger,
        '<ds:KeyInfo><ds:RetrievalMethod URI="http://127.0.0.1:9/key"></ds:RetrievalMethod></ds:KeyInfo>',
      ),
    ],
    ['key of another provider', withKey(hostile.idp.identity)],
    [
      'key and certificate of another provider',
      withKey(hostile.idp.identity, keyInfoOf(hostile.idp.identity)),
    ],
    ['key of another kind of provider', withKey(php.identity)],
    [
      'key of another provider, under its own name',
      hostile.idp.answer({ ...said, issuer: hostile.idp.entityId }, how),
    ],
    ['key of a shorter kind', withKey(short)],
    [
      'a stranger within, the provider without a signature',
      new TestIdp(idp.entityId, stranger).answer(said, { response: true }),
    ],
  ]
}

function x509({ certificate }: TestIdentity): string {
  const inside = certificate.replaceAll(/-----[^-]*-----|\s/g, '')
  return `<ds:X509Certificate>${inside}</ds:X509Certificate>`
}

function keyInfoOf(identity: TestIdentity): string {
  return `<ds:KeyInfo><ds:X509Data>${x509(identity)}</ds:X509Data></ds:KeyInfo>`
}

function rsaNumbers({ certificate }: TestIdentity) {
  const { n = '', e = '' } = createPublicKey(certificate).export({ format: 'jwk' })
  return { modulus: inBase64(n), exponent: inBase64(e) }
}

function inBase64(text: string): string {
  return Buffer.from(text, 'base64url').toString('base64')
}
