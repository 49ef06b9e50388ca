import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { returnPathFrom } from './return-path.ts'

describe('the path to return to', () => {
  const own: Record<string, string> = {
    '/': '/',
    '/o/acme/s/docs': '/o/acme/s/docs',
    '/search?q=a%20b&page=2#top': '/search?q=a%20b&page=2#top',
    '/a//b': '/a//b',
    '/a/../b': '/b',
    '/?to=https://evil.example/': '/?to=https://evil.example/',
    '/@evil.example': '/@evil.example',
    '/über': '/%C3%BCber',
    '/%2F%2Fevil.example': '/%2F%2Fevil.example',
    '/%5Cevil.example': '/%5Cevil.example',
    '/%0d%0aset-cookie:x': '/%0d%0aset-cookie:x',
    '/javascript:alert(1)': '/javascript:alert(1)',
  }
  for (const [given, expected] of Object.entries(own)) {
    it(`may be ${given}`, () => {
      assert.equal(returnPathFrom(given), expected)
    })
  }

  const hostile: readonly unknown[] = [
    '',
    'a',
    'https://evil.example/',
    'HTTPS://evil.example/',
    'https:/evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '////evil.example/',
    '//evil.example/%2f..',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '/a\\..\\..\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ /evil.example',
    '/\u00a0/evil.example',
    '/\u2028/evil.example',
    '/\u3000evil',
    '/\0/evil.example',
    '/\u007f/evil.example',
    '/\u0085/evil.example',
    '/a\r\nset-cookie: x=y',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/./.././/evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/a/%2e%2e//evil.example',
    '@evil.example',
    ':evil',
    '?to=/a',
    '#a',
    '.evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'blob:https://evil.example/x',
    'mailto:a@evil.example',
    '/\ud800',
    `/${'a'.repeat(2048)}`,
    undefined,
    null,
    7,
    ['/a', '//evil.example'],
    { toString: () => '/a' },
  ]
  it('is none where it could lead anywhere else', () => {
    for (const given of hostile) {
      assert.equal(returnPathFrom(given), undefined, JSON.stringify(given))
    }
  })

  it('leads to our origin, whatever browsers make of it', () => {
    for (const given of [...Object.keys(own), ...hostile]) {
      const path = returnPathFrom(given)
      if (path === undefined) continue
      for (const base of ['https://lectern.example', 'https://lectern.example/a/b']) {
        assert.equal(new URL(path, base).origin, 'https://lectern.example')
      }
    }
  })
})
