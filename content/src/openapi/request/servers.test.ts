import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { mayAsk, originsMax, safeOrigin, serverOrigins, serverUrl } from './servers.ts'

const none = new Map<string, string>()

/** Addresses as somebody writes them who wants pages to ask others, or their policy to end. */
const refused = [
  '',
  '/v1',
  '//api.example.com',
  'api.example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'ws://api.example.com',
  'file:///etc/passwd',
  'https://',
  'https://*',
  'https://*.example.com',
  "https://a.com;script-src 'unsafe-inline'",
  'https://a.com;default-src',
  'https://a;b.com',
  'https://a%3Bb.com',
  "https://a'b.com",
  'https://a,b.com',
  'https://a"b.com',
  'https://a b.com',
  'https://a%20b.com',
  'https://user@api.example.com',
  'https://user:secret@api.example.com',
  'https://api.example.com:80@evil.example',
  'https://a_b.example.com',
  'https://a..example.com',
  'https://.example.com',
  'https://example.com.',
  'https://-a.example.com',
  'https://[::1]',
  'http://[::ffff:127.0.0.1]:3000',
  'https://api.example.com:99999',
  `https://${'abc.'.repeat(80)}com`,
  'https://{host}',
  'https://{a}.example.com',
]

const taken: readonly [string, string][] = [
  ['https://api.example.com', 'https://api.example.com'],
  ['HTTPS://API.Example.COM:443/v1?x#y', 'https://api.example.com'],
  ['http://api.example.com:8080', 'http://api.example.com:8080'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['https://аpple.com', 'https://xn--pple-43d.com'],
  ['http://0x7f.1', 'http://127.0.0.1'],
  ['http://2130706433', 'http://127.0.0.1'],
  ['https://api.example.com\\@evil.example', 'https://api.example.com'],
  ['https://api.exa\nmple.com', 'https://api.example.com'],
]

describe('the servers of an operation', () => {
  for (const url of refused) {
    it(`are not asked at ${JSON.stringify(url).slice(0, 60)}`, () => {
      assert.deepEqual(serverOrigins([{ url, variables: [] }]), [])
      assert.equal(serverUrl({ url, variables: [] }, none), undefined)
    })
  }

  for (const [url, origin] of taken) {
    it(`are asked at ${JSON.stringify(url)} as ${origin}`, () => {
      assert.deepEqual(serverOrigins([{ url, variables: [] }]), [origin])
      assert.ok(serverUrl({ url, variables: [] }, none)?.startsWith(origin))
    })
  }

  it('take only named values for variables of their hosts, and any for their paths', () => {
    const server = {
      url: 'https://{region}.example.com:{port}/{base}',
      variables: [
        { name: 'region', default: 'eu', values: ['us', 'eu'] },
        { name: 'port', default: '8443' },
        { name: 'base', default: 'v1' },
      ],
    }
    assert.deepEqual(serverOrigins([server]), [
      'https://eu.example.com:8443',
      'https://us.example.com:8443',
    ])
    const urlWith = (values: Record<string, string>) =>
      serverUrl(server, new Map(Object.entries(values)))
    assert.equal(urlWith({}), 'https://eu.example.com:8443/v1')
    assert.equal(urlWith({ region: 'us' }), 'https://us.example.com:8443/v1')
    assert.equal(urlWith({ region: 'evil' }), 'https://eu.example.com:8443/v1')
    assert.equal(urlWith({ port: '1' }), 'https://eu.example.com:8443/v1')
    assert.equal(urlWith({ base: 'a/b/' }), 'https://eu.example.com:8443/a/b')
    assert.equal(urlWith({ base: '@x.com/' }), 'https://eu.example.com:8443/@x.com')
    assert.equal(urlWith({ base: '?x#y' }), 'https://eu.example.com:8443')
  })

  it('are as many as a policy takes', () => {
    const values = Array.from({ length: 1000 }, (_, number) => `h${number}`)
    const variables = ['a', 'b', 'c'].map((name) => ({ name, default: 'h0', values }))
    const url = 'https://{a}.{b}.{c}.example.com'
    assert.equal(serverOrigins([{ url, variables }]).length, originsMax)
  })

  it('have addresses at these origins alone, whatever is chosen and typed', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'https://',
        'http://',
        '{a}',
        '{b}',
        '/',
        '@',
        ':',
        '.com',
        '\\',
        '#',
      ),
      fc.string({ maxLength: 6 }),
    )
    const url = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(url, fc.string(), fc.string(), (template, first, typed) => {
        const variables = [
          { name: 'a', default: first },
          { name: 'b', default: 'x', values: ['x', first] },
        ]
        const server = { url: template, variables }
        const chosen = new Map([
          ['a', typed],
          ['b', typed],
        ])
        const found = serverUrl(server, chosen)
        if (found === undefined) return
        const { origin } = new URL(found)
        assert.ok(serverOrigins([server]).includes(origin))
        assert.match(origin, /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/)
      }),
    )
  })

  it('are asked without encryption from pages without, and at home', () => {
    assert.ok(mayAsk('https://api.example.com', true))
    assert.ok(!mayAsk('http://api.example.com', true))
    assert.ok(mayAsk('http://api.example.com', false))
    for (const home of ['localhost:3000', 'api.localhost', '127.0.0.1:80', '127.9.9.9']) {
      assert.ok(mayAsk(safeOrigin(`http://${home}`) ?? '', true), home)
    }
    for (const not of ['127.0.0.1.example.com', 'localhost.example.com', '128.0.0.1']) {
      assert.ok(!mayAsk(safeOrigin(`http://${not}`) ?? '', true), not)
    }
  })
})
