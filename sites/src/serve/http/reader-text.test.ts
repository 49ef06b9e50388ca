import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { readerText } from './reader-text.ts'

describe('the text of a reader', () => {
  for (const [written, taken] of [
    ['  how to install ', 'how to install'],
    ['a\0b\u{1B}\u{85}c', 'a b c'],
    ['one\n\ttwo', 'one\n\ttwo'],
    ['\0\u{7F} \t', ''],
    ['naïve 日本 🎉', 'naïve 日本 🎉'],
    ['\u{D83C} alone', '\u{FFFD} alone'],
  ] as const) {
    it(`is ${JSON.stringify(taken)} of ${JSON.stringify(written)}`, () => {
      assert.equal(readerText(written, 100), taken)
    })
  }

  it('is cut, and stays text where a character is cut in two', () => {
    assert.equal(readerText('xxx🎉🎉', 4), 'xxx\u{FFFD}')
  })
})
