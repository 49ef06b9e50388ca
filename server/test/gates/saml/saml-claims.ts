import type { Lane, Random } from '../../../../tools/gate.ts'
import type { Saying, Signing } from '#test/sso/test-idp.ts'

import {
  attack,
  begin,
  type Material,
  sayingTo,
  type Tally,
  type Variant,
} from './saml-attack.ts'
import type { World } from './saml-world.ts'

const signings = {
  'signed assertion': {},
  'signed answer': { response: true, assertion: false },
  'both signed': { response: true },
} as const satisfies Record<string, Signing>

const minuteMs = 60_000
const status = 'urn:oasis:names:tc:SAML:2.0:status:'
const nameId = 'urn:oasis:names:tc:SAML:2.0:nameid-format:'

/** Answers that the provider signed as it should, and that say what is not for us, or not now. */
export async function tryClaims(
  world: World,
  tally: Tally,
  { random, lane }: { random: Random; lane: Lane },
): Promise<void> {
  for (const [signing, how] of Object.entries(signings)) {
    const share = lane === 'release' || how === signings['signed assertion'] ? 1 : 0.3
    await attack(world, tally, {
      name: signing,
      provider: world.provider,
      honest: (begun) => world.idp.answer(sayingTo(world, begun), how),
      variants: (material) => [
        ...saidVariants(world, material)
          .filter(() => random.next() < share)
          .map(([name, said]): Variant => [name, material.answer(said, how)]),
        ...writtenVariants(world, material, how).filter(() => random.next() < share),
      ],
    })
  }
}

function saidVariants(
  { elsewhere, hostile }: World,
  { saying }: Material,
): [string, Partial<Saying>][] {
  const { acsURL, audience, issuer } = saying()
  return [
    ...othersOf('audience', audience, [elsewhere.entityID, acsURL]),
    ...othersOf('destination', acsURL, [elsewhere.acsURL, audience]),
    ...othersOf('recipient', acsURL, [elsewhere.acsURL, audience]),
    ...othersOf('issuer', issuer, [hostile.idp.entityId, audience]),
    ...times(Date.now()),
    ...['Requester', 'Responder', 'AuthnFailed', 'success', 'Success '].map(
      (code): [string, Partial<Saying>] => [
        `status ${code}`,
        { status: `${status}${code}` },
      ],
    ),
    ['no status code', { status: '' }],
    ['answer to nothing', { inResponseTo: '' }],
    ['answer to a request that was never made', { inResponseTo: '_never' }],
    ['name that is transient', { subjectFormat: `${nameId}transient` }],
    ['empty name', { subject: '' }],
    ['name of blanks', { subject: '  ' }],
    ['name of 257 characters', { subject: 'n'.repeat(257) }],
    ['name with a line', { subject: 'ann\nadmin' }],
    ['name with a delete character', { subject: 'ann\u007F' }],
    ['unknown condition', { conditions: '<saml:Condition></saml:Condition>' }],
    [
      'two audiences, each of which must hold',
      {
        conditions:
          '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>',
      },
    ],
  ]
}

/** Values that are nearly the right one. */
function othersOf(
  key: 'audience' | 'destination' | 'recipient' | 'issuer',
  right: string,
  others: readonly string[],
): [string, Partial<Saying>][] {
  const near = [
    '',
    `${right}/`,
    `${right}?x=1`,
    `${right}#x`,
    `${right}.evil.example`,
    `https://evil.example/${right}`,
    right.toUpperCase(),
    right.slice(0, -1),
    right.replace('://', '://evil@'),
    'https://evil.example/',
  ]
  return [...near, ...others].map((value) => [`${key} ${value}`, { [key]: value }])
}

function times(nowMs: number): [string, Partial<Saying>][] {
  const late = nowMs - 2 * minuteMs
  const early = nowMs + 2 * minuteMs
  return [
    ['over two minutes ago', { notOnOrAfterMs: late }],
    ['over for days', { notOnOrAfterMs: nowMs - 3000 * minuteMs }],
    ['not before two minutes from now', { notBeforeMs: early }],
    ['not before tomorrow', { notBeforeMs: nowMs + 1440 * minuteMs }],
    ['confirmed until two minutes ago', { confirmedUntilMs: late }],
    ['confirmed until last year', { confirmedUntilMs: nowMs - 525_600 * minuteMs }],
    ['issued in two minutes', { issuedMs: early }],
    ['session over', { sessionUntilMs: late }],
    ['end before the beginning', { notBeforeMs: early, notOnOrAfterMs: late }],
  ]
}

