import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Mark } from '#/document/marks.ts'
import { readBlock, readText, refusal, textOf } from '#test/html/reading.ts'
import { parseHtml } from './parse-html.ts'
import { phrasingFromHtml } from './read-phrasing.ts'

const bold: Mark = { object: 'mark', type: 'bold' }
const code: Mark = { object: 'mark', type: 'code' }

test('reads every element that is a mark', () => {
  const marks = {
    bold: ['strong', 'b'],
    italic: ['em', 'i'],
    strikethrough: ['del', 's', 'strike'],
    superscript: ['sup'],
    subscript: ['sub'],
    keyboard: ['kbd'],
    code: ['code'],
  } as const
  for (const [type, names] of Object.entries(marks)) {
    for (const name of names) {
      const [text] = readText(`<${name}>x</${name}>`)
      assert.equal(text?.object === 'text' && text.leaves[0]?.marks[0]?.type, type)
    }
  }
})

test('puts the marks of nested elements in the order of the model, each once', () => {
  assert.deepEqual(readText('<code>a<b><strong>c</strong></b></code>'), [
    {
      object: 'text',
      leaves: [
        { object: 'leaf', text: 'a', marks: [code] },
        { object: 'leaf', text: 'c', marks: [bold, code] },
      ],
    },
  ])
})

test('reads colours, also of elements inside each other', () => {
  assert.deepEqual(marksOf('<mark style="color:red;">x</mark>'), [
    color('red', 'default'),
  ])
  assert.deepEqual(
    marksOf('<mark style="color: $primary; background-color: blue">x</mark>'),
    [color('$primary', 'blue')],
  )
  assert.deepEqual(
    marksOf(
      '<mark style="color:red"><mark style="background-color:blue">x</mark></mark>',
    ),
    [color('red', 'blue')],
  )
  assert.equal(refusal('<p><mark style="color:#f00">x</mark></p>'), 'colour')
})

test('collapses white space as a browser does, and keeps what is written as references', () => {
  assert.equal(textIn('<p>\n  a\n  <b> b</b> \n</p>'), 'a b')
  assert.equal(textIn('<p>a <br> b</p>'), 'a\nb')
  assert.equal(textIn('<p>&#x20;a&#x20;&#x20;</p>'), ' a  ')
  assert.equal(textIn('<p>a\u00A0 b</p>'), 'a\u00A0 b')
  assert.deepEqual(readText(' a '), [textOf(' a ')])
})

test('moves white space at the edges of a link out of it', () => {
  const [before, link, after] = readText('a<a href="x.md"> b </a>c')
  assert.deepEqual(before, textOf('a '))
  assert.deepEqual(link?.object === 'inline' && link.type === 'link' && link.nodes, [
    textOf('b'),
  ])
  assert.deepEqual(after, textOf(' c'))
})

test('reads links, mentions, buttons and annotations', () => {
  assert.deepEqual(readText('<a href="#top" title="T" target="_blank">x</a>'), [
    {
      object: 'inline',
      type: 'link',
      isVoid: false,
      data: { ref: { kind: 'anchor', anchor: 'top' }, title: 'T' },
      meta: { attributes: { target: '_blank' } },
      nodes: [textOf('x')],
    },
  ])
  assert.deepEqual(readText('<a data-mention href="a/b.md">b.md</a>'), [
    {
      object: 'inline',
      type: 'mention',
      isVoid: true,
      data: { ref: { kind: 'url', url: 'a/b.md' }, label: 'b.md' },
    },
  ])
  assert.deepEqual(
    readText('<a href="x" class="button secondary" data-icon="rocket">Go</a>'),
    [
      {
        object: 'inline',
        type: 'button',
        isVoid: true,
        data: {
          label: 'Go',
          kind: 'secondary',
          icon: 'rocket',
          ref: { kind: 'url', url: 'x' },
        },
      },
    ],
  )
  assert.deepEqual(
    readText(
      '<button type="button" class="button primary" data-action="ask" data-query="Why?">Ask</button>',
    ),
    [
      {
        object: 'inline',
        type: 'button',
        isVoid: true,
        data: {
          label: 'Ask',
          kind: 'primary',
          ref: { kind: 'url', url: '?ask=Why%3F' },
          action: { action: 'ask', query: 'Why?' },
        },
        meta: { isImplied: true },
      },
    ],
  )
  const [annotation] = readText('<a data-footnote-ref href="#user-content-fn-1">x</a>')
  assert.equal(annotation?.object === 'inline' && annotation.type, 'annotation')
  const [unknown] = readText('<a data-footnote-ref href="#user-content-fn-9">x</a>')
  assert.equal(unknown?.object === 'inline' && unknown.type, 'link')
})

