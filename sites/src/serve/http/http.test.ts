import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { encodingFor, isHeld, prefersJson, prefersMarkdown } from './accept.ts'
import { isCookieValue, setVisitorCookie, visitorCookies } from './cookies.ts'
import { rateLimit } from './rate-limit.ts'
import { readerUrl, spelledPath, withoutParameters } from './reader-url.ts'
import { publicHeaders, securityHeaders } from './security-headers.ts'

describe('what a reader accepts', () => {
  it('decides the encoding by weight, and plain bytes are always taken', () => {
    assert.equal(encodingFor(undefined), 'identity')
    assert.equal(encodingFor('gzip, deflate, br, zstd'), 'br')
    assert.equal(encodingFor('gzip, deflate'), 'gzip')
    assert.equal(encodingFor('br;q=0, gzip;q=0.5'), 'gzip')
    assert.equal(encodingFor('br;q=0.2, gzip;q=0.5'), 'gzip')
    assert.equal(encodingFor('gzip;q=0'), 'identity')
    assert.equal(encodingFor('*;q=0.1'), 'br')
  })

  it('is Markdown for agents and never for browsers', () => {
    assert.equal(prefersMarkdown('text/html,application/xhtml+xml,*/*;q=0.8'), false)
    assert.equal(prefersMarkdown('text/markdown'), true)
    assert.equal(prefersMarkdown('text/markdown, text/html;q=0.9'), true)
    assert.equal(prefersMarkdown('text/html, text/markdown;q=0.5'), false)
    assert.equal(prefersMarkdown('text/markdown;q=0'), false)
    assert.equal(prefersJson('application/json'), true)
    assert.equal(prefersJson('*/*'), false)
  })

  it('compares tags weakly', () => {
    assert.equal(isHeld('W/"a"', 'W/"a"'), true)
    assert.equal(isHeld('"x", "a"', 'W/"a"'), true)
    assert.equal(isHeld('"ab"', 'W/"a"'), false)
    assert.equal(isHeld(undefined, 'W/"a"'), false)
  })
})

function originOfHost(host: string): string | undefined {
  return readerUrl('http', host, '/')?.origin
}

describe('the address of a request', () => {
  it('is refused when host or path cannot be one', () => {
    assert.equal(readerUrl('http', undefined, '/'), undefined)
    assert.equal(readerUrl('http', 'a b', '/'), undefined)
    assert.equal(readerUrl('http', 'a.example/evil', '/'), undefined)
    assert.equal(readerUrl('http', 'a@b.example', '/'), undefined)
    assert.equal(readerUrl('http', 'a.example', 'http://b.example/'), undefined)
    assert.equal(readerUrl('http', 'a.example', `/${'x'.repeat(5000)}`), undefined)
    assert.deepEqual(readerUrl('https', 'Docs.Example:8443', '/A/b?c=d'), {
      origin: 'https://docs.example',
      sentOrigin: 'https://docs.example:8443',
      isHttps: true,
      path: '/A/b',
      query: 'c=d',
    })
  })

  it('names a host in one way, whatever the port, the case, the last dot and the form', () => {
    for (const host of [
      'Docs.Example',
      'docs.example.',
      'docs.example:1',
      'docs.example.:65535',
    ]) {
      assert.equal(originOfHost(host), 'http://docs.example', host)
    }
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '127.0.0.1.',
    ]) {
      assert.equal(originOfHost(host), 'http://127.0.0.1', host)
    }
    for (const host of ['[::1]', '[0:0::1]:80', '[0000:0:0:0:0:0:0:1]']) {
      assert.equal(originOfHost(host), 'http://[::1]', host)
    }
    const none = [
      '',
      ':80',
      'a..b',
      '.a',
      '[::1',
      '[::g]',
      '999.1.1.1.1',
      'a:b',
      'a:123456',
    ]
    for (const host of [...none, `${'a'.repeat(300)}.example`]) {
      assert.equal(originOfHost(host), undefined, host)
    }
  })

  it('has one spelling', () => {
    assert.equal(spelledPath('/a//b/./c'), '/a/b/c')
    assert.equal(spelledPath('/a/../b'), '/a/b')
    assert.equal(spelledPath('/%61/'), '/a/')
    assert.equal(spelledPath('/%C3%A9'), '/%C3%A9')
    assert.equal(spelledPath('/é'), '/%C3%A9')
    assert.equal(spelledPath('//'), '/')
    assert.equal(spelledPath('/%ff'), undefined)
    assert.equal(spelledPath('/a%2Fb'), undefined)
    assert.equal(spelledPath('/a%00'), undefined)
    for (const path of ['/', '/a', '/a/', '/a%20b', '/a:b@c']) {
      assert.equal(spelledPath(path), path)
    }
  })

  it('loses what is kept in cookies, and nothing else', () => {
    assert.equal(withoutParameters('a=1&jwt_token=x&b=2', ['jwt_token']), '?a=1&b=2')
    assert.equal(withoutParameters('jwt_token=x', ['jwt_token']), '')
  })
})

