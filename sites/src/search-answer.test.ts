import assert from 'node:assert/strict'
import { test } from 'node:test'

import { markWords } from '#/search-answer.ts'

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
