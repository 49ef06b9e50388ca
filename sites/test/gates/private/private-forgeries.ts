import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'

import { inAnHour } from './private-world.ts'

export interface Forgery {
  readonly name: string
  readonly token: string
}

export interface ForgeryKeys {
  /** Of the site that must not be entered. */
  readonly key: string
  readonly otherSite: string
}

type Header = Readonly<Record<string, unknown>>

const encode = (part: object | string) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString(
    'base64url',
  )

interface Signing {
  readonly secret?: string | Buffer
  readonly header?: Header
  readonly hash?: string
}

/** Tokens that look like one of the site's, none of which is. */
export function forgeries({ key, otherSite }: ForgeryKeys): readonly Forgery[] {
  const sign = (
    claims: object | string,
    { secret = key, header = {}, hash = 'sha256' }: Signing = {},
  ) => {
    const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`
    return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
  }
  const good = { exp: inAnHour() }
  return [
    ...named('algorithm', wrongAlgorithms(sign, good)),
    ...named('key', wrongKeys(sign, good, { key, otherSite })),
    ...named('header', wrongHeaders(sign, good, key)),
    ...named('time', wrongTimes(sign)),
    ...named('form', wrongForms(sign(good))),
    ...named('claim', wrongClaims(sign, good)),
  ]
}

type Sign = (claims: object | string, signing?: Signing) => string

function named(kind: string, tokens: Readonly<Record<string, string>>): Forgery[] {
  return Object.entries(tokens).map(([name, token]) => ({
    name: `${kind}: ${name}`,
    token,
  }))
}

function wrongAlgorithms(sign: Sign, good: object): Record<string, string> {
  const signature = sign(good).split('.')[2] ?? ''
  const none = ['none', 'None', 'NONE', 'nOnE', 'none ', ''].flatMap((alg) => {
    const text = `${encode({ alg, typ: 'JWT' })}.${encode(good)}`
    return [
      [`"${alg}" without a signature`, `${text}.`],
      [`"${alg}" with a signature`, `${text}.${signature}`],
    ]
  })
  const spelled = [
    'hs256',
    'HS256 ',
    'HS-256',
    'HMACSHA256',
    'HS1',
    'A256KW',
    'dir',
    'EdDSA',
    'PS256',
    'ES256',
  ]
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsaText = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(good)}`
  return {
    ...Object.fromEntries(none),
    ...Object.fromEntries(spelled.map((alg) => [alg, sign(good, { header: { alg } })])),
    HS384: sign(good, { header: { alg: 'HS384' }, hash: 'sha384' }),
    HS512: sign(good, { header: { alg: 'HS512' }, hash: 'sha512' }),
    'RS256 by HMAC': sign(good, { header: { alg: 'RS256' } }),
    'RS256 by a key of our own': `${rsaText}.${createSign('sha256').update(rsaText).sign(privateKey, 'base64url')}`,
    'HS256 named, HS384 used': sign(good, { hash: 'sha384' }),
    'a list': sign(good, { header: { alg: ['HS256'] } }),
    'no algorithm': sign(good, { header: { alg: undefined } }),
    null: sign(good, { header: { alg: null } }),
  }
}

function wrongKeys(
  sign: Sign,
  good: object,
  { key, otherSite }: ForgeryKeys,
): Record<string, string> {
  const secrets: Record<string, string | Buffer> = {
    empty: '',
    'a zero byte': Buffer.alloc(1),
    'zero bytes': Buffer.alloc(32),
    'of another site': otherSite,
    'in capitals': key.toUpperCase() === key ? key.toLowerCase() : key.toUpperCase(),
    'with a line end': `${key}\n`,
    'without its last character': key.slice(0, -1),
    'decoded from base64': Buffer.from(key, 'base64'),
    'decoded from hex': Buffer.from(key, 'hex'),
    null: 'null',
    undefined: 'undefined',
    'of development': 'secret',
  }
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => [name, sign(good, { secret })]),
  )
}

