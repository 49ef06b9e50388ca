import { displayNameFrom } from '#/features/joining/welcome/public.ts'

import { assertionNamespace } from './read-answer.ts'
import { SamlRefusal } from './saml-refusal.ts'
import { attributeOf, childOf, childrenOf, textOf, type XmlElement } from './xml-tree.ts'

/** Who an identity provider says that somebody is. */
export interface Identity {
  /** What the provider calls the person, always the same. */
  readonly subject: string
  readonly email: string | undefined
  readonly displayName: string
}

const subjectCharactersMax = 256
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  `${claims}/emailaddress`,
]
const displayNames = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
]
const givenNames = ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${claims}/givenname`]
const surnames = ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', `${claims}/surname`]

/** Reads a person out of an assertion that was verified. */
export function identityFrom(assertion: XmlElement): Identity {
  const subject = subjectIn(assertion)
  const attributes = attributesIn(assertion)
  const find = (names: readonly string[]) =>
    names.map((name) => attributes.get(name)).find((value) => value !== undefined)
  const email = emailFrom(find(emailNames) ?? subject)
  const parts = [find(givenNames), find(surnames)].filter((part) => part !== undefined)
  const name = find(displayNames) ?? parts.join(' ')
  return { subject, email, displayName: nameFrom(name, email ?? subject) }
}

/** The values of an attribute, from as many attributes of that name as there are. */
export function valuesOf(assertion: XmlElement, attribute: string): ReadonlySet<string> {
  const values = childrenOf(assertion, assertionNamespace, 'AttributeStatement')
    .flatMap((one) => childrenOf(one, assertionNamespace, 'Attribute'))
    .filter((one) => attributeOf(one, 'Name') === attribute)
    .flatMap((one) => childrenOf(one, assertionNamespace, 'AttributeValue'))
    .filter(({ children }) => children.length === 0)
  return new Set(values.map(({ text }) => text.trim()))
}

function subjectIn(assertion: XmlElement): string {
  const element = childOf(assertion, assertionNamespace, 'Subject')
  const nameId = element && childOf(element, assertionNamespace, 'NameID')
  const subject = textOf(nameId) ?? ''
  const isLasting = nameId !== undefined && attributeOf(nameId, 'Format') !== transient
  const isName = subject.length > 0 && subject.length <= subjectCharactersMax
  if (!isLasting || !isName || /\p{Cc}/u.test(subject)) throw new SamlRefusal('subject')
  return subject
}

/** The attributes that have one value, by their names; one with several says nothing for sure. */
function attributesIn(assertion: XmlElement): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const statements = childrenOf(assertion, assertionNamespace, 'AttributeStatement')
  const attributes = statements.flatMap((one) =>
    childrenOf(one, assertionNamespace, 'Attribute'),
  )
  for (const attribute of attributes) {
    const name = attributeOf(attribute, 'Name')
    const [value, ...more] = childrenOf(attribute, assertionNamespace, 'AttributeValue')
    if (name === undefined || value === undefined || more.length > 0) continue
    if (value.children.length > 0 || found.has(name)) continue
    const text = value.text.trim()
    if (text !== '') found.set(name, text)
  }
  return found
}

function emailFrom(text: string): string | undefined {
  const isAddress =
    text.length <= 254 &&
    /^[^\s@"<>(),:;[\]\\]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/.test(text)
  return isAddress ? text.toLowerCase() : undefined
}

function nameFrom(given: string, otherwise: string): string {
  return shortName(given) ?? shortName(otherwise.replace(/@.*$/s, '')) ?? 'Member'
}

function shortName(text: string): string | undefined {
  return displayNameFrom(Array.from(text).slice(0, 64).join(''))
}
