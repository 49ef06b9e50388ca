/** One replacement in a file of the sign-in. */
interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

const verify = 'verify-answer.ts'
const queries = 'saml-sign-in-queries.ts'
const persons = 'find-person.ts'
const verified = 'await verifier.validatePostResponseAsync({ SAMLResponse })'

/** Defects that the self-test plants, as edits of the server: each is one that a hurried change could bring. */
const edits: Readonly<Record<string, readonly Edit[]>> = {
  'no signature is checked': [
    {
      file: verify,
      from: verified,
      to: `{ profile: { getAssertionXml: () => Buffer.from(SAMLResponse, 'base64').toString().match(/<saml:Assertion [^]*<.saml:Assertion>/)?.[0] } }`,
    },
  ],
  'another one than the signed assertion is read': [
    {
      file: verify,
      from: verified,
      to: `await (async () => {
        const { SignedXml } = await import('xml-crypto')
        const whole = Buffer.from(SAMLResponse, 'base64').toString()
        const signature = whole.match(/<(?:ds:)?Signature [^]*?<.(?:ds:)?Signature>/)?.[0]
        const isGood = verifier.options.idpCert.some((publicCert) => {
          const checked = new SignedXml({ publicCert })
          checked.loadSignature(signature)
          return checked.checkSignature(whole)
        })
        const [first = ''] = /<saml:Assertion [^]*?<.saml:Assertion>/.exec(whole) ?? []
        const alone = first.includes('xmlns:saml=')
          ? first
          : first.replace(' ', ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ')
        return { profile: { getAssertionXml: () => (isGood ? alone : undefined) } }
      })()`,
    },
    {
      file: verify,
      from: `attributeOf(assertion, 'ID') === answer.assertionId`,
      to: 'true',
    },
    {
      file: 'read-answer.ts',
      from: 'assertion === undefined || more.length > 0 || assertions.length !== 1',
      to: 'assertion === undefined',
    },
    {
      file: 'read-answer.ts',
      from: 'expected.length === 0 || signatures.length !== expected.length',
      to: 'signatures.length === 0',
    },
  ],
  'whatever certificate comes along is believed': [
    {
      file: verify,
      from: 'idpCert: certificates.map(String),',
      to: `idpCert: [...certificates.map(String), ...[...answer.xml.matchAll(/<(?:ds:)?X509Certificate>([^<]*)/g)].map(([, inside]) => inside)],`,
    },
  ],
  'any algorithm will do': [
    { file: 'read-answer.ts', from: `if (!isAccepted) throw`, to: 'if (false) throw' },
  ],
  'comments are taken out': [
    {
      file: 'xml-tree.ts',
      from: `.replace(declaration, '')`,
      to: `.replace(declaration, '').replaceAll(/<!--[^]*?-->/g, '')`,
    },
  ],
  'CDATA is taken for text': [
    {
      file: 'xml-tree.ts',
      from: `.replace(declaration, '')`,
      to: `.replace(declaration, '').replaceAll(/<!.CDATA.([^]*?)]]>/g, '$1')`,
    },
  ],
  'types are skipped': [
    {
      file: 'xml-tree.ts',
      from: `.replace(declaration, '')`,
      to: `.replace(declaration, '').replace(/<!DOCTYPE[^]*?]?>(?=<samlp)/i, '')`,
    },
  ],
  'no size is too large': [
    { file: 'read-answer.ts', from: '256 * 1024', to: '1024 * 1024' },
  ],
  'answers are taken again': [
    {
      file: queries,
      from: 'on conflict (hash) do nothing',
      to: 'on conflict (hash) do update set hash = excluded.hash',
    },
    { file: queries, from: 'and r.answer_hash is null and', to: 'and' },
    { file: queries, from: `.where('answer_hash', 'is', null)`, to: '' },
  ],
  'assertions are not remembered': [
    {
      file: queries,
      from: 'on conflict (hash) do nothing',
      to: 'on conflict (hash) do update set hash = excluded.hash',
    },
  ],
  'requests do not end': [
    {
      file: queries,
      from: 'r.answer_hash is null and r.expires_at > now()',
      to: 'r.answer_hash is null',
    },
    {
      file: queries,
      from: `.where('answer_hash', 'is', null)\n      .where('expires_at', '>', sql<string>\`now()\`)`,
      to: `.where('answer_hash', 'is', null)`,
    },
  ],
  'requests are those of every provider': [
    {
      file: queries,
      from: 'r.id = ${p.requestId} and r.provider_id = ${p.providerId}',
      to: 'r.id = ${p.requestId}',
    },
    {
      file: queries,
      from: `.where('id', '=', p.requestId)\n      .where('provider_id', '=', p.providerId)`,
      to: `.where('id', '=', p.requestId)`,
    },
  ],
  'another website may begin': [
    { file: 'saml-pages.ts', from: 'if (isForeign(request))', to: 'if (false)' },
  ],
  'every browser may go on': [
    { file: queries, from: `.where('flow_hash', '=', p.flowHash)`, to: '' },
  ],
  'going on twice': [
    {
      file: 'finish-sign-in.ts',
      from: 'await tx.run(deleteRequest, { requestId: answered.id })',
      to: '',
    },
  ],
  'addresses stand for accounts': [
    {
      file: persons,
      from: 'if (addressedId === null && isHome) return person',
      to: 'if (true) return person',
    },
  ],
  'every address is the own one of an organization': [
    {
      file: persons,
      from: 'if (addressedId === null && isHome) return person',
      to: 'if (addressedId === null) return person',
    },
  ],
  'every browser may open a link': [
    {
      file: queries,
      from: `.where('id', '=', p.requestId)\n      .where('flow_hash', '=', p.flowHash)`,
      to: `.where('id', '=', p.requestId)`,
    },
  ],
  'links are good for every provider': [
    {
      file: queries,
      from: `.where('provider_id', '=', p.providerId)\n      .where('mailed_at', 'is not', null)`,
      to: `.where('mailed_at', 'is not', null)`,
    },
  ],
  'links do not end': [
    {
      file: queries,
      from: `.where('mailed_at', 'is not', null)\n      .where('expires_at', '>', sql<string>\`now()\`)`,
      to: `.where('mailed_at', 'is not', null)`,
    },
  ],
  'a link is enough without the second factor': [
    {
      file: persons,
      from: 'return asked === undefined ? person',
      to: 'return true ? person',
    },
  ],
  'names are those of every provider': [
    {
      file: persons,
      from: 'samlProviderKey(id)',
      to: `'saml:any'`,
    },
  ],
  'a clock may be wrong by an hour': [
    { file: 'answer-checks.ts', from: '60_000', to: '3_600_000' },
  ],
  'names may be for one time': [
    {
      file: 'identity-from.ts',
      from: `attributeOf(nameId, 'Format') !== transient`,
      to: 'true',
    },
  ],
  'SHA-512 is refused': [
    {
      file: 'read-answer.ts',
      from: `'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',`,
      to: '',
    },
  ],
  'signatures of answers are refused': [
    {
      file: 'read-answer.ts',
      from: 'const ofResponse = signatureOf(response)',
      to: 'const ofResponse = undefined',
    },
  ],
}

/** Defects that refuse what is honest; all others accept what is hostile, and are found by that alone. */
export const refusingBreaks: readonly string[] = [
  'SHA-512 is refused',
  'signatures of answers are refused',
]

/** The defects that are named here. The module is loaded before the server is, so it asks nothing of it. */
export const namedBreaks = Object.keys(edits)

const noCheck = 'no check of: '

/** The defect that an answer is not asked for one of the things that it must say. */
export function withoutCheck(name: string): string {
  return noCheck + name
}

export function editsOf(broken: string): readonly Edit[] {
  const name = broken.startsWith(noCheck) ? broken.slice(noCheck.length) : undefined
  const found = name === undefined ? edits[broken] : [editWithout(name)]
  if (found === undefined) throw new Error(`There is no defect "${broken}"`)
  return found
}

function editWithout(name: string): Edit {
  return {
    file: verify,
    from: 'Object.values(checks)',
    to: `Object.entries(checks).filter(([name]) => name !== '${name}').map(([, one]) => one)`,
  }
}
