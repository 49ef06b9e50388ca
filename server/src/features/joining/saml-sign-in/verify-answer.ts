import type { X509Certificate } from 'node:crypto'

import { SAML } from '@node-saml/node-saml'

import { type AnswerCheck, answerChecks } from './answer-checks.ts'
import { type Identity, identityFrom, valuesOf } from './identity-from.ts'
import { assertionNamespace, protocol, type ReadAnswer } from './read-answer.ts'
import { SamlRefusal } from './saml-refusal.ts'
import { attributeOf, parseXml, type XmlElement } from './xml-tree.ts'

/** What an answer must say to be the one that is waited for. */
export interface Expected {
  /** What the identity provider calls itself. */
  readonly issuer: string
  readonly certificates: readonly X509Certificate[]
  /** What the provider knows this server by. */
  readonly audience: string
  readonly acsURL: string
  readonly requestId: string
  /** The attribute that names groups. */
  readonly groupsAttribute: string | undefined
  /** The time of the database. */
  readonly nowMs: number
}

/** Who somebody is, and in which groups. */
export interface Verified extends Identity {
  readonly groups: ReadonlySet<string>
}

/** Who an answer says that somebody is, once all that it says is proven. */
export async function verifyAnswer(
  answer: ReadAnswer,
  expected: Expected,
  checks: Readonly<Record<string, AnswerCheck>> = answerChecks,
): Promise<Verified> {
  const assertion = await signedAssertion(answer, expected)
  for (const check of Object.values(checks)) {
    const problem = check({ response: answer.response, assertion, expected })
    if (problem !== undefined) throw new SamlRefusal(problem)
  }
  const { groupsAttribute } = expected
  const groups =
    groupsAttribute === undefined
      ? new Set<string>()
      : valuesOf(assertion, groupsAttribute)
  return { ...identityFrom(assertion), groups }
}

/** The assertion out of the bytes that were signed, and out of nothing else. */
async function signedAssertion(
  answer: ReadAnswer,
  { certificates, audience, acsURL }: Expected,
): Promise<XmlElement> {
  const { opened } = answer
  const verifier = new SAML({
    issuer: audience,
    callbackUrl: acsURL,
    idpCert: certificates.map(String),
    // Whatever has a signature must have a good one.
    wantAuthnResponseSigned: answer.isResponseSigned,
    wantAssertionsSigned: answer.isAssertionSigned,
    ...(opened !== undefined && { decryptionPvk: opened.privateKey }),
    // What the assertion says is judged here, by the clock of the database.
    audience: false,
    acceptedClockSkewMs: -1,
  })
  const whole = await verifiedText(verifier, answer.xml)
  const xml =
    opened === undefined
      ? whole
      : await openedText({ issuer: audience, callbackUrl: acsURL, certificates }, opened)
  const assertion = parseXml(xml)
  const isSame =
    assertion.namespace === assertionNamespace &&
    assertion.name === 'Assertion' &&
    attributeOf(assertion, 'ID') === answer.assertionId
  if (!isSame) throw new SamlRefusal('signature')
  return assertion
}

interface Opening {
  readonly issuer: string
  readonly callbackUrl: string
  readonly certificates: readonly X509Certificate[]
}

/** The assertion that was encrypted, out of the bytes that its own signature is for. */
async function openedText(
  { issuer, callbackUrl, certificates }: Opening,
  { xml }: NonNullable<ReadAnswer['opened']>,
): Promise<string> {
  const verifier = new SAML({
    issuer,
    callbackUrl,
    idpCert: certificates.map(String),
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: true,
    audience: false,
    acceptedClockSkewMs: -1,
  })
  const bare = xml.replace(/^\s*<\?xml[^>]*\?>/, '')
  const around = `<samlp:Response xmlns:samlp="${protocol}">${bare}</samlp:Response>`
  return verifiedText(verifier, around)
}

async function verifiedText(verifier: SAML, xml: string): Promise<string> {
  try {
    const SAMLResponse = Buffer.from(xml).toString('base64')
    const { profile } = await verifier.validatePostResponseAsync({ SAMLResponse })
    const text = profile?.getAssertionXml?.()
    if (text === undefined) throw new Error('nothing was signed')
    return text
  } catch {
    // The library's words quote the answer.
    throw new SamlRefusal('signature')
  }
}
