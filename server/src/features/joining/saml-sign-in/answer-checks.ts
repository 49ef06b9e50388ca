import { assertionNamespace, protocol } from './read-answer.ts'
import type { Problem } from './saml-refusal.ts'
import type { Expected } from './verify-answer.ts'
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from './xml-tree.ts'

interface Facts {
  /** What came, of which only the form is known unless the whole was signed. */
  readonly response: XmlElement
  /** What was signed. */
  readonly assertion: XmlElement
  readonly expected: Expected
}

/** Says what is wrong with an answer in one respect. */
export type AnswerCheck = (facts: Facts) => Problem | undefined

const skewMs = 60_000
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const knownConditions = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'])
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** Everything that an answer must say besides who somebody is. */
export const answerChecks: Readonly<Record<string, AnswerCheck>> = {
  version: ({ response, assertion }) =>
    [response, assertion].every((one) => attributeOf(one, 'Version') === '2.0')
      ? undefined
      : 'structure',
  status: ({ response }) => {
    const status = childOf(response, protocol, 'Status')
    const code = status && childOf(status, protocol, 'StatusCode')
    return code && attributeOf(code, 'Value') === success ? undefined : 'status'
  },
  issuer: ({ response, assertion, expected: { issuer } }) => {
    const ofResponse = textOf(childOf(response, assertionNamespace, 'Issuer')) ?? issuer
    const ofAssertion = textOf(childOf(assertion, assertionNamespace, 'Issuer'))
    return ofAssertion === issuer && ofResponse === issuer ? undefined : 'issuer'
  },
  destination: ({ response, expected: { acsURL } }) =>
    attributeOf(response, 'Destination') === acsURL ? undefined : 'destination',
  recipient: ({ assertion, expected: { acsURL } }) =>
    confirmations(assertion).some((one) => attributeOf(one, 'Recipient') === acsURL)
      ? undefined
      : 'destination',
  request: ({ response, assertion, expected: { requestId } }) => {
    const named = [response, ...confirmations(assertion)]
    const isSame = named.every((one) => attributeOf(one, 'InResponseTo') === requestId)
    return isSame ? undefined : 'request'
  },
  confirmed: ({ assertion, expected: { nowMs } }) => {
    const [confirmation, ...more] = confirmations(assertion)
    if (confirmation === undefined || more.length > 0) return 'structure'
    const hasEnd = attributeOf(confirmation, 'NotOnOrAfter') !== undefined
    return hasEnd && isNow(confirmation, nowMs) ? undefined : 'time'
  },
  audience: ({ assertion, expected: { audience } }) => {
    const conditions = childOf(assertion, assertionNamespace, 'Conditions')
    if (conditions === undefined) return 'audience'
    const restrictions = childrenOf(conditions, assertionNamespace, 'AudienceRestriction')
    const isMeant = restrictions.every((restriction) =>
      childrenOf(restriction, assertionNamespace, 'Audience').some(
        (one) => textOf(one) === audience,
      ),
    )
    return restrictions.length > 0 && isMeant ? undefined : 'audience'
  },
  conditions: ({ assertion, expected: { nowMs } }) => {
    const conditions = childOf(assertion, assertionNamespace, 'Conditions')
    if (conditions === undefined) return 'structure'
    // A condition that is not understood cannot be met.
    if (conditions.children.some(({ name }) => !knownConditions.has(name))) {
      return 'structure'
    }
    return isNow(conditions, nowMs) ? undefined : 'time'
  },
  issued: ({ assertion, expected: { nowMs } }) => {
    const issuedMs = timeOf(attributeOf(assertion, 'IssueInstant'))
    return issuedMs <= nowMs + skewMs ? undefined : 'time'
  },
  authenticated: ({ assertion, expected: { nowMs } }) => {
    const statements = childrenOf(assertion, assertionNamespace, 'AuthnStatement')
    if (statements.length === 0) return 'structure'
    const isOver = statements.some((one) => {
      const end = attributeOf(one, 'SessionNotOnOrAfter')
      return end !== undefined && !(timeOf(end) > nowMs - skewMs)
    })
    return isOver ? 'time' : undefined
  },
}

/** The bearer confirmations of an assertion: what whoever brings it has to fulfil. */
function confirmations(assertion: XmlElement): XmlElement[] {
  const subject = childOf(assertion, assertionNamespace, 'Subject')
  if (subject === undefined) return []
  return childrenOf(subject, assertionNamespace, 'SubjectConfirmation')
    .filter((one) => attributeOf(one, 'Method') === bearer)
    .flatMap((one) => childrenOf(one, assertionNamespace, 'SubjectConfirmationData'))
}

/** Whether the bounds of an element hold; one that cannot be read does not. */
function isNow(element: XmlElement, nowMs: number): boolean {
  const from = attributeOf(element, 'NotBefore')
  const until = attributeOf(element, 'NotOnOrAfter')
  const isLate = from === undefined || timeOf(from) <= nowMs + skewMs
  const isEarly = until === undefined || timeOf(until) > nowMs - skewMs
  return isLate && isEarly
}

/** A time in milliseconds; not a number for what is none, which no comparison holds for. */
function timeOf(text: string | undefined): number {
  return text !== undefined && instant.test(text) ? Date.parse(text) : Number.NaN
}
