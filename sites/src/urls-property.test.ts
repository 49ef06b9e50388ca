import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { safeHref } from '#/urls.ts'

describe('safe addresses', () => {
  it('lets the web, mail, the telephone and places of the site through', () => {
    const addresses = [
      'https://example.org/a?b=c&d=e#f',
      'HTTP://example.org',
      'mailto:someone@example.org',
      'tel:+431234',
      '/docs/a',
      '/docs/q&a:b',
      'a/b:c',
      '../up',
      '?q=1:2',
      '#part:2',
      'päge',
    ]
    for (const address of addresses) assert.equal(safeHref(address), address)
    assert.equal(safeHref('  /trimmed path '), '/trimmed%20path')
  })

  it('refuses every other scheme, however it is spelled', () => {
    const addresses = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      '\u0001javascript:alert(1)',
      'java\nscript:alert(1)',
      'java\tscript:alert(1)',
      'java\u0000script:alert(1)',
      'javascript&#58;alert(1)',
      'javascript&colon;alert(1)',
      'java&#x0A;script:alert(1)',
      'vbscript:x',
      'data:text/html,<script>alert(1)</script>',
      'blob:https://example.org/x',
      'file:///etc/passwd',
      'lectern:page/abc',
      'page:with-colon',
      'https://',
      '',
      ' ',
    ]
    for (const address of addresses) {
      assert.equal(safeHref(address), undefined, JSON.stringify(address))
    }
  })

  it('refuses another host without a scheme', () => {
    for (const address of [
      '//evil.test',
      '/\\evil.test',
      '\\\\evil.test',
      '\\/x',
      ' //x',
    ]) {
      assert.equal(safeHref(address), undefined, address)
    }
  })

  it('refuses what is too long', () => {
    assert.equal(safeHref(`/${'a'.repeat(9000)}`), undefined)
  })

  it('lets nothing through that a browser takes for anything else', () => {
    const pieces =
      'javascript JAVASCRIPT data vbscript https mailto : &#58; &colon; / // \\ %0A a . # ? @ evil.test alert(1) 𝒿 ;'
    const blanks = ['\t', '\n', '\r', '\0', '\u00A0', '\u2028', ' ', '\uFEFF', '\u200B']
    const piece = fc.constantFrom(...pieces.split(' '), ...blanks)
    const address = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((chosen) => chosen.join('')),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.webUrl(),
    )
    let passed = 0
    fc.assert(
      fc.property(address, (given) => {
        const url = safeHref(given)
        if (url === undefined) return
        passed += 1
        const target = new URL(url, 'https://site.test/docs/page')
        assert.ok(['http:', 'https:', 'mailto:', 'tel:'].includes(target.protocol))
        // An address with a scheme keeps it, whatever follows.
        if (/^(?:https?|mailto|tel):/iu.test(url)) return
        assert.equal(target.host, 'site.test')
        // The address stays safe even if an attribute is decoded twice.
        assert.doesNotMatch(url, /^[^/?#][^/?]*&(?:#|[a-z]+;)/iu)
      }),
      { numRuns: 3000 },
    )
    assert.ok(passed > 300, `${passed} of 3000 are let through`)
  })
})