describe('cookies of visitors', () => {
  it('are tied to their host behind https, and read back under the same name', () => {
    const set = setVisitorCookie({
      kind: 'v',
      siteId: 'site1',
      value: 'a.b.c',
      isHttps: true,
    })
    assert.equal(set, '__Host-v-site1=a.b.c; Path=/; HttpOnly; SameSite=Lax; Secure')
    assert.deepEqual(visitorCookies(`x=y; ${set.split(';', 1).join('')}`, 'v', true), [
      { siteId: 'site1', value: 'a.b.c' },
    ])
    assert.deepEqual(visitorCookies('v-site1=a', 'v', true), [])
    // To a browser the space that is none is a part of the name, which then has no prefix.
    for (const outer of ['\u00A0', '\v', '\uFEFF']) {
      assert.deepEqual(visitorCookies(`x=y; ${outer}__Host-v-site1=a`, 'v', true), [])
    }
    assert.deepEqual(visitorCookies('v-site1=a', 'v', false), [
      { siteId: 'site1', value: 'a' },
    ])
  })

  it('take nothing that could end them early, and count once for each site', () => {
    assert.equal(isCookieValue('aaa.bbb-_.ccc='), true)
    for (const value of ['a;b', 'a b', 'a\nb', 'a,b', '', 'x'.repeat(4000)]) {
      assert.equal(isCookieValue(value), false, value.slice(0, 5))
    }
    const many = Array.from({ length: 50 }, (_, at) => `v-${at % 25}=x`).join('; ')
    assert.equal(visitorCookies(many, 'v', false).length, 25)
    assert.deepEqual(visitorCookies('v-a/b=x; v-=x', 'v', false), [])
  })
})

describe('headers', () => {
  it('let nothing run but ours, and nothing in from elsewhere but images and videos of three hosts', () => {
    const headers = securityHeaders({
      filesOrigin: 'https://files.example',
      themeScriptHash: "'sha256-x'",
      errorStyleHash: "'sha256-y'",
      isHttps: true,
    })
    const policy = headers['content-security-policy'] ?? ''
    assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-x';/)
    assert.doesNotMatch(policy, /unsafe|data:|\*/)
    const fromAnywhere = policy.split('; ').filter((rule) => rule.includes(' https:'))
    assert.deepEqual(
      fromAnywhere.filter((rule) => /https:(?!\/\/files\.example)/.test(rule)),
      [
        "img-src 'self' https://files.example https:",
        'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com',
      ],
    )
    assert.match(headers['strict-transport-security'] ?? '', /max-age=\d{8}/)
  })

  it('let a CDN keep what a browser must ask for', () => {
    const headers = publicHeaders({
      sharedSeconds: 60,
      surrogateKeys: ['site-1', 'space-2'],
    })
    assert.match(
      headers['cache-control'] ?? '',
      /^public, max-age=0, s-maxage=60, stale-while/,
    )
    assert.equal(headers['surrogate-key'], 'site-1 space-2')
  })
})

describe('a rate limit', () => {
  it('counts each address for itself, a minute at a time', () => {
    let now = 0
    const limit = rateLimit(2, () => now)
    assert.equal(limit.check('a'), undefined)
    assert.equal(limit.check('a'), undefined)
    assert.equal(limit.check('a'), 60)
    assert.equal(limit.check('b'), undefined)
    now = 60_000
    assert.equal(limit.check('a'), undefined)
    assert.equal(rateLimit(0).check('a'), undefined)
  })

  it('takes a whole IPv6 network for one address', () => {
    const limit = rateLimit(1, () => 0)
    assert.equal(limit.check('2001:db8:1:2::1'), undefined)
    assert.equal(limit.check('2001:0db8:1:2:ffff::9'), 60)
    assert.equal(limit.check('2001:db8:1:3::1'), undefined)
    assert.equal(limit.check('::1'), undefined)
    assert.equal(limit.check('192.0.2.1'), undefined)
    assert.equal(limit.check('::ffff:192.0.2.1'), 60)
  })

  it('frees nobody however many addresses come', () => {
    const limit = rateLimit(2, () => 0, 100)
    for (let at = 0; at < 3; at += 1) limit.check('early')
    for (let at = 0; at < 5000; at += 1) limit.check(`late ${at}`)
    assert.equal(limit.check('early'), 60)
    assert.equal(limit.check('late 4999'), 60)
  })
})
