import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sketch } from '#test/sketch.ts'

import { read } from '../read.ts'

function assertReads(cases: readonly (readonly [string, string])[]): void {
  for (const [markdown, expected] of cases) {
    assert.equal(sketch(read(markdown).document), expected, markdown)
  }
}

test('reads containers, also inside lists and each other', () => {
  assertReads([
    [
      '{% hint style="danger" icon="x" %}\na\n{% endhint %}',
      'hint{style:"danger",icon:"x"}(paragraph("a"))',
    ],
    [
      '{% tabs %}\n{% tab title="A" icon="x" %}\na\n{% endtab %}\n{% endtabs %}',
      'tabs(tabs-item{title:"A",icon:"x"}(paragraph("a")))',
    ],
    [
      '{% stepper %}\n{% step %}\n## a\n{% endstep %}\n{% endstepper %}',
      'stepper(stepper-step(heading-1("a")))',
    ],
    [
      '{% columns %}\n{% column width="66.7%" %}\n{% endcolumn %}\n{% endcolumns %}',
      'columns(column{width:{"unit":"%","value":66.7}}(paragraph("")))',
    ],
    [
      '{% code title="a" lineNumbers="true" %}\n```js\nb\n```\n{% endcode %}',
      'code{syntax:"js",title:"a",lineNumbers:true}(code-line("b"))',
    ],
    [
      '{% if a === "b" %}\nc\n{% endif %}',
      'if{expression:"a === \\"b\\""}(paragraph("c"))',
    ],
    [
      '{% updates format="full" %}\n{% update date="2025-01-02" tags="a, b" %}\nc\n{% endupdate %}\n{% endupdates %}',
      'updates{format:"full"}(update{date:"2025-01-02",tags:["a","b"]}(paragraph("c")))',
    ],
    [
      '{% prompt description="a" %}\nb\n{% endprompt %}',
      'prompt{description:"a"}(paragraph("b"))',
    ],
    [
      '* {% hint style="info" %}\n  a\n  {% endhint %}',
      'list-unordered(list-item(hint{style:"info"}(paragraph("a"))))',
    ],
    [
      '{% hint style="info" %}\n* a\n{% endhint %}\nb',
      'hint{style:"info"}(list-unordered(list-item(paragraph("a"))))\nparagraph("b")',
    ],
  ])
})

test('reads what a tag points at', () => {
  assertReads([
    [
      '{% content-ref url="a.md" %}\n[a.md](a.md)\n{% endcontent-ref %}',
      'content-ref{ref:{"kind":"url","url":"a.md"}}',
    ],
    [
      '{% content-ref url="a.md" %}\n[b](a.md)\n{% endcontent-ref %}',
      'content-ref{ref:{"kind":"url","url":"a.md"}}(fallback=(paragraph(link{ref:{"kind":"url","url":"a.md"}}("b"))))',
    ],
    ['{% page-ref page="a.md" %}', 'content-ref{ref:{"kind":"url","url":"a.md"}}'],
    ['{% embed url="u" %}\n\na', 'embed{url:"u"}\nparagraph("a")'],
    [
      '{% embed url="u" %}\na\n{% endembed %}',
      'embed{url:"u"}(caption=(paragraph("a")))',
    ],
    ['{% file src="f" %}', 'file{ref:{"kind":"url","url":"f"}}'],
    [
      '{% include "/reusable-content/x" %}',
      'reusable-content{ref:{"kind":"reusable-content","reusableContent":"x"}}',
    ],
    ['{% include "../x.md" %}', 'reusable-content{ref:{"kind":"url","url":"../x.md"}}'],
    [
      '{% @mermaid/diagram content="a\n\nb" %}',
      'integration{integration:"mermaid",block:"diagram",props:{"content":"a\\n\\nb"}}',
    ],
  ])
})

test('reads API blocks, and keeps the ones written by hand as they are', () => {
  assertReads([
    [
      '{% openapi src="s" path="/p" method="get" expanded="true" %}\n[s](s)\n{% endopenapi %}',
      'swagger{ref:{"kind":"url","url":"s"},path:"/p",method:"get",expanded:true}',
    ],
    [
      '{% openapi-schemas spec="s" schemas="A,B" grouped="false" %}',
      'openapi-schemas{ref:{"kind":"openapi","spec":"s"},schemas:["A","B"],grouped:false}',
    ],
    [
      '{% swagger path="x" %}\n{% swagger-description %}\n\na\n{% endswagger-description %}\n{% endswagger %}\n\nb',
      'verbatim{markdown:"{% swagger path=\\"x\\" %}\\n{% swagger-description %}\\n\\na\\n{% endswagger-description %}\\n{% endswagger %}",reason:"swagger block"}\nparagraph("b")',
    ],
  ])
})

test('reads the alignment of a column under both of its names', () => {
  for (const name of ['valign', 'verticalAlignment']) {
    assertReads([
      [
        `{% columns %}\n{% column ${name}="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}`,
        'columns(column{verticalAlignment:"middle"}(paragraph("a")))',
      ],
    ])
  }
})

test('keeps attributes that the model has no place for', () => {
  assertReads([
    [
      '{% hint a="b" %}\n{% endhint %}',
      'hint{style:"info",attributes:{"a":"b"}}(paragraph(""))',
    ],
  ])
})

test('keeps tags that do not fit as they are, and reads on after them', () => {
  assertReads([
    [
      '{% hint style="info" %}\na',
      'verbatim{markdown:"{% hint style=\\"info\\" %}",reason:"tag hint"}\nparagraph("a")',
    ],
    [
      'a\n{% endhint %}',
      'paragraph("a")\nverbatim{markdown:"{% endhint %}",reason:"tag endhint"}',
    ],
    ['{% x %}', 'verbatim{markdown:"{% x %}",reason:"tag x"}'],
    [
      '{% tabs %}\na\n{% endtabs %}',
      'verbatim{markdown:"{% tabs %}",reason:"tag tabs"}\nparagraph("a")\nverbatim{markdown:"{% endtabs %}",reason:"tag endtabs"}',
    ],
  ])
})

test('reads tags inside a line, except in code and where nobody knows them', () => {
  assertReads([
    [
      '{% hint style="info" %} a **b** {% endhint %}',
      'hint{style:"info"}(paragraph("a " bold("b")))',
    ],
    ['a `{% hint %}`', 'paragraph("a " code("{% hint %}"))'],
    ['a {% raw %}', 'paragraph("a {% raw %}")'],
    [String.raw`\{% hint %}`, 'paragraph("{% hint %}")'],
  ])
})

test('ends HTML at a tag', () => {
  assert.equal(
    sketch(
      read('{% hint style="info" %}\n<div align="center">a</div>\n{% endhint %}')
        .document,
    ).split('(')[0],
    'hint{style:"info"}',
  )
})

test('reads no tags in a comment', () => {
  assert.equal(
    sketch(read('<!--\n{% endhint %}\n-->').document),
    'verbatim{markdown:"<!--\\n{% endhint %}\\n-->",reason:"comment"}',
  )
})
