import { createServer } from 'node:http'
import { deflateRawSync, gzipSync } from 'node:zlib'

import { freePort } from '../../../../tools/free-port.ts'
import {
  attack,
  type Brought,
  evil,
  type Material,
  sayingTo,
  type Tally,
  type Variant,
} from './saml-attack.ts'
import { elementOf, filled, swap } from './saml-xml.ts'
import type { World } from './saml-world.ts'

/** Documents that readers understand differently, fetch more for, or grow with. */
export async function tryDocuments(world: World, tally: Tally): Promise<void> {
  const port = await freePort()
  let fetched = 0
  const canary = createServer((_request, reply) => {
    fetched += 1
    reply.end('honest')
  })
  canary.listen(port, '127.0.0.1')
  const url = `http://127.0.0.1:${port}/canary`
  for (const [name, how] of Object.entries({
    'signed assertion': {},
    'signed answer': { response: true, assertion: false },
  })) {
    await attack(world, tally, {
      name,
      provider: world.provider,
      honest: (begun) => world.idp.answer(sayingTo(world, begun), how),
      variants: (material) => [
        ...hidden(material),
        ...typed(material, url),
        ...several(material),
        ...written(material),
        ...encoded(material),
        ...sent(material),
      ],
    })
  }
  canary.close()
  if (fetched > 0) tally.problems.push(`${fetched} requests were made for an answer`)
}

/** What canonicalization leaves out or joins stands in the middle of what was signed. */
function hidden({ xml }: Material): Variant[] {
  const texts = {
    name: 'honest ann</saml:NameID>',
    address: 'honest.ann@idp.example</saml:AttributeValue>',
    'shown name': 'Ann honest</saml:AttributeValue>',
    audience: '</saml:Audience>',
    issuer: '</saml:Issuer>',
  }
  const inserts = {
    'a comment': '<!---->',
    'a comment with words': '<!-- evil -->',
    'two comments': '<!--a--><!--b-->',
    'an instruction': '<?evil?>',
    'an empty CDATA': '<![CDATA[]]>',
  }
  return Object.entries(texts).flatMap(([what, text]) => [
    ...Object.entries(inserts).flatMap(([which, insert]): Variant[] => [
      [
        `${which} in the ${what}`,
        swap(
          xml,
          text,
          text.slice(0, 7) === '</saml:'
            ? insert + text
            : `${text.slice(0, 5)}${insert}${text.slice(5)}`,
        ),
      ],
      [`${which} behind the ${what}`, swap(xml, text, text.replace('</', `${insert}</`))],
    ]),
    [
      `CDATA around the ${what}`,
      xml.replace(
        new RegExp(`([^<>]*)(${text.slice(text.indexOf('</'))})`),
        '<![CDATA[$1]]>$2',
      ),
    ],
  ])
}

function typed({ xml }: Material, url: string): Variant[] {
  const named = (declarations: string, text = '&e;') =>
    `<!DOCTYPE x [${declarations}]>${xml.replace('honest ann', `${text} ann`)}`
  const laughs = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
  )
  return [
    ['a document type', `<!DOCTYPE x>${xml}`],
    ['a document type in small letters', `<!doctype x>${xml}`],
    ['an entity', named('<!ENTITY e "honest">')],
    ['an entity that is not used', named('<!ENTITY e "honest">', 'honest')],
    ['a file', named('<!ENTITY e SYSTEM "file:///etc/hostname">')],
    ['an address', named(`<!ENTITY e SYSTEM "${url}">`)],
    ['a public address', named(`<!ENTITY e PUBLIC "x" "${url}">`)],
    ['a parameter', named(`<!ENTITY % p SYSTEM "${url}"> %p;`, 'honest')],
    ['a type from elsewhere', `<!DOCTYPE x SYSTEM "${url}">${xml}`],
    ['default attributes', named('<!ATTLIST x ID ID #IMPLIED>', 'honest')],
    ['entities that multiply', named(`<!ENTITY e0 "ha">${laughs.join('')}`, '&e9;')],
    ['an entity of itself', named('<!ENTITY e "&e;">')],
    ['an entity that nobody declared', xml.replace('honest ann', '&honest; ann')],
    ['an entity of HTML', xml.replace('honest ann', 'honest&nbsp;ann')],
    ['an ampersand alone', xml.replace('honest ann', 'honest & ann')],
    ['a stylesheet', `<?xml-stylesheet type="text/xsl" href="${url}"?>${xml}`],
    ['an instruction', `<?php evil(); ?>${xml}`],
    ['an instruction at the end', `${xml}<?x y?>`],
    ['a comment first', `<!-- x -->${xml}`],
    ['a comment at the end', `${xml}<!-- x -->`],
    [
      'an inclusion',
      xml.replace(
        'honest ann',
        `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${url}" parse="text"/> ann`,
      ),
    ],
  ]
}

