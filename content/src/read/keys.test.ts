import assert from 'node:assert/strict'
import { test } from 'node:test'

import { blockKeys, documentWithKeys } from './keys.ts'
import { read } from './read.ts'

function topKeys(markdown: string): (string | undefined)[] {
  return documentWithKeys(read(markdown)).nodes.map(({ key }) => key)
}

test('names a block after its bytes, wherever they stand', () => {
  const [a, b] = topKeys('a\n\nb')
  assert.deepEqual(topKeys('c\n\nb\n\na').slice(1), [b, a])
})

test('numbers equal blocks in their order', () => {
  const [first, second, third] = topKeys('a\n\na\n\na')
  assert.equal(second, `${first}-1`)
  assert.equal(third, `${first}-2`)
})

test('gives each block a key of its own, also a list and its only item', () => {
  const reading = read('* a\n\n> * b\n\n{% hint style="info" %}\na\n{% endhint %}')
  const keys = [...blockKeys(reading).values()]
  assert.equal(keys.length, 9)
  assert.equal(new Set(keys).size, keys.length)
  const [hash] = keys
  assert.match(hash ?? '', /^[\da-z]{14}$/)
})

test('names all that is inside a block', () => {
  const text = JSON.stringify(documentWithKeys(read('| a |\n|--|\n| b |')))
  const nodes = text.match(/"object":"(?:block|text|fragment|inline)"/g)
  const keys = text.match(/"key":/g)
  assert.equal(keys?.length, nodes?.length)
})
