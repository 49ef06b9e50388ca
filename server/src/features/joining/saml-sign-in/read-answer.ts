import { SamlRefusal } from './saml-refusal.ts'
import {
  allElements,
  attributeOf,
  childOf,
  childrenOf,
  parseXml,
  textOf,
  type XmlElement,
} from './xml-tree.ts'

export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signing = 'http://www.w3.org/2000/09/xmldsig#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = `${signing}enveloped-signature`
const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
])
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

export const answerBytesMax = 256 * 1024

/** An answer that has the form it should have; nothing of it is proven yet. */
export interface ReadAnswer {
  readonly xml: string
  readonly response: XmlElement
  readonly isResponseSigned: boolean
  readonly isAssertionSigned: boolean
  readonly assertionId: string
  /** The request that it says it answers. */
  readonly inResponseTo: string
  /** What has to be opened before anything is known of the assertion. */
  readonly encrypted?: XmlElement
  /** The assertion that was encrypted, and the key that opened it. */
  readonly opened?: { readonly xml: string; readonly privateKey: string }
}

/** Reads what a browser brings, and refuses whatever is not of the one form that is accepted. */
export function readAnswer(encoded: string): ReadAnswer {
  const xml = textFrom(encoded)
  const response = parseXml(xml)
  requireName(response, protocol, 'Response')
  const everything = [...allElements(response)]
  refuseRepeatedIds(everything)
  const encrypted = childOf(response, assertionNamespace, 'EncryptedAssertion')
  if (encrypted !== undefined) return readEncrypted(xml, response, encrypted)
  refuseHidden(everything)
  const [assertion, ...more] = childrenOf(response, assertionNamespace, 'Assertion')
  const assertions = everything.filter(({ name }) => name === 'Assertion')
  if (assertion === undefined || more.length > 0 || assertions.length !== 1) {
    throw new SamlRefusal(
      childrenOf(response, protocol, 'Status').length > 0 && assertions.length === 0
        ? 'status'
        : 'structure',
    )
  }
  const ofResponse = signatureOf(response)
  const ofAssertion = signatureOf(assertion)
  const expected = [ofResponse, ofAssertion].filter((one) => one !== undefined)
  const signatures = everything.filter(({ name }) => name === 'Signature')
  if (expected.length === 0 || signatures.length !== expected.length) {
    throw new SamlRefusal('structure')
  }
  return {
    xml,
    response,
    isResponseSigned: ofResponse !== undefined,
    isAssertionSigned: ofAssertion !== undefined,
    assertionId: idOf(assertion),
    inResponseTo: attributeOf(response, 'InResponseTo') ?? '',
  }
}

/** An answer whose only assertion is encrypted, and that is signed besides or not. */
function readEncrypted(
  xml: string,
  response: XmlElement,
  encrypted: XmlElement,
): ReadAnswer {
  const everything = [...allElements(response)]
  refuseHidden(everything.filter((one) => one !== encrypted))
  const ofResponse = signatureOf(response)
  const signatures = everything.filter(({ name }) => name === 'Signature')
  const isPlain = everything.some(({ name }) => name === 'Assertion')
  const isSignedAtMost = signatures.length === (ofResponse === undefined ? 0 : 1)
  if (isPlain || !isSignedAtMost) throw new SamlRefusal('structure')
  return {
    xml,
    response,
    isResponseSigned: ofResponse !== undefined,
    isAssertionSigned: true,
    assertionId: '',
    inResponseTo: attributeOf(response, 'InResponseTo') ?? '',
    encrypted,
  }
}

/** The answer with the assertion that was in it encrypted: that must be signed itself. */
export function withOpened(
  answer: ReadAnswer,
  opened: NonNullable<ReadAnswer['opened']>,
): ReadAnswer {
  const assertion = parseXml(opened.xml)
  requireName(assertion, assertionNamespace, 'Assertion')
  const inside = [...allElements(assertion)]
  refuseRepeatedIds([...allElements(answer.response), ...inside])
  refuseHidden(inside)
  const isNested = inside.filter(({ name }) => name === 'Assertion').length !== 1
  const signatures = inside.filter(({ name }) => name === 'Signature')
  const isSigned = signatureOf(assertion) !== undefined && signatures.length === 1
  if (isNested || !isSigned) throw new SamlRefusal('structure')
  return { ...answer, assertionId: idOf(assertion), opened }
}

function textFrom(encoded: string): string {
  const plain = encoded.replaceAll(/\s/g, '')
  if (plain.length === 0 || plain.length > answerBytesMax) {
    throw new SamlRefusal('unreadable')
  }
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw new SamlRefusal('unreadable')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(plain, 'base64'),
    )
  } catch {
    throw new SamlRefusal('unreadable')
  }
}

function requireName(element: XmlElement, namespace: string, name: string): void {
  if (element.namespace !== namespace || element.name !== name) {
    throw new SamlRefusal('structure')
  }
}

function idOf(element: XmlElement): string {
  const id = attributeOf(element, 'ID')
  if (id === undefined || !/^[A-Za-z_][\w.-]{0,255}$/.test(id)) {
    throw new SamlRefusal('structure')
  }
  return id
}

/** Two elements with one id are what a signature of the one is used for the other with. */
function refuseRepeatedIds(elements: readonly XmlElement[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    attributes
      .filter(({ name }) => name.toLowerCase() === 'id')
      .map(({ value }) => value),
  )
  if (new Set(ids).size !== ids.length) throw new SamlRefusal('structure')
}

function refuseHidden(elements: readonly XmlElement[]): void {
  const names = new Set(elements.map(({ name }) => name))
  if (names.has('EncryptedAssertion') || names.has('EncryptedID')) {
    throw new SamlRefusal('encrypted')
  }
  if (names.has('Object') || names.has('Manifest')) throw new SamlRefusal('structure')
}

/** The signature of an element itself, in the one form that is accepted. */
function signatureOf(signed: XmlElement): XmlElement | undefined {
  const signature = childOf(signed, signing, 'Signature')
  if (signature === undefined) return undefined
  const information = only(signature, 'SignedInfo')
  only(signature, 'SignatureValue')
  const known = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo'])
  if (
    signature.children.some(
      ({ name, namespace }) => !known.has(name) || namespace !== signing,
    )
  ) {
    throw new SamlRefusal('structure')
  }
  const reference = only(information, 'Reference')
  if (attributeOf(reference, 'URI') !== `#${idOf(signed)}`) {
    throw new SamlRefusal('structure')
  }
  const transforms = childrenOf(only(reference, 'Transforms'), signing, 'Transform')
  const algorithms = transforms.map((one) => attributeOf(one, 'Algorithm'))
  const isAccepted =
    attributeOf(only(information, 'CanonicalizationMethod'), 'Algorithm') === exclusive &&
    algorithms.join(' ') === `${enveloped} ${exclusive}` &&
    signatureMethods.has(
      attributeOf(only(information, 'SignatureMethod'), 'Algorithm') ?? '',
    ) &&
    digestMethods.has(attributeOf(only(reference, 'DigestMethod'), 'Algorithm') ?? '')
  if (!isAccepted) throw new SamlRefusal('algorithm')
  textOf(only(reference, 'DigestValue'))
  return signature
}

function only(element: XmlElement, name: string): XmlElement {
  const found = childOf(element, signing, name)
  if (found === undefined) throw new SamlRefusal('structure')
  return found
}