/** More than one of what must be one. */
function several({ xml, answer }: Material): Variant[] {
  const assertion = elementOf(xml, 'Assertion')
  const other = elementOf(answer(), 'Assertion')
  const forged = evil(assertion)
  const encrypted =
    '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><x></x></saml:EncryptedAssertion>'
  const soap = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${xml}</s:Body></s:Envelope>`
  return [
    ['the assertion twice', swap(xml, assertion, assertion + assertion)],
    ['two honest assertions', swap(xml, assertion, assertion + other)],
    ['two honest assertions, turned', swap(xml, assertion, other + assertion)],
    ['a forged and an honest one', swap(xml, assertion, forged + other)],
    ['an honest and a forged one', swap(xml, assertion, other + forged)],
    ['one in the other', swap(xml, assertion, filled(other, assertion))],
    ['an encrypted one before', swap(xml, assertion, encrypted + assertion)],
    ['an encrypted one behind', swap(xml, assertion, assertion + encrypted)],
    ['an encrypted one alone', swap(xml, assertion, encrypted)],
    ['no assertion', swap(xml, assertion, '')],
    ['a name in cipher', xml.replaceAll('saml:NameID', 'saml:EncryptedID')],
    [
      'an assertion of SAML 1.1',
      xml.replaceAll('SAML:2.0:assertion', 'SAML:1.0:assertion'),
    ],
    [
      'an assertion in another namespace',
      swap(
        xml,
        assertion,
        assertion.replace(/xmlns:saml="[^"]*"/, 'xmlns:saml="urn:other"'),
      ),
    ],
    [
      'an assertion in no namespace',
      swap(xml, assertion, assertion.replaceAll('saml:', '')),
    ],
    ['an answer in an answer', filled(xml, answer())],
    ['two answers', xml + answer()],
    ['a forged answer behind', xml + evil(xml)],
    ['an answer in an envelope', soap],
    [
      'an answer in an answer of artifacts',
      `<samlp:ArtifactResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${xml}</samlp:ArtifactResponse>`,
    ],
    [
      'the assertion among extensions',
      swap(xml, assertion, `<samlp:Extensions>${assertion}</samlp:Extensions>`),
    ],
    ['the assertion in an unknown element', swap(xml, assertion, `<x>${assertion}</x>`)],
  ]
}

/** What is no XML, or XML of which readers make different things. */
function written({ xml }: Material): Variant[] {
  const attributes = Array.from({ length: 60 }, (_, at) => ` a${at}="1"`).join('')
  return [
    ['words behind', `${xml}evil`],
    ['words before', `evil${xml}`],
    ['no end', xml.slice(0, -1)],
    ['half', xml.slice(0, xml.length / 2)],
    ['nothing but a declaration', '<?xml version="1.0"?>'],
    ['another version', `<?xml version="1.1"?>${xml}`],
    ['declared twice', `<?xml version="1.0"?><?xml version="1.0"?>${xml}`],
    ['a zero', xml.replace('honest', 'hon\0est')],
    ['a zero by number', xml.replace('honest', 'hon&#0;est')],
    ['a control character by number', xml.replace('honest', 'hon&#1;est')],
    ['a number too high', xml.replace('honest', 'hon&#x110000;est')],
    ['half a pair by number', xml.replace('honest', 'hon&#xD800;est')],
    ['a character that is none', xml.replace('honest', 'hon\uFFFEest')],
    [
      'an attribute twice',
      xml.replace(' Destination="', ' Destination="x" Destination="'),
    ],
    ['an id twice', xml.replace(' ID="', ' ID="_evil" ID="')],
    ['no quotes', xml.replace(/Version="2.0"/, 'Version=2.0')],
    ['a tag in a value', xml.replace('Version="2.0"', 'Version="<2.0"')],
    ['tags that cross', xml.replace('</saml:Subject>', '</saml:Issuer>')],
    ['a prefix nobody declared', xml.replaceAll('saml:Subject', 'other:Subject')],
    [
      'a prefix that is taken back',
      xml.replace('<saml:Subject>', '<saml:Subject xmlns:saml="">'),
    ],
    ['sixty attributes', xml.replace('<samlp:Status>', `<samlp:Status${attributes}>`)],
    [
      'depth',
      xml.replace('<samlp:Status>', `${'<x>'.repeat(5000)}${'</x>'.repeat(5000)}$&`),
    ],
    ['many elements', xml.replace('<samlp:Status>', `${'<x/>'.repeat(20_000)}$&`)],
    ['the end of a CDATA', xml.replace('honest ann', 'honest ]]> ann')],
    ['JSON', JSON.stringify({ subject: 'evil ann' })],
    ['HTML', '<html><body>evil</body></html>'],
    ['a bare word', 'evil'],
    [
      'an empty answer',
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
    ],
  ]
}

function encoded({ xml }: Material): Variant[] {
  const utf16 = Buffer.from(
    `\uFEFF<?xml version="1.0" encoding="UTF-16"?>${xml}`,
    'utf16le',
  )
  const bytes = (from: string, to: readonly number[]) => {
    const whole = Buffer.from(xml)
    const at = whole.indexOf(from)
    return Buffer.concat([
      whole.subarray(0, at),
      Buffer.from(to),
      whole.subarray(at + from.length),
    ])
  }
  return [
    ['UTF-16', utf16],
    ['UTF-16 turned', Buffer.from(utf16).swap16()],
    ['UTF-16 without a word', Buffer.from(xml, 'utf16le')],
    ['UTF-7 declared', `<?xml version="1.0" encoding="UTF-7"?>${xml}`],
    ['UTF-16 declared', `<?xml version="1.0" encoding="UTF-16"?>${xml}`],
    ['Latin 1 declared', `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`],
    ['an encoding nobody knows', `<?xml version="1.0" encoding="x"?>${xml}`],
    ['Latin 1', Buffer.from(xml.replace('honest', 'hönest'), 'latin1')],
    ['a long zero', bytes('honest', [0xc0, 0x80])],
    ['a long bracket', bytes('<samlp:Status>', [0xc0, 0xbc])],
    ['half a pair', bytes('honest', [0xed, 0xa0, 0x80])],
    ['half a character', bytes('honest', [0xe2, 0x82])],
    ['a byte that is none', bytes('honest', [0xff])],
  ]
}

/** Forms that are not the one that a browser sends. */
function sent({ xml }: Material): Variant[] {
  const base64 = Buffer.from(xml).toString('base64')
  const good = new URLSearchParams({ SAMLResponse: base64 }).toString()
  const large = Buffer.from(`${xml.slice(0, -1)}${' '.repeat(200_000)}>`).toString(
    'base64',
  )
  return [
    ['no field', form({})],
    ['an empty field', form({ SAMLResponse: '' })],
    ['a field of blanks', form({ SAMLResponse: '   ' })],
    ['a field of another name', form({ samlresponse: base64 })],
    ['a list', form({ 'SAMLResponse[]': base64 })],
    ['a request', form({ SAMLRequest: base64 })],
    ['an artifact', form({ SAMLart: base64 })],
    ['plain XML', form({ SAMLResponse: xml })],
    ['hexadecimal', form({ SAMLResponse: Buffer.from(xml).toString('hex') })],
    [
      'base64 of URLs',
      form({ SAMLResponse: `${base64.replaceAll('+', '-').replaceAll('/', '_')}-_` }),
    ],
    ['base64 twice', form({ SAMLResponse: Buffer.from(base64).toString('base64') })],
    [
      'base64 with more behind',
      form({ SAMLResponse: `${base64.replaceAll('=', '')}==evil` }),
    ],
    ['base64 with a comma', form({ SAMLResponse: `${base64},${base64}` })],
    ['deflated', form({ SAMLResponse: deflateRawSync(xml).toString('base64') })],
    ['gzipped', form({ SAMLResponse: gzipSync(xml).toString('base64') })],
    ['a hostile one first', { body: `SAMLResponse=evil&${good}` }],
    ['percent signs twice', { body: good.replaceAll('%', '%25') }],
    ['JSON', typedAs('application/json', JSON.stringify({ SAMLResponse: base64 }))],
    ['plain text', typedAs('text/plain', good)],
    ['XML as such', typedAs('text/xml', xml)],
    ['no type', typedAs('', good)],
    [
      'parts',
      typedAs(
        'multipart/form-data; boundary=b',
        `--b\r\ncontent-disposition: form-data; name="SAMLResponse"\r\n\r\n${base64}\r\n--b--\r\n`,
      ),
    ],
    ['a gzipped form', { body: gzipSync(good), headers: { 'content-encoding': 'gzip' } }],
    ['too large a field', form({ SAMLResponse: large })],
    ['too large a form', { body: `RelayState=${'x'.repeat(300_000)}&${good}` }],
  ]
}

function form(fields: Record<string, string>): Brought {
  return { body: new URLSearchParams(fields).toString() }
}

function typedAs(type: string, body: string): Brought {
  return { body, headers: { 'content-type': type } }
}
