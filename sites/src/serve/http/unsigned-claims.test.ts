import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isCookieValue } from './cookies.ts'
import {
  claimsOf,
  cookieOf,
  saidInCookie,
  saidInQuery,
  saidTogether,
} from './unsigned-claims.ts'

const claimsIn = (query: string) => claimsOf(saidInQuery(query))

describe('what a reader says of themselves', () => {
  it('is read from the query, nested and with its types', () => {
    assert.deepEqual(
      claimsIn(
        'a=b&visitor.language=fr&visitor.a.b=true&visitor.a.c=false&visitor.seats=12.5',
      ),
      { language: 'fr', a: { b: true, c: false }, seats: 12.5 },
    )
    assert.deepEqual(claimsIn('visitor.a=007&visitor.b=%222%22&visitor.c=1e9'), {
      a: '007',
      b: '2',
      c: '1e9',
    })
    assert.deepEqual(claimsIn('visitor.a=1&visitor.a=2'), { a: 2 })
    assert.deepEqual(claimsIn('visitors.a=1&visitor=2&xvisitor.a=3'), {})
  })

  it('is ignored where it cannot be a claim', () => {
    const bad = [
      'visitor.=x',
      'visitor..a=x',
      'visitor.a.=x',
      'visitor.a.b.c.d.e.f=x',
      'visitor.__proto__.polluted=true',
      'visitor.constructor.prototype.polluted=true',
      'visitor.a=%00',
      `visitor.${'n'.repeat(65)}=x`,
    ]
    for (const query of bad) {
      assert.deepEqual(claimsIn(`${query}&visitor.ok=true`), { ok: true }, query)
    }
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
    assert.deepEqual(claimsIn('visitor.a=1&visitor.a.b=2'), { a: 1 })
    assert.deepEqual(claimsIn('visitor.a.b=2&visitor.a=1'), { a: { b: 2 } })
  })

  it('is bounded in number and size', () => {
    const many = Array.from({ length: 50 }, (_, at) => `visitor.n${at}=x`).join('&')
    assert.equal(saidInQuery(many).size, 20)
    assert.equal(saidInQuery(`visitor.a=${'x'.repeat(999)}`).size, 1)
    const long = saidInQuery(`visitor.a=${'x'.repeat(1000)}&visitor.b=y`)
    assert.deepEqual([...long], [['b', 'y']])
    const large = saidInQuery(`visitor.a=${'"'.repeat(999)}`)
    assert.ok(isCookieValue(cookieOf(large)))
    const foreign = saidInQuery(`visitor.a=${encodeURIComponent('字'.repeat(333))}`)
    assert.equal(foreign.size, 1)
    assert.ok(isCookieValue(cookieOf(foreign)))
  })

  it('comes back from its cookie, and nothing else does', () => {
    const said = saidInQuery('visitor.a.b=true&visitor.c=%E2%82%AC%3B%20x')
    assert.deepEqual(saidInCookie(cookieOf(said)), said)
    const forged = [
      'x',
      '',
      '{}',
      '[1,["a"],["a",1],["a","b","c"]]',
      '[["__proto__","x"]]',
      String.raw`[["a","\ud83c"],["\ud83c","a"],["a","\u0000"]]`,
    ]
    for (const text of forged) {
      assert.equal(saidInCookie(Buffer.from(text).toString('base64url')).size, 0, text)
    }
    const many = Array.from({ length: 50 }, (_, at) => [`n${at}`, 'x'] as const)
    assert.equal(saidInCookie(cookieOf(new Map(many))).size, 20)
  })

  it('adds up from page to page, and is taken back with an empty value', () => {
    const before = saidInQuery('visitor.a=1&visitor.b=2')
    const after = saidTogether(before, saidInQuery('visitor.b=3&visitor.c=4'))
    assert.deepEqual(claimsOf(after), { b: 3, c: 4, a: 1 })
    const less = saidTogether(after, saidInQuery('visitor.b='))
    assert.deepEqual(claimsOf(less), { a: 1, c: 4 })
    const full = new Map(Array.from({ length: 20 }, (_, at) => [`n${at}`, 'x'] as const))
    assert.ok(saidTogether(full, saidInQuery('visitor.new=x')).has('new'))
  })
})
