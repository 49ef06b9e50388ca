import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readRison, RisonError } from './read-rison.ts'

const nested = (depth: number) => '!('.repeat(depth) + ')'.repeat(depth)

describe('Rison', () => {
  it('is read as the JSON it stands for', () => {
    const cases: [string, unknown][] = [
      ['!t', true],
      ['!f', false],
      ['!n', null],
      ['0', 0],
      ['-3.5', -3.5],
      ['1e3', 1000],
      ['1e-2', 0.01],
      ['01', '01'],
      ['pro', 'pro'],
      ['a-b.c/d', 'a-b.c/d'],
      ["''", ''],
      ["'it!'s !!'", "it's !"],
      ['()', {}],
      ['!()', []],
      ['(a:1,b:!t)', { a: 1, b: true }],
      ["('a b':c)", { 'a b': 'c' }],
      ['!(1,!(),(x:!n))', [1, [], { x: null }]],
      ["(unsigned:(language:'日本'))", { unsigned: { language: '日本' } }],
    ]
    for (const [text, value] of cases) assert.deepEqual(readRison(text), value, text)
  })

  it('is refused with the place where it ends to be any', () => {
    for (const text of [
      '',
      ' ',
      '(',
      ')',
      '(a)',
      '(a:)',
      '(a:1',
      '(a:1,)',
      '(,a:1)',
      '(a:1 ,b:2)',
      '!',
      '!x',
      '!(1,',
      "'open",
      "'a!x'",
      '(a:1)(b:2)',
      '(a:1,a:2)',
      '(__proto__:(beta:!t))',
      '(a:(constructor:1))',
      '('.repeat(2000),
      `'${'x'.repeat(5000)}'`,
    ]) {
      assert.throws(() => readRison(text), RisonError, text.slice(0, 20))
    }
    assert.throws(() => readRison('(a:1,b)'), /character 7/)
  })

  it('is nested eight levels deep at most', () => {
    assert.ok(readRison(nested(9)))
    assert.throws(() => readRison(nested(10)), /deeper than 8/)
  })
})
