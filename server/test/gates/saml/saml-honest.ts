import { makeIdentity } from '#test/sso/test-certificates.ts'
import { answerOfSamlp } from '#test/sso/test-samlp.ts'
import type { PhpPerson } from '#test/sso/test-simplesamlphp.ts'

import { begin, expectHonest, type Tally } from './saml-attack.ts'
import type { World } from './saml-world.ts'
import type { Base } from './saml-wrapping.ts'

const issuerOfSamlp = 'urn:samlp:acme'
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
const rsaSha512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
const oids = {
  uid: 'urn:oid:0.9.2342.19200300.100.1.1',
  mail: 'urn:oid:0.9.2342.19200300.100.1.3',
  displayName: 'urn:oid:2.16.840.1.113730.3.1.241',
}

/** What SimpleSAMLphp is told about a service. */
const phpWays = {
  'both signed': phpSigning(true, true),
  'assertion signed': phpSigning(true, false),
  'answer signed': phpSigning(false, true),
  'SHA-512': { ...phpSigning(true, true), 'signature.algorithm': rsaSha512 },
  'named by address': {
    ...phpSigning(true, false),
    NameIDFormat: emailAddress,
    'simplesaml.nameidattribute': 'mail',
  },
  'attributes by object ids': {
    ...phpSigning(false, true),
    authproc: { 50: { class: 'core:AttributeMap', ...oids } },
    'simplesaml.nameidattribute': oids.uid,
  },
} as const
const phpWayNames = Object.keys(phpWays)

function phpSigning(assertion: boolean, response: boolean) {
  return {
    NameIDFormat: persistent,
    'simplesaml.nameidattribute': 'uid',
    'saml20.sign.assertion': assertion,
    'saml20.sign.response': response,
  }
}

const shownNames = ['Ann Archer', 'Åsa Öberg', '李 小龙', 'Zoë "Z" O’Hara', 'A & B <c>']

/** The people of a way; the last is the one whose answers are forged. */
const peopleOfWay = ['one', 'honest'] as const
export type PersonOfWay = (typeof peopleOfWay)[number]

function nameOf(way: string, person: PersonOfWay): string {
  return `${person}-${way.toLowerCase().replaceAll(' ', '-')}`
}

export const phpPeople: readonly PhpPerson[] = phpWayNames.flatMap((way, at) =>
  peopleOfWay.map((person, which) => {
    const name = nameOf(way, person)
    const displayName = shownNames[(at + which) % shownNames.length] ?? name
    return {
      name,
      attributes: {
        uid: [name],
        mail: [`${name}@php.example`],
        displayName: [displayName],
        eduPersonAffiliation: ['member', 'employee'],
      },
    }
  }),
)

interface SamlpWay {
  readonly options: Readonly<Record<string, unknown>>
  readonly format?: string
}

const samlpWays: Readonly<Record<string, SamlpWay>> = {
  'assertion signed': { options: {} },
  'both signed': { options: { signResponse: true } },
  'answer signed': { options: { signResponse: true, signAssertion: false } },
  'prefixed signatures': {
    options: { signResponse: true, signatureNamespacePrefix: 'ds' },
  },
  'typed attributes': { options: { typedAttributes: true } },
  'names with formats': { options: { includeAttributeNameFormat: true } },
  'a session': { options: { sessionIndex: '_session', lifetimeInSeconds: 600 } },
  'named by address': { options: {}, format: emailAddress },
  'no format': { options: { signResponse: true }, format: unspecified },
}

/** Makes a provider for each way of SimpleSAMLphp, and one for `samlp`. */
export async function registerHonest(world: World): Promise<readonly Base[]> {
  return [...(await registerPhp(world)), ...(await registerSamlp(world))]
}

async function registerPhp({ php, makeProvider }: World): Promise<Base[]> {
  const bases: Base[] = []
  const services = []
  for (const [way, options] of Object.entries(phpWays)) {
    const provider = await makeProvider({
      entityId: php.entityId,
      ssoURL: php.ssoURL,
      certificate: php.identity.certificate,
    })
    services.push({ ...provider, options })
    bases.push({
      name: `SimpleSAMLphp, ${way}`,
      provider,
      honest: async ({ location }, person = 'honest') =>
        php.answer(location, nameOf(way, person)),
    })
  }
  await php.serve(services)
  return bases
}

async function registerSamlp({ makeProvider }: World): Promise<Base[]> {
  const identity = makeIdentity({ name: 'samlp' })
  const provider = await makeProvider({
    entityId: issuerOfSamlp,
    certificate: identity.certificate,
  })
  return Object.entries(samlpWays).map(([way, { options, format = persistent }]) => ({
    name: `samlp, ${way}`,
    provider,
    honest: async ({ location }, person = 'honest') => {
      const name = nameOf(way, person)
      const email = `${name}@samlp.example`
      return answerOfSamlp({
        identity,
        issuer: issuerOfSamlp,
        audience: provider.entityID,
        acsURL: provider.acsURL,
        request: new URL(location).searchParams.get('SAMLRequest') ?? '',
        subject: format === emailAddress ? email : name,
        format,
        claims: { email, displayName: name },
        options,
      })
    },
  }))
}

/** Somebody new in each way, who then comes again; every other time at the other process. */
export async function tryHonest(
  world: World,
  tally: Tally,
  bases: readonly Base[],
): Promise<void> {
  let turn = 0
  for (const person of ['one', 'one'] as const) {
    for (const { name, provider, honest } of bases) {
      const url = world.urls[turn % 2] ?? world.urls[0]
      turn += 1
      const begun = { ...(await begin(world, provider, url)), isReal: true }
      await expectHonest(tally, name, begun, await honest(begun, person))
    }
  }
}
