import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { serverOrigins } from '@lectern/content/openapi/request/servers.ts'

import { securityHeaders } from './security-headers.ts'

function connectOf(connectsTo: readonly string[] | undefined, isHttps: boolean): string {
  const { 'content-security-policy': policy = '' } = securityHeaders({
    filesOrigin: 'https://files.example',
    themeScriptHash: "'sha256-x'",
    errorStyleHash: "'sha256-y'",
    isHttps,
    ...(connectsTo && { connectsTo }),
  })
  assert.equal(policy.split('connect-src').length, 2)
  return policy.split('; ').find((each) => each.startsWith('connect-src ')) ?? ''
}

/** Servers as documents name them, and what the policy of an encrypted page says of them. */
const table: readonly [server: string, https: string, http?: string][] = [
  ['https://api.example.com/v1', ' https://api.example.com'],
  ['https://API.example.com:443', ' https://api.example.com'],
  ['https://api.example.com:8443', ' https://api.example.com:8443'],
  ['http://api.example.com', '', ' http://api.example.com'],
  ['http://localhost:3000', ' http://localhost:3000'],
  ['http://127.0.0.1:3000', ' http://127.0.0.1:3000'],
  ['http://0x7f000001', ' http://127.0.0.1'],
  ['http://10.0.0.1', '', ' http://10.0.0.1'],
  ['https://münchen.example', ' https://xn--mnchen-3ya.example'],
  ['/v1', ''],
  ['*', ''],
  ['https:', ''],
  ['https://*', ''],
  ['https://*.example.com', ''],
  ['https://{any}.example.com', ''],
  ["https://a.example;script-src 'unsafe-inline'", ''],
  ['https://a.example;default-src/*', ''],
  ['https://a.example,https://b.example', ''],
  ["https://'unsafe-eval'", ''],
  ["'unsafe-inline'", ''],
  ['https://a b.example', ''],
  ['https://a\u00a0b.example', ''],
  ['https://user:pass@api.example.com', ''],
  ['https://[::1]', ''],
  ['http://[::]', ''],
  ['wss://api.example.com', ''],
  ['data:text/html,x', ''],
  ['blob:https://api.example.com/x', ''],
  ['javascript:alert(1)', ''],
  ['filesystem:https://api.example.com/x', ''],
]

describe('what a page may connect to', () => {
  it('is its own origin where no operation is shown', () => {
    assert.equal(connectOf(undefined, true), "connect-src 'self'")
    assert.equal(connectOf([], false), "connect-src 'self'")
  })

  for (const [url, https, http = https] of table) {
    it(`is this for a server at ${JSON.stringify(url)}: ${https || 'nothing more'}`, () => {
      const origins = serverOrigins([{ url, variables: [] }])
      assert.equal(connectOf(origins, true), `connect-src 'self'${https}`)
      assert.equal(connectOf(origins, false), `connect-src 'self'${http}`)
    })
  }

  it('never gets what is no plain origin, wherever it comes from', () => {
    const crafted = [
      ...table.map(([url]) => url),
      'https://a.example/',
      'https://a.example; img-src *',
      "https://a.example 'unsafe-inline'",
      'https://ok.example',
    ]
    const expected = [
      'https://api.example.com:8443',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'https://ok.example',
    ]
    assert.equal(connectOf(crafted, true), `connect-src 'self' ${expected.join(' ')}`)
  })

  it('is bounded', () => {
    const many = Array.from({ length: 100 }, (_, number) => `https://h${number}.example`)
    assert.equal(connectOf(many, true).split(' ').length, 22)
  })
})