test('reads images, icons, emoji, expressions and formulas', () => {
  assert.deepEqual(dataOf('<img src="a b.png" alt="" data-size="line" width="50%">'), {
    type: 'inline-image',
    ref: { kind: 'url', url: 'a b.png' },
    size: 'line',
    width: { unit: '%', value: 50 },
  })
  assert.deepEqual(
    dataOf(
      '<picture><source srcset="d.svg" media="(prefers-color-scheme: dark)"><img src="l.svg" alt="A"></picture>',
    ),
    {
      type: 'inline-image',
      ref: { kind: 'url', url: 'l.svg' },
      refDark: { kind: 'url', url: 'd.svg' },
      alt: 'A',
    },
  )
  assert.deepEqual(dataOf('<i class="fa-star">:star:</i>'), {
    type: 'icon',
    icon: 'star',
  })
  assert.deepEqual(dataOf('<i class="fa-brands fa-github" style="color:red;"></i>'), {
    type: 'icon',
    icon: 'github',
    color: 'red',
    attributes: { class: 'fa-brands fa-github' },
  })
  assert.deepEqual(dataOf('<mark style="color:blue"><i class="fa-star"></i></mark>'), {
    type: 'icon',
    icon: 'star',
    color: 'blue',
  })
  assert.deepEqual(
    dataOf('<span data-gb-custom-inline data-tag="emoji" data-code="26a0">⚠️</span>'),
    { type: 'emoji', code: '26a0' },
  )
  assert.deepEqual(dataOf('<code class="expression">a &#x26;&#x26;  b</code>'), {
    type: 'expression',
    expression: 'a &&  b',
  })
  assert.deepEqual(dataOf('<span class="math">x^2</span>'), {
    type: 'inline-math',
    formula: 'x^2',
  })
})

test('says what it has no place for', () => {
  const reasons = {
    '<p><u>x</u></p>': 'element <u>',
    '<p><font color="red">x</font></p>': 'element <font>',
    '<p><video src="x"></video></p>': 'element <video>',
    '<p><strong class="x">x</strong></p>': 'attribute class of <strong>',
    '<p>x <!-- y --></p>': 'comment in text',
    '<p><a name="x"></a></p>': 'element <a> without href',
    '<p><span data-option="x">y</span></p>': 'attribute data-option of <span>',
  }
  for (const [html, reason] of Object.entries(reasons)) {
    assert.equal(refusal(html), reason, html)
  }
})

test('asks for the Markdown inside of elements, with the marks around it', () => {
  const seen: (readonly Mark[])[] = []
  const [link] = parseHtml('<a href="x"></a>')
  assert.ok(link?.type === 'element')
  const embedded = { type: 'embedded', content: 'phrasing', nodes: [] } as const
  const phrasing = phrasingFromHtml([{ ...link, children: [embedded] }], [bold], {
    blocks: () => [],
    phrasing: (_nodes, marks) => {
      seen.push(marks)
      return [textOf(' x ', ...marks)]
    },
    footnote: () => undefined,
  })
  assert.deepEqual(seen, [[bold]])
  assert.ok(Array.isArray(phrasing))
  const [read] = phrasing
  assert.deepEqual(read?.object === 'inline' && read.type === 'link' && read.nodes, [
    textOf(' x ', bold),
  ])
})

function color(text: string, background: string) {
  return {
    object: 'mark',
    type: 'color',
    data: { text, background },
  }
}

function marksOf(html: string) {
  const [text] = readText(html)
  return text?.object === 'text' ? text.leaves[0]?.marks : undefined
}

function textIn(html: string) {
  const [text] = readBlock(html, 'paragraph').nodes
  return text?.object === 'text' ? text.leaves.map((leaf) => leaf.text).join('') : ''
}

function dataOf(html: string) {
  const [node] = readText(html)
  return node?.object === 'inline'
    ? { type: node.type, ...node.data, ...node.meta }
    : node
}
