import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import type { Inline } from '#/document/nodes.ts'
import { walk } from '#/document/walk.ts'
import type { ApiPage } from '#/openapi/model.ts'
import {
  pageDescription,
  pageMarkdown,
  pageSlug,
  pageTitle,
} from '#/openapi/page-markdown.ts'
import { readApi } from '#/openapi/read-api.ts'
import { read } from '#/read/read.ts'
import { write } from '#/write/write.ts'

import { hostileText } from './hostile-text.ts'
import { petsOfThree } from './pets.ts'

const { plan } = readApi(petsOfThree)

describe('the Markdown of a page of a specification', () => {
  it('has a block for each part, under its title', () => {
    const [pets] = plan.page.pages
    assert.ok(pets !== undefined)
    assert.equal(
      pageMarkdown(pets, 'pets'),
      `## List pets

{% openapi-operation spec="pets" path="/pets" method="get" %}
\`GET /pets\`
{% endopenapi-operation %}

## POST /pets

{% openapi-operation spec="pets" path="/pets" method="post" %}
\`POST /pets\`
{% endopenapi-operation %}

## GET /pets/{petId}

{% openapi-operation spec="pets" path="/pets/{petId}" method="get" %}
\`GET /pets/{petId}\`
{% endopenapi-operation %}
`,
    )
  })

  it('groups webhooks and shared schemas in blocks of their own', () => {
    const [webhooks, models] = plan.page.pages.slice(-2)
    assert.ok(webhooks !== undefined && models !== undefined)
    assert.match(
      pageMarkdown(webhooks, 'pets'),
      /\{% openapi-webhook spec="pets" name="newPet" method="post" %\}/,
    )
    assert.match(
      pageMarkdown(models, 'pets'),
      /^\{% openapi-schemas spec="pets" schemas="Pet,Error" grouped="true" %\}/,
    )
  })

  it('says of the whole API where it is and how one is let in', () => {
    const markdown = pageMarkdown(plan.page, 'pets', plan.info)
    assert.match(markdown, /## Servers\n\n\* `https:\/\/pets\.example\/v1`/)
    assert.match(markdown, /`key`: an API key in the header X-Key/)
  })

  it('shows every part, whatever it is called, and nothing that its authors mean to be code', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(hostileText, hostileText), { maxLength: 4 }),
        (names) => {
          const page = pageOf(names)
          const markdown = pageMarkdown(page, 'pets')
          const { document } = read(markdown)
          assert.equal(write(document), markdown)
          const blocks = document.nodes.filter(({ type }) => type === 'openapi-operation')
          const fallbacks = document.nodes.filter(({ type }) => type === 'paragraph')
          assert.ok(blocks.length + fallbacks.length >= names.length)
          for (const { node } of walk(document)) {
            const isOurs = node.object !== 'block' || ours.has(node.type)
            assert.ok(isOurs, `${JSON.stringify(node)} in ${markdown}`)
          }
          for (const block of blocks) {
            assert.ok(block.type === 'openapi-operation')
            const name = `${block.data.method} ${block.data.path}`
            assert.ok(page.parts.some((part) => part.name === name))
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('makes text of what strangers write in a description', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.constantFrom('get /', 'post /{a}'),
        (description, name) => {
          const page = { ...pageOf([['Title', name]]), description }
          const { document } = read(pageMarkdown(page, 'pets'))
          const blocks = document.nodes.filter(({ type }) => type === 'openapi-operation')
          assert.equal(blocks.length, 1)
          for (const { node } of walk(document)) {
            if (node.object === 'inline') {
              assert.ok(isTextOrLink(node), JSON.stringify(node))
            }
            if (node.object !== 'block') continue
            assert.ok(ours.has(node.type) || plain.has(node.type), JSON.stringify(node))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('keeps the operations where the description is more than pages may have', () => {
    const page = pageOf([['Title', 'get /']])
    for (const description of [
      '> '.repeat(50_000),
      '*a '.repeat(33_000),
      '['.repeat(100_000),
    ]) {
      const { document } = read(pageMarkdown({ ...page, description }, 'pets'))
      assert.equal(
        document.nodes.filter(({ type }) => type === 'openapi-operation').length,
        1,
      )
    }
  })

  it('has room for as many parts as a page may have', () => {
    const names = Array.from({ length: 2_000 }, (_, index): [string, string] => [
      `Operation ${index}`,
      `get /${index}`,
    ])
    const { document } = read(pageMarkdown(pageOf(names), 'pets'))
    assert.equal(
      document.nodes.filter(({ type }) => type === 'openapi-operation').length,
      2_000,
    )
  })
})

describe('the head of a page of a specification', () => {
  it('says the first paragraph of the description, which the body leaves out', () => {
    const page = { ...pageOf([]), description: 'Sold **here**,\nnot there.\n\nMore.' }
    assert.equal(pageDescription(page), 'Sold here, not there.')
    assert.equal(pageMarkdown(page, 'pets'), 'More.\n')
    for (const whole of [
      'x'.repeat(301),
      'With a [link](https://example.com).',
      '- A list\n\nWords.',
    ]) {
      const described = { ...page, description: whole }
      assert.equal(pageDescription(described), undefined)
      const [before, after] = [whole, pageMarkdown(described, 'pets')].map((text) =>
        text.replaceAll(/[\s*-]+/g, ' ').trim(),
      )
      assert.equal(after, before)
    }
  })

  it('has a title, a description and a slug within their limits', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (title, description) => {
        const page = { ...pageOf([]), key: `tag:${title}`, title, description }
        const said = pageTitle(page)
        assert.ok(said.length > 0 && said.length <= 256 && said.isWellFormed())
        const words = pageDescription(page) ?? ''
        assert.ok(words.length <= 300 && !/[\n\r]/.test(words) && words.isWellFormed())
        const slug = pageSlug(page)
        assert.ok(slug.length > 0 && slug.length <= 100 && !/[\s/]/.test(slug))
      }),
      { numRuns: 150 },
    )
  })

  it('keeps its slug while its tag keeps its name', () => {
    const page = { ...pageOf([]), key: 'tag:Pet Shop', title: 'Everything for pets' }
    assert.equal(pageSlug(page), 'pet-shop')
    assert.equal(pageSlug({ ...page, key: 'models', title: 'Models' }), 'models')
    assert.equal(pageSlug({ ...page, key: 'info', title: 'The API' }), 'the-api')
  })
})

const ours = new Set([
  'heading-1',
  'paragraph',
  'openapi-operation',
  'openapi-webhook',
  'openapi-schemas',
])
const plain = new Set([
  'heading-2',
  'heading-3',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'list-item',
  'blockquote',
  'code',
  'code-line',
  'divider',
  'table',
])

function isTextOrLink(node: Inline): boolean {
  if (node.type !== 'link') return node.type === 'emoji'
  const { ref } = node.data
  return ref.kind === 'url' && /^(?:https?:\/\/|mailto:)/i.test(ref.url)
}

function pageOf(names: readonly (readonly [title: string, name: string])[]): ApiPage {
  return {
    key: 'tag:test',
    title: 'Test',
    parts: names.map(([title, name]) => ({
      kind: 'operation',
      name: name.includes(' ') ? name : `get ${name}`,
      title: title.trim() === '' ? 'Title' : title.replaceAll(/\s+/g, ' ').trim(),
      hash: '',
    })),
    pages: [],
  }
}
