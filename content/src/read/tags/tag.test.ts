import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseTag } from './tag.ts'

function attributesOf(raw: string): Record<string, string> | undefined {
  const { attributes } = parseTag(raw)
  return attributes && Object.fromEntries(attributes)
}

test('reads attributes in any quotes, bare, and over several lines', () => {
  assert.deepEqual(attributesOf(`{% hint style="a b" icon='c' x=1 y %}`), {
    style: 'a b',
    icon: 'c',
    x: '1',
    y: '',
  })
  assert.deepEqual(attributesOf('{% @a/b content="x\n\ny" %}'), { content: 'x\n\ny' })
})

test('reads quotes that a text processor has bent', () => {
  assert.deepEqual(attributesOf('{% hint style=“info” %}'), { style: 'info' })
  assert.deepEqual(attributesOf('{% hint style="info” %}'), { style: 'info' })
})

test('takes backslashes before quotes and backslashes away', () => {
  assert.deepEqual(attributesOf(String.raw`{% a b="\"c\" \\ \d" %}`), {
    b: String.raw`"c" \ \d`,
  })
})

test('has no attributes for what is no list of them', () => {
  assert.equal(attributesOf('{% a b="c %}'), undefined)
  assert.equal(attributesOf('{% a b="1" b="2" %}'), undefined)
  assert.equal(attributesOf('{% a = %}'), undefined)
})

test('keeps expressions and values without a key', () => {
  assert.equal(parseTag('{% if a.b === "c" %}').rest, 'a.b === "c"')
  assert.deepEqual(parseTag('{% include "x.md" %}').values, ['x.md'])
})
