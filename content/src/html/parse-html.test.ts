import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBlock, refusal } from '#test/html/reading.ts'
import { parseHtml, parseTag } from './parse-html.ts'

test('gives names in lower case and decodes character references', () => {
  assert.deepEqual(parseHtml('<P Align="a&#x26;b">x &lt; y &amp; z</P>'), [
    {
      type: 'element',
      name: 'p',
      attributes: { align: 'a&b' },
      children: [{ type: 'text', text: 'x < y & z' }],
    },
  ])
})

test('tells white space that is written as a reference from other white space', () => {
  assert.deepEqual(parseHtml(' &#x20;&#9;a'), [
    { type: 'text', text: ' ' },
    { type: 'text', text: ' \t', exact: true },
    { type: 'text', text: 'a' },
  ])
})

test('takes tags that are no elements for text, as they are written', () => {
  const { nodes } = readBlock(
    '<p>GET <Space/> to <your-token x="1">y</your-token></p>',
    'paragraph',
  )
  assert.deepEqual(nodes, [
    {
      object: 'text',
      leaves: [
        {
          object: 'leaf',
          text: 'GET <Space/> to <your-token x="1">y</your-token>',
          marks: [],
        },
      ],
    },
  ])
})

test('makes no paragraph of a closing tag that closes nothing', () => {
  assert.deepEqual(parseHtml('<p>a</p></p>'), [
    {
      type: 'element',
      name: 'p',
      attributes: {},
      children: [{ type: 'text', text: 'a' }],
    },
  ])
})

test('gives up on HTML that is nested too deep, however long it is', () => {
  const started = performance.now()
  for (const name of ['div', 'b', 'x', 'ul', 'table']) {
    assert.equal(refusal(`<${name}>`.repeat(100_000)), 'element <#nested-too-deep>')
  }
  refusal('<x>'.repeat(900) + '</y>'.repeat(100_000))
  assert.ok(performance.now() - started < 10_000)
})

test('reads single tags of a line of Markdown', () => {
  assert.deepEqual(parseTag('<mark style="color:red;">'), {
    name: 'mark',
    kind: 'opening',
    attributes: { style: 'color:red;' },
  })
  assert.deepEqual(parseTag('</Mark >'), {
    name: 'mark',
    kind: 'closing',
    attributes: {},
  })
  assert.deepEqual(parseTag('<br/>'), { name: 'br', kind: 'void', attributes: {} })
  assert.deepEqual(parseTag('<a id="x"/>'), {
    name: 'a',
    kind: 'void',
    attributes: { id: 'x' },
  })
  assert.equal(parseTag('<!-- x -->')?.kind, 'comment')
  assert.equal(parseTag('<?php x ?>'), undefined)
  assert.equal(parseTag('<!DOCTYPE html>'), undefined)
})
