import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { excerpt } from './excerpt.ts'
import { isTypoOf } from './near-words.ts'
import { queryTerms } from './query-terms.ts'
import { writtenWords } from './search-words.ts'

function wordsOf(text: string): string[] {
  return writtenWords(text).flatMap(({ whole, parts }) => [...new Set([whole, ...parts])])
}

function asked(query: string): string[][] {
  return queryTerms(query).map(({ kind, parts }) => [kind, ...parts])
}

describe('words of a search', () => {
  it('have no letter case and no accents', () => {
    assert.deepEqual(wordsOf('Crème BRÛLÉE, Łódź Straße Ёлка'), [
      'creme',
      'brulee',
      'lodz',
      'strasse',
      'елка',
    ])
  })

  it('are names from code both whole and in their parts', () => {
    assert.deepEqual(wordsOf('fieldsToUnnest'), [
      'fieldstounnest',
      'fields',
      'to',
      'unnest',
    ])
    assert.deepEqual(wordsOf('Kube_Tag_Prefix'), [
      'kubetagprefix',
      'kube',
      'tag',
      'prefix',
    ])
    assert.deepEqual(wordsOf('scheduler.cap'), ['schedulercap', 'scheduler', 'cap'])
    assert.deepEqual(wordsOf('--dry-run'), ['dryrun', 'dry', 'run'])
    assert.deepEqual(wordsOf('/etc/hosts'), ['etchosts', 'etc', 'hosts'])
    assert.deepEqual(wordsOf('HTTPServer'), ['httpserver', 'http', 'server'])
  })

  it('do not keep what only belongs to a sentence', () => {
    assert.deepEqual(wordsOf("The user's pages, and don't stop…"), [
      'the',
      'user',
      'pages',
      'and',
      'dont',
      'stop',
    ])
  })

  it('are pairs of characters where a script writes no spaces', () => {
    assert.deepEqual(wordsOf('自定义域名'), ['自定', '定义', '义域', '域名', '名'])
    assert.deepEqual(wordsOf('ｻｰﾊﾞｰ'), ['サー', 'ーバ', 'バー', 'ー'])
    assert.deepEqual(wordsOf('한국어 문서'), ['한국', '국어', '어', '문서', '서'])
    assert.deepEqual(wordsOf('Dockerの設定'), ['docker', 'の設', '設定', '定'])
  })

  it('are asked for one by one, as names, or together in quotes', () => {
    assert.deepEqual(asked('read non-root logs'), [
      ['word', 'read'],
      ['word', 'non'],
      ['word', 'root'],
      ['word', 'logs'],
    ])
    assert.deepEqual(asked('maxRowsInJoin'), [['name', 'max', 'rows', 'in', 'join']])
    assert.deepEqual(asked('"no patterns matched" here'), [
      ['phrase', 'no', 'patterns', 'matched'],
      ['word', 'here'],
    ])
    assert.deepEqual(asked('!!! …'), [])
    assert.equal(queryTerms('one two').at(-1)?.isLast, true)
    assert.equal(queryTerms('one two ').at(-1)?.isLast, false)
  })

  it('are taken for another by one mistake, or two where they are long', () => {
    assert.ok(isTypoOf('qoutas', 'quotas'))
    assert.ok(isTypoOf('funel', 'funnel'))
    assert.ok(isTypoOf('elasticsaerhc', 'elasticsearch'))
    assert.ok(!isTypoOf('table', 'cable2'))
    assert.ok(!isTypoOf('node', 'modem'))
  })
})

describe('an excerpt', () => {
  it('is the part of a text with most of the words', () => {
    const filler = 'Nothing of interest is said here at all. '.repeat(30)
    const text = `${filler}The Résumé of a queue is kept for a week.\n\n${filler}`
    const shown = excerpt(text, ['resume', 'queue'])
    assert.match(shown, /The Résumé of a queue is kept/)
    assert.ok(shown.length <= 300)
  })

  it('is all of a short text, and the beginning of one without the words', () => {
    assert.equal(excerpt('Short\ntext', ['missing']), 'Short text')
    assert.match(excerpt('word '.repeat(200), ['missing']), /^word word/)
    assert.equal(excerpt('', ['x']), '')
  })

  it('cuts a text without spaces anywhere', () => {
    const shown = excerpt(`${'文'.repeat(900)}域名${'字'.repeat(900)}`, ['域名'])
    assert.match(shown, /域名/)
    assert.ok(shown.length <= 300)
  })
})
