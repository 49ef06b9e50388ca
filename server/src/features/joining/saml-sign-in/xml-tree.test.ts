import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { SamlRefusal } from './saml-refusal.ts'
import { parseXml } from './xml-tree.ts'

function declaring(prefixes: number): string {
  const declared = Array.from({ length: prefixes }, (_, at) => `xmlns:p${at}="urn:x"`)
  const outer = declared.map((one) => `<a ${one}>`).join('')
  return `${outer}${'</a>'.repeat(prefixes)}`
}

describe('the XML of an answer', () => {
  it('may say a namespace anew at each value', () => {
    const value = '<v xmlns:xs="urn:xs" xmlns:xsi="urn:xsi">x</v>'
    assert.equal(parseXml(`<a>${value.repeat(500)}</a>`).children.length, 500)
  })

  it('has few namespaces in one place: each element with one copies them all', () => {
    assert.ok(parseXml(declaring(38)))
    assert.throws(() => parseXml(declaring(39)), SamlRefusal)
  })
})
