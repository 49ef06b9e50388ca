import assert from 'node:assert/strict'
import { test } from 'node:test'

import { fromMatch, markWords } from '#/search-answer.ts'

const shown = (text: string, query: string) =>
  markWords(text, query)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test('marks where words of the query begin, whatever their case', () => {
  assert.equal(shown('Docker Compose', 'compose'), 'Docker [Compose]')
  assert.equal(shown('Composing decompose', 'COMPOS'), '[Compos]ing decompose')
  assert.equal(shown('one two', 'two one'), '[one] [two]')
  assert.equal(shown('nothing', ''), 'nothing')
  assert.equal(shown('', 'x'), '')
})

test('marks within text that has no spaces', () => {
  assert.equal(shown('在容器中安装', '安装'), '在容器中[安装]')
})

test('leaves a text alone whose places change with its case', () => {
  assert.equal(shown('İstanbul compose', 'compose'), 'İstanbul compose')
})

test('an excerpt begins a little before the first match, at a word and never within a character', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['A short lead to it.', 'it', 'A short lead to it.'],
    [
      'Words go on and on until there is a match here.',
      'match',
      '…there is a match here.',
    ],
    [
      'Nothing of that kind is to be seen here.',
      'match',
      'Nothing of that kind is to be seen here.',
    ],
    [`${'😀'.repeat(30)}. match`, 'match', `…${'😀'.repeat(7)}. match`],
    [`${'章'.repeat(30)}検索`, '検索', `…${'章'.repeat(16)}検索`],
  ]
  for (const [excerpt, query, expected] of cases) {
    assert.equal(fromMatch(excerpt, query), expected)
  }
})
