import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { NearWord } from './near-words.ts'
import { queryTerms } from './query-terms.ts'
import { searchQuery } from './search-query.ts'

const same = (word: string, spaces: readonly string[] | null): NearWord => ({
  word,
  likeness: 'same',
  sections: 5,
  spaces,
})

const spaces = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => name + at)

function allOf(query: string, words: readonly NearWord[], isAmongOthers = true): string {
  const terms = queryTerms(query)
  const askedFor = ({ word }: NearWord) =>
    terms.find(({ whole }) => word.startsWith(whole))?.whole
  const known = Map.groupBy(words, (word) => askedFor(word) ?? '')
  return searchQuery(terms, known, { total: 10_000, isAmongOthers }).all
}

describe('a query among sections that the reader does not see', () => {
  it('names the few spaces that have a word', () => {
    assert.match(allOf('moss ', [same('moss', ['a', 'b'])]), /\('@a' \| '@b'\) & 'moss'/)
  })

  it('finds nothing by a word that nothing visible has', () => {
    assert.match(allOf('payroll ', []), /'@' & 'payroll'/)
  })

  it('names each word by its own spaces', () => {
    const all = allOf('moss fern ', [same('moss', ['a']), same('fern', ['b'])])
    assert.match(all, /'@a' & 'moss'/)
    assert.match(all, /'@b' & 'fern'/)
  })

  it('names none for words of many spaces, and none that are not counted', () => {
    const none = /@/
    assert.doesNotMatch(allOf('moss ', [same('moss', null)]), none)
    const [few, others] = [spaces('a', 5), spaces('b', 4)]
    const nine = [
      same('moss', few),
      { ...same('mosses', others), likeness: 'stem' as const },
    ]
    assert.doesNotMatch(allOf('moss ', nine), none)
    for (const uncounted of ['2024', 'x'.repeat(41), 'foo.bar', '"two words"']) {
      assert.doesNotMatch(allOf(`${uncounted} `, []), none, uncounted)
    }
  })

  it('names more where that was found to be worth the while', () => {
    const nine = spaces('a', 9)
    assert.match(allOf('moss ', [same('moss', nine)]), /'@a8'\) & 'moss'/)
  })

  it('names none where the reader sees all', () => {
    assert.doesNotMatch(allOf('moss ', [same('moss', ['a'])], false), /@/)
  })
})
