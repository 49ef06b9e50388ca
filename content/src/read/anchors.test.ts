import assert from 'node:assert/strict'
import { test } from 'node:test'

import { walk } from '#/document/walk.ts'

import { anchorOf } from './anchors.ts'
import { read } from './read.ts'

function anchorsIn(markdown: string): string[] {
  return [...walk(read(markdown).document)].flatMap(({ node }) =>
    'meta' in node && node.meta !== undefined && 'id' in node.meta ? [node.meta.id] : [],
  )
}

test('makes an anchor of a text', () => {
  assert.equal(anchorOf('What’s new in 2.0?'), 'whats-new-in-2.0')
  assert.equal(anchorOf('Maths & TeX'), 'maths-and-tex')
  assert.equal(anchorOf('Überblick: snake_case'), 'uberblick-snake_case')
  assert.equal(anchorOf('???'), 'section')
})

test('gives equal texts numbers, but never renames what is fixed', () => {
  assert.deepEqual(anchorsIn('## a\n\n## a\n\n## b <a href="#a" id="a"></a>'), [
    'a-1',
    'a-2',
    'a',
  ])
})

test('takes a fixed anchor out of the text of its heading', () => {
  const [heading] = read('## b *c* <a href="#a" id="a"></a>').document.nodes
  assert.equal(heading?.type, 'heading-1')
  assert.equal(heading.data.id, 'a')
  assert.equal(JSON.stringify(heading.nodes).includes('href'), false)
})

test('names tabs, expandables and API blocks', () => {
  assert.deepEqual(
    anchorsIn(
      '{% tabs %}\n{% tab title="A b" %}\n## c\n{% endtab %}\n{% endtabs %}\n\n' +
        '<details>\n<summary>D</summary>\n\n## e\n\n</details>\n\n' +
        '{% openapi src="s" path="/pet/{id}" method="get" %}\n\n' +
        '{% openapi-webhook spec="s" name="Paid" method="post" %}',
    ),
    ['a-b', 'c', 'd', 'e', 'get-pet-id', 'paid'],
  )
})
