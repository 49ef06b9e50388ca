import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gemoji } from 'gemoji'
import { emojiCode, emojiName } from './emoji.ts'

test('knows the code of an emoji by each of its names', () => {
  assert.equal(emojiCode('smile'), '1f604')
  assert.equal(emojiCode('+1'), '1f44d')
  assert.equal(emojiCode('thumbsup'), '1f44d')
  assert.equal(emojiCode('warning'), '26a0')
  assert.equal(emojiCode('nothing-of-that-name'), undefined)
})

test('gives a name that is read as the same code', () => {
  assert.equal(emojiName('1f44d'), '+1')
  assert.equal(emojiName('26a0-fe0f'), undefined)
  for (const { names } of gemoji) {
    for (const name of names) {
      const code = emojiCode(name) ?? ''
      assert.equal(emojiCode(emojiName(code) ?? ''), code)
    }
  }
})
