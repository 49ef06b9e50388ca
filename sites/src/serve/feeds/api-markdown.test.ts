import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { read } from '@lectern/content/read/read.ts'

import { partsOf, petParts, petsPage } from '#test/openapi/pets.ts'
import { mayShowParts, withParts } from './api-markdown.ts'

const { part } = partsOf(petParts)

describe('the Markdown of a page of a specification', () => {
  it('says in words how to call each operation', async () => {
    const markdown = await withParts(read(petsPage), part)
    for (const said of [
      'https://{region}.pets.example/v1',
      '`limit`',
      '`X-Next`',
      '### Owner',
      '`trace /pets/{petId}` is no longer part of the specification.',
      '## Forget',
    ]) {
      assert.ok(markdown.toLowerCase().includes(said.toLowerCase()), said)
    }
    assert.doesNotMatch(markdown, /\{% (?:end)?openapi/u)
  })

  it('stays what it is without a specification that can be read, byte for byte', async () => {
    const other = petsPage.replaceAll('spec="pets"', 'spec="other"')
    assert.equal(await withParts(read(other), part), other)
    assert.ok(mayShowParts(other))
    assert.ok(!mayShowParts('# Pets\n\n{% hint style="info" %}\nx\n{% endhint %}\n'))
  })

  it('keeps its place inside of tabs and lists', async () => {
    const nested = `- first\n\n  {% openapi-operation spec="pets" path="/pets/{petId}" method="delete" %}\n  x\n  {% endopenapi-operation %}\n\n- second\n`
    const markdown = await withParts(read(nested), part)
    const { document } = read(markdown)
    assert.equal(document.nodes.length, 1)
    assert.doesNotMatch(markdown, /openapi-operation/u)
  })

  it('says a part once, however many blocks show it', async () => {
    const one = `{% openapi-operation spec="pets" path="/pets/{petId}" method="delete" %}\n{% endopenapi-operation %}\n`
    const often = `${one}\n`.repeat(1_000)
    const reading = read(often)
    const startedMs = performance.now()
    const markdown = await withParts(reading, part)
    assert.ok(performance.now() - startedMs < 5000)
    const left = markdown.split('{% openapi-operation').length - 1
    assert.ok(left === 0, `${left} blocks as they were written`)
  })

  it('says no more than a page may cost, and leaves the rest as it was written', async () => {
    const petPart = part('pets', 'operation', 'delete /pets/{petId}')
    assert.ok(typeof petPart === 'object')
    const large = { ...petPart, description: 'Words. '.repeat(30_000) }
    let [asked, turns] = [0, 0]
    const often = Array.from(
      { length: 200 },
      (_, at) =>
        `{% openapi-operation spec="pets" path="/p${at}" method="get" %}\n{% endopenapi-operation %}\n`,
    ).join('\n')
    const turning = setInterval(() => (turns += 1), 0)
    const markdown = await withParts(read(often), () => {
      asked += 1
      return large
    })
    clearInterval(turning)
    assert.equal(asked, 200)
    assert.ok(turns > 10, `${turns} turns of others`)
    assert.ok(markdown.split('{% openapi-operation').length - 1 >= 140)
  })
})
