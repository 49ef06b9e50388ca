import { createHash, randomBytes, sign } from 'node:crypto'

import { makeIdentity, type TestIdentity } from './test-certificates.ts'

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
const signing = 'http://www.w3.org/2000/09/xmldsig#'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = `${signing}enveloped-signature`
const saml = `xmlns:saml="${assertionNamespace}"`

/** What an answer says; an identity provider of a test says whatever it is told to. */
export interface Saying {
  readonly issuer: string
  readonly audience: string
  readonly acsURL: string
  readonly destination: string
  readonly recipient: string
  readonly inResponseTo: string
  readonly subject: string
  readonly subjectFormat: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
  readonly status: string
  readonly assertionId: string
  readonly responseId: string
  readonly issuedMs: number
  readonly notBeforeMs: number
  readonly notOnOrAfterMs: number
  readonly confirmedUntilMs: number
  readonly sessionUntilMs: number | undefined
  /** Whatever else stands among the conditions. */
  readonly conditions: string
}

export interface Signing extends Partial<Omit<Algorithms, 'hash'>> {
  readonly identity?: TestIdentity
  readonly assertion?: boolean
  readonly response?: boolean
  readonly hash?: 'sha1' | 'sha256' | 'sha384' | 'sha512'
}

interface Algorithms {
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  readonly transforms: readonly string[]
  readonly canonicalization: string
}

const signatureMethods = {
  sha1: `${signing}rsa-sha1`,
  sha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  sha512: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
}
const digestMethods = {
  sha1: `${signing}sha1`,
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: 'http://www.w3.org/2001/04/xmlenc#sha512',
}

function newXmlId(): string {
  return `_${randomBytes(16).toString('hex')}`
}

/** An identity provider that writes what it sends in canonical form, so that it can sign by itself. */
export class TestIdp {
  readonly identity: TestIdentity
  readonly entityId: string

  constructor(entityId = 'https://idp.example/metadata', identity = makeIdentity()) {
    this.entityId = entityId
    this.identity = identity
  }

  /** What an honest answer says. */
  says(
    to: Readonly<{ audience: string; acsURL: string; inResponseTo: string }>,
    said: Partial<Saying> = {},
  ): Saying {
    const nowMs = Date.now()
    return {
      ...to,
      issuer: this.entityId,
      destination: to.acsURL,
      recipient: to.acsURL,
      subject: 'ann',
      subjectFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: { email: ['ann@idp.example'], displayName: ['Ann Archer'] },
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      assertionId: newXmlId(),
      responseId: newXmlId(),
      issuedMs: nowMs,
      notBeforeMs: nowMs - 30_000,
      notOnOrAfterMs: nowMs + 300_000,
      confirmedUntilMs: nowMs + 300_000,
      sessionUntilMs: undefined,
      conditions: '',
      ...said,
    }
  }

  /** The answer as XML, signed as it is told to. */
  answer(saying: Saying, how: Signing = {}): string {
    const { assertion = true, response = false } = how
    const plain = this.assertion(saying)
    const inner = assertion ? this.sign(plain, saying.assertionId, how) : plain
    const whole = this.response(saying, inner)
    return response ? this.sign(whole, saying.responseId, how) : whole
  }

  /** Signs the element that a text in canonical form is, and puts the signature behind its issuer. */
  sign(text: string, id: string, how: Signing = {}): string {
    const signature = this.signatureOf(text, id, how)
    const issuer = /^.*?<\/saml:Issuer>/.exec(text) ?? /^[^>]*>/.exec(text)
    const at = issuer?.[0].length ?? 0
    return text.slice(0, at) + signature + text.slice(at)
  }

  /** The assertion in canonical form, without a signature. */
  assertion(saying: Saying): string {
    const attributes = Object.entries(saying.attributes).map(
      ([name, values]) =>
        `<saml:Attribute Name="${escaped(name)}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    const session =
      saying.sessionUntilMs === undefined
        ? ''
        : ` SessionNotOnOrAfter="${time(saying.sessionUntilMs)}"`
    return `<saml:Assertion ${saml} ID="${saying.assertionId}" IssueInstant="${time(saying.issuedMs)}" Version="2.0"><saml:Issuer>${escaped(saying.issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${saying.subjectFormat}">${escaped(saying.subject)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${saying.inResponseTo}" NotOnOrAfter="${time(saying.confirmedUntilMs)}" Recipient="${escaped(saying.recipient)}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(saying.notBeforeMs)}" NotOnOrAfter="${time(saying.notOnOrAfterMs)}"><saml:AudienceRestriction><saml:Audience>${escaped(saying.audience)}</saml:Audience></saml:AudienceRestriction>${saying.conditions}</saml:Conditions><saml:AuthnStatement AuthnInstant="${time(saying.issuedMs)}"${session}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`
  }

  /** An answer around what is given, in canonical form, without a signature. */
  response(saying: Saying, inner: string): string {
    return `<samlp:Response xmlns:samlp="${protocol}" Destination="${escaped(saying.destination)}" ID="${saying.responseId}" InResponseTo="${saying.inResponseTo}" IssueInstant="${time(saying.issuedMs)}" Version="2.0"><saml:Issuer ${saml}>${escaped(saying.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${saying.status}"></samlp:StatusCode></samlp:Status>${inner}</samlp:Response>`
  }

  signatureOf(
    text: string,
    id: string,
    {
      identity = this.identity,
      hash = 'sha256',
      transforms = [enveloped, exclusive],
      canonicalization = exclusive,
    }: Signing = {},
  ): string {
    const digest = createHash(hash).update(text).digest('base64')
    const inside = `<ds:CanonicalizationMethod Algorithm="${canonicalization}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${signatureMethods[hash]}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms>${transforms.map((one) => `<ds:Transform Algorithm="${one}"></ds:Transform>`).join('')}</ds:Transforms><ds:DigestMethod Algorithm="${digestMethods[hash]}"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
    const signed = sign(
      hash,
      Buffer.from(`<ds:SignedInfo xmlns:ds="${signing}">${inside}`),
      identity.privateKey,
    )
    return `<ds:Signature xmlns:ds="${signing}"><ds:SignedInfo>${inside}<ds:SignatureValue>${signed.toString('base64')}</ds:SignatureValue></ds:Signature>`
  }
}

function time(ms: number): string {
  return new Date(ms).toISOString()
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('>', '&gt;')
}