/** What cannot be said in other words: parts that are missing, twice, or unreadable. */
function writtenVariants(
  { idp }: World,
  { saying }: Material,
  { assertion = true, response = false }: Signing,
): Variant[] {
  const edits: [string, (plain: string) => string][] = [
    ['no Conditions', without('saml:Conditions')],
    ['two Conditions', twice('saml:Conditions')],
    ['no AudienceRestriction', without('saml:AudienceRestriction')],
    ['no Audience', without('saml:Audience')],
    ['no Subject', without('saml:Subject')],
    ['two Subjects', twice('saml:Subject')],
    ['no NameID', without('saml:NameID')],
    ['two NameIDs', twice('saml:NameID')],
    ['no SubjectConfirmation', without('saml:SubjectConfirmation')],
    ['two SubjectConfirmations', twice('saml:SubjectConfirmation')],
    ['no SubjectConfirmationData', without('saml:SubjectConfirmationData')],
    ['no AuthnStatement', without('saml:AuthnStatement')],
    ['no Issuer', without('saml:Issuer')],
    ['holder of key', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key')],
    ['sender vouches', (xml) => xml.replace('cm:bearer', 'cm:sender-vouches')],
    ['version 1.1', (xml) => xml.replace('Version="2.0"', 'Version="1.1"')],
    ['no version', (xml) => xml.replace(' Version="2.0"', '')],
    ['no end of the confirmation', (xml) => xml.replace(/ NotOnOrAfter="[^"]*" R/, ' R')],
    ['confirmation without a request', (xml) => xml.replace(/ InResponseTo="[^"]*"/, '')],
    ['confirmation without a place', (xml) => xml.replace(/ Recipient="[^"]*"/, '')],
    ['time that is none', (xml) => xml.replace(/NotBefore="[^"]*"/, 'NotBefore="soon"')],
    ['time without a zone', (xml) => xml.replace(/(NotBefore="[^"]*)Z"/, '$1"')],
    ['time of a month 13', (xml) => xml.replace(/(NotOnOrAfter="\d+)-\d\d/, '$1-13')],
    [
      'element in the name',
      (xml) =>
        xml.replace(
          'honest ann</saml:NameID>',
          'honest <saml:x></saml:x>ann</saml:NameID>',
        ),
    ],
    [
      'name in another namespace',
      (xml) => xml.replace('<saml:NameID ', '<saml:NameID xmlns:saml="urn:other" '),
    ],
    ['id that is none', (xml) => xml.replace(/ ID="[^"]*"/, ' ID="9 lives"')],
  ]
  return edits.map(([name, edit]) => {
    const said = saying()
    const plain = edit(idp.assertion(said))
    const id = /ID="([^"]*)"/.exec(plain)?.[1] ?? ''
    const inner = assertion ? idp.sign(plain, id) : plain
    const whole = idp.response(said, inner)
    return [name, response ? idp.sign(whole, said.responseId) : whole]
  })
}

/** Edits of what nobody signed: the answer around a signed assertion. */
export async function tryUnsigned(world: World, tally: Tally): Promise<void> {
  const other = await begin(world, world.provider)
  const foreign = await begin(world, world.elsewhere)
  const changes: readonly (readonly [string, RegExp, string])[] = [
    [
      'destination elsewhere',
      / Destination="[^"]*"/,
      ` Destination="${world.elsewhere.acsURL}"`,
    ],
    ['no destination', / Destination="[^"]*"/, ''],
    [
      'request of another flow',
      / InResponseTo="[^"]*"/,
      ` InResponseTo="${other.inResponseTo}"`,
    ],
    [
      'request of another organization',
      / InResponseTo="[^"]*"/,
      ` InResponseTo="${foreign.inResponseTo}"`,
    ],
    ['no request', / InResponseTo="[^"]*"/, ''],
    ['another issuer', /(<saml:Issuer[^>]*>)[^<]*/, '$1https://hostile.example/metadata'],
    ['two issuers', /<saml:Issuer.*?<\/saml:Issuer>/, '$&$&'],
    ['failure', /status:Success/, 'status:Requester'],
    ['no status', /<samlp:Status>.*<\/samlp:Status>/, ''],
    ['two states', /<samlp:Status>.*<\/samlp:Status>/, '$&$&'],
    ['two status codes', /<samlp:StatusCode .*<\/samlp:StatusCode>/, '$&$&'],
    ['version 1.1', /Version="2.0"/, 'Version="1.1"'],
    ['no version', / Version="2.0"/, ''],
    ['id of the assertion', / ID="[^"]*"(?=.* ID="([^"]*)")/, ' ID="$1"'],
    ['answer of SAML 1.1', /SAML:2.0:protocol/, 'SAML:1.0:protocol'],
    ['destination twice', / Destination="[^"]*"/, '$&$&'],
    ['destination in another namespace', / Destination=/, ' samlp:Destination='],
    ['destination in another case', / Destination=/, ' destination='],
  ]
  const renamed = [
    'LogoutResponse',
    'ArtifactResponse',
    'AuthnRequest',
    'response',
    'Responses',
  ]
  await attack(world, tally, {
    name: 'around the assertion',
    provider: world.provider,
    honest: (begun) => world.idp.answer(sayingTo(world, begun)),
    variants: ({ xml }) => [
      ...changes.map(([name, from, to]): Variant => [name, xml.replace(from, to)]),
      ...renamed.map((name): Variant => [
        name,
        xml.replaceAll('samlp:Response', `samlp:${name}`),
      ]),
    ],
  })
}

function without(name: string): (xml: string) => string {
  return (xml) => xml.replace(wholeOf(name), '')
}

function twice(name: string): (xml: string) => string {
  return (xml) => xml.replace(wholeOf(name), '$&$&')
}

function wholeOf(name: string): RegExp {
  return new RegExp(`<${name}[ >][^]*?</${name}>`)
}
