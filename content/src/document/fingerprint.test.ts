import assert from 'node:assert/strict'
import { test } from 'node:test'

import { verbatim } from '#test/build.ts'

import { fingerprint } from './fingerprint.ts'

test('is the same whatever the reason is that Markdown is verbatim', () => {
  assert.equal(fingerprint(verbatim('a', 'x')), fingerprint(verbatim('a', 'y')))
  assert.notEqual(fingerprint(verbatim('a', 'x')), fingerprint(verbatim('b', 'x')))
})