function wrongHeaders(sign: Sign, good: object, key: string): Record<string, string> {
  const mine = 'a key of somebody else'
  const jwk = { kty: 'oct', k: Buffer.from(mine).toString('base64url') }
  const mineWith = (header: Header) => sign(good, { secret: mine, header })
  return {
    'kid that is a path': sign(good, {
      secret: '',
      header: { kid: '../../../../dev/null' },
    }),
    'kid that is SQL': sign(good, {
      secret: 'x',
      header: { kid: "' union select 'x' --" },
    }),
    'kid that is a list': mineWith({ kid: [] }),
    jwk: mineWith({ jwk }),
    jku: mineWith({ jku: 'https://example.com/jwks.json' }),
    x5u: mineWith({ x5u: 'https://example.com/cert.pem' }),
    x5c: mineWith({ x5c: [Buffer.from(mine).toString('base64')] }),
    'an unknown critical name': sign(good, {
      header: { crit: ['made-up'], 'made-up': 1 },
    }),
    'an empty list of critical names': sign(good, { header: { crit: [] } }),
    'critical b64': sign(good, { header: { crit: ['b64'], b64: false } }),
    'encrypted by name': mineWith({ enc: 'A256GCM', zip: 'DEF' }),
    __proto__: `${encode('{"__proto__":{"alg":"HS256"},"typ":"JWT"}')}.${encode(good)}.${createHmac('sha256', key).update('x').digest('base64url')}`,
  }
}

function wrongTimes(sign: Sign): Record<string, string> {
  const now = Math.floor(Date.now() / 1000)
  const hour = 3600
  return {
    'no end': sign({}),
    'ended a minute ago': sign({ exp: now - 60 }),
    'ended long ago': sign({ exp: 1 }),
    'ended at zero': sign({ exp: 0 }),
    'ended before time': sign({ exp: -1 }),
    'end as text': sign({ exp: String(now + hour) }),
    'end as a date': sign({ exp: new Date((now + hour) * 1000).toISOString() }),
    'end null': sign({ exp: null }),
    'end true': sign({ exp: true }),
    'end as a list': sign({ exp: [now + hour] }),
    'end as an object': sign({ exp: { valueOf: now + hour } }),
    'end in capitals': sign({ EXP: now + hour }),
    'end given twice, the last one past': sign(
      `{"exp":${now + hour},"exp":${now - hour}}`,
    ),
    'begins later': sign({ exp: now + hour, nbf: now + hour / 2 }),
    'begins as text': sign({ exp: now + hour, nbf: 'now' }),
  }
}

function wrongForms(token: string): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const flipped = Buffer.from(signature, 'base64url')
  flipped[0] = (flipped[0] ?? 0) ^ 1
  return {
    'no signature': `${header}.${payload}.`,
    'no second dot': `${header}.${payload}`,
    'a part more': `${token}.x`,
    twice: `${token}.${token}`,
    'one bit of the signature': `${header}.${payload}.${flipped.toString('base64url')}`,
    'cut signature': `${header}.${payload}.${signature.slice(0, -3)}`,
    'longer signature': `${header}.${payload}.${signature}AAAA`,
    'cut payload': `${header}.${payload.slice(0, -4)}.${signature}`,
    'parts swapped': `${payload}.${header}.${signature}`,
    'payload that is no JSON': `${header}.${encode('exp=1')}.${signature}`,
    'no base64': `${header}.%%%.${signature}`,
    'empty parts': '..',
    'one word': 'token',
    huge: `${header}.${encode({ exp: inAnHour(), sub: 'x'.repeat(3000) })}.${signature}`,
    'Bearer in front': `Bearer+${token.slice(0, 20)}`,
    'a content token': `e30.e30.${'A'.repeat(43)}`,
  }
}

function wrongClaims(sign: Sign, good: object): Record<string, string> {
  const json = (more: string) => sign(`{"exp":${inAnHour()},${more}}`)
  return {
    'not in the schema': sign({ ...good, admin: true }),
    'of another type': sign({ ...good, beta: 'true' }),
    'not among the values': sign({ ...good, plan: 'gold' }),
    'a list of values': sign({ ...good, plan: ['paid'] }),
    'in capitals': sign({ ...good, PLAN: 'paid' }),
    __proto__: json('"__proto__":{"plan":"paid"}'),
    constructor: json('"constructor":{"prototype":{"plan":"paid"}}'),
    'claims inside claims': sign({ ...good, claims: { plan: 'paid' } }),
    'a payload that is a list': sign(JSON.stringify([good])),
    'a payload that is null': sign('null'),
    'another payload, same signature': (() => {
      const [header, , signature] = sign(good).split('.')
      return `${header}.${encode({ ...good, plan: 'paid', beta: true })}.${signature}`
    })(),
  }
}
