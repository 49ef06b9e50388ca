import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isEmoji } from './emoji-format.ts'

describe('an emoji', () => {
  it('is a character, a sequence that shows as one, or its code points', () => {
    for (const text of [
      '🚀',
      '❤️',
      '❤',
      '👩‍💻',
      '👍🏽',
      '🇫🇷',
      '1️⃣',
      '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '🏳️‍🌈',
      '🏳‍🌈',
      '1f680',
      '1F680',
      '1f468-200d-1f4bb',
      '1f1eb-1f1f7',
      '2764',
      '2764-fe0f',
      '0031-fe0f-20e3',
    ]) {
      assert.ok(isEmoji(text), text)
    }
  })

  it('is nothing else', () => {
    for (const text of [
      '',
      'a',
      '1',
      '#',
      'rocket',
      '★',
      ':rocket:',
      '🚀🚀',
      '🚀 ',
      '41',
      '0',
      '1f680-',
      '-1f680',
      '110000',
      'd83d-de80',
      'ffffff',
      '<script>',
      '\u{FE0F}',
      '\u{200D}',
      '\u{1F3FB}\u{200D}',
    ]) {
      assert.ok(!isEmoji(text), JSON.stringify(text))
    }
  })
})
