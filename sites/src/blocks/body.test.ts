import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

import type { FlowBlock, JSONDocument } from '@lectern/content/document/nodes.ts'
import { blockShapes, inlineShapes } from '@lectern/content/document/schema.ts'
import { walk } from '@lectern/content/document/walk.ts'
import { read } from '@lectern/content/read/read.ts'

import type { BodyView } from '#/model.ts'
import { documentOf, viewOf } from '#test/page-view.ts'
import { assertHarmless, elementsOf } from '#test/strict-html.ts'
import { outline } from './outline.ts'
import { renderBody } from './render-body.tsx'

const everyBlock = readFileSync(
  new URL('../../test/every-block.md', import.meta.url),
  'utf8',
)

/** The markup of a page made from Markdown, after a check that it is harmless. */
async function bodyOf(
  markdown: string,
  given: Parameters<typeof viewOf>[1] = {},
): Promise<string> {
  const markup = await renderBody(viewOf(markdown, given))
  assertHarmless(markup)
  return markup
}

function textOf(markup: string): string {
  return markup.replaceAll(/<[^>]*>/gu, '')
}

function withCover(src: string): Partial<Pick<BodyView, 'cover'>> {
  return { cover: { asset: { src, name: 'c' }, y: 0, size: 'hero' } }
}

describe('the page with every block', () => {
  it('holds every type that the model knows', () => {
    const seen = new Set<string>()
    for (const { node } of walk(viewOf(everyBlock).document)) {
      if (node.object === 'block' || node.object === 'inline') seen.add(node.type)
    }
    const types = [...Object.keys(blockShapes), ...Object.keys(inlineShapes)]
    assert.deepEqual(
      types.filter((type) => !seen.has(type)),
      [],
    )
  })

  it('shows each of them, harmlessly and well nested', async () => {
    const markup = await bodyOf(everyBlock)
    const text = textOf(markup)
    for (const said of [
      'plain Markdown',
      'nested twice',
      'It is a file.',
      'This cannot be undone.',
      'countBlocks',
      'Show 6 more lines',
      'pnpm add --save-dev lectern',
      'Collect what you need',
      'The wide side',
      'How does it open',
      'A caption with',
      'PDF · 1.2 MB',
      'A tour in two minutes',
      'A film in ten minutes',
      'Seconds until a request',
      '★★★★☆',
      'Closed',
      'This is written once and shown on many pages.',
      '/pets/{id}',
      'graph TD',
      'Explain this page',
      'Thursday, January 15, 2026',
      'A note says more',
    ]) {
      assert.ok(text.includes(said), said)
    }
    assert.ok(!text.includes('Nobody sees'), 'what was not decided is not shown')
    assert.ok(!text.includes('visitor.claims'), 'expressions are never shown')
    assert.ok(!text.includes('Nobody reads this'), 'comments are never shown')
  })

  it('asks nothing of other hosts: what is elsewhere is a link', async () => {
    for (const { name, attributes } of elementsOf(await bodyOf(everyBlock))) {
      assert.ok(name !== 'iframe' && name !== 'script' && name !== 'link', name)
      if (attributes['src'] !== undefined) assert.match(attributes['src'], /^\/files\//u)
    }
  })

  it('has an outline whose places are all in the body, in its order', async () => {
    const view = viewOf(everyBlock)
    const ids = elementsOf(await renderBody(view))
      .filter(({ name }) => /^h[2-6]$/u.test(name))
      .flatMap(({ name, attributes }) =>
        attributes['id'] === undefined ? [] : [`${name}#${attributes['id']}`],
      )
    assert.deepEqual(
      outline(view).map(({ id, level }) => `h${level}#${id}`),
      ids,
    )
  })

  it('leads every link within the page to a place that is there', async () => {
    const elements = elementsOf(await bodyOf(everyBlock))
    const ids = new Set(elements.map(({ attributes }) => `#${attributes['id']}`))
    for (const { attributes } of elements) {
      const href = attributes['href'] ?? ''
      if (href.startsWith('#')) assert.ok(ids.has(decodeURIComponent(href)), href)
    }
  })
})

describe('a file', () => {
  it('says how large it is, with a plural where there is one', async () => {
    const sizes = {
      en: ['1 byte', '15 bytes', '15 kB'],
      de: ['1 Byte', '15 Byte', '15 kB'],
    }
    for (const [language, expected] of Object.entries(sizes)) {
      for (const [at, bytes] of [1, 15, 15_000].entries()) {
        const asset = () => ({ src: '/a.csv', name: 'a.csv', bytes })
        const given = { context: { language, asset } }
        const text = textOf(await bodyOf('{% file src="a.csv" %}\n', given))
        assert.ok(text.replaceAll('\u00A0', ' ').includes(`CSV · ${expected[at]}`), text)
      }
    }
  })
})

describe('headings', () => {
  it('stand below the title of the page, each with a link to itself', async () => {
    const markup = await bodyOf(
      '# One\n\n## Two\n\n#### Four\n\n##### Five\n\n###### Six\n',
    )
    const names = elementsOf(markup).map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => /^h\d$/u.test(name)),
      ['h1', 'h2', 'h2', 'h4', 'h5', 'h6'],
    )
    assert.match(markup, /<h2 id="two">Two<\/h2><a class="place-link" href="#two"/u)
  })

  it('that say the same have places of their own', async () => {
    const markup = await bodyOf('## Same\n\n## Same\n\n## Same\n')
    const ids = elementsOf(markup).flatMap(({ attributes }) => attributes['id'] ?? [])
    assert.equal(new Set(ids).size, 3)
  })

  it('never have an id of what stands around the page', async () => {
    const markup = await bodyOf(
      '## Content\n\n## Given <a href="#~content" id="~content"></a>\n',
    )
    const ids = elementsOf(markup).flatMap(({ attributes }) => attributes['id'] ?? [])
    assert.deepEqual(ids, ['content', 'content-1'])
  })

  it('keep the title of a page for those who move by headings when it is not shown', async () => {
    const { layout } = viewOf('')
    const markup = await bodyOf('Text.', { layout: { ...layout, title: false } })
    assert.match(markup, /class="body-head title-hidden"><h1>Every block<\/h1>/u)
  })
})

describe('links', () => {
  it('that lead nowhere for this reader are their text', async () => {
    const markup = await bodyOf('See [the secret plan](plan.md).', {
      context: { resolve: () => undefined },
    })
    assert.ok(textOf(markup).includes('See the secret plan.'))
    assert.ok(!elementsOf(markup).some(({ name }) => name === 'a'))
  })

  it('leave the site in a new window only where the site wants it', async () => {
    const page = '[out](https://example.org/) [in](a.md)'
    assert.doesNotMatch(await bodyOf(page), /target=/u)
    const markup = await bodyOf(page, { context: { opensExternalLinksInNewTab: true } })
    const links = elementsOf(markup).filter(({ name }) => name === 'a')
    assert.deepEqual(
      links.map(({ attributes }) => [attributes['target'], attributes['rel']]),
      [
        ['_blank', 'noopener noreferrer'],
        [undefined, undefined],
      ],
    )
  })

  it('to a page that is gone leave a page link with what its writer put there', async () => {
    const markup = await bodyOf(
      '{% content-ref url="gone.md" %}\n[Something else](gone.md)\n{% endcontent-ref %}\n',
      { context: { resolve: () => undefined } },
    )
    assert.equal(textOf(markup).includes('Something else'), true)
  })
})

describe('titles that can be pressed', () => {
  it('hold nothing else that can be: a link there is its text', async () => {
    const markup = await bodyOf(
      '<details>\n\n<summary>See <a href="a.md">this page</a> and <code>that</code></summary>\n\nBody.\n\n</details>\n',
    )
    assert.match(markup, /<span>See this page and <code>that<\/code><\/span><\/summary>/u)
  })
})

describe('code', () => {
  it('is in colours by classes, and its text is what was written', async () => {
    const markup = await bodyOf('```ts\nconst a: string = `b` // c\n```\n')
    assert.match(markup, /<span class="token-keyword">const<\/span>/u)
    assert.match(markup, /<span class="token-comment">\/\/ c<\/span>/u)
    assert.ok(textOf(markup).endsWith('const a: string = `b` // c'))
  })

  it('of an unknown language, and of too much of it, is plain text', async () => {
    assert.doesNotMatch(await bodyOf('```klingon\nqapla\n```\n'), /token-/u)
    const long = `\`\`\`js\n${'const a = 1\n'.repeat(2000)}\`\`\`\n`
    assert.doesNotMatch(await bodyOf(long), /token-/u)
  })

  it('shows highlighted lines, numbers, wrapping and the name of its file', async () => {
    const markup = await bodyOf(
      '<pre class="language-js" data-title="a.js" data-overflow="wrap" data-line-numbers><code class="lang-js">one\n<strong>two\n</strong>three\n</code></pre>\n',
    )
    assert.match(markup, /<lectern-copy class="copyable code wraps numbered">/u)
    assert.match(markup, /<div class="code-title">a\.js<\/div>/u)
    assert.match(markup, /<span class="line highlighted">two\n<\/span>/u)
  })

  it('folds what is long where its writer wants it, without hiding it from anyone', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n')
    const markup = await bodyOf(
      `{% code expandable="true" collapsedLineCount="5" %}\n\`\`\`\n${lines}\n\`\`\`\n{% endcode %}\n`,
    )
    assert.match(markup, /line 4<\/span><\/code><\/pre><details class="code-rest">/u)
    assert.ok(textOf(markup).includes('Show 15 more lines'))
    assert.ok(textOf(markup).includes('line 19'))
  })
})

describe('a document that goes deep', () => {
  it('is shown as text from where it is too deep, and never breaks the page', async () => {
    const [words] = read('The very inside.').document.nodes
    assert.ok(words !== undefined)
    let inner: FlowBlock = words
    for (let depth = 0; depth < 95; depth += 1) {
      inner = {
        object: 'block',
        type: 'blockquote',
        isVoid: false,
        data: {},
        nodes: [inner],
      }
    }
    const markup = await renderBody(viewOf(documentOf(inner)))
    assertHarmless(markup)
    assert.ok(textOf(markup).includes('The very inside.'))
  })
})

describe('a document of a newer api', () => {
  it('shows what is known, and nothing for what is not', async () => {
    const newer: unknown = {
      object: 'document',
      data: {},
      nodes: [
        { object: 'block', type: 'hologram', isVoid: true, data: {} },
        ...read('Known.').document.nodes,
      ],
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is tested is a document that the types do not know
    const markup = await renderBody(viewOf(newer as JSONDocument))
    assert.ok(textOf(markup).endsWith('Known.'))
  })
})

describe('a page that is read from right to left', () => {
  const arabic: Parameters<typeof viewOf>[1] = {
    title: 'التثبيت',
    context: { direction: 'rtl', language: 'ar' },
  }

  it('says so, and leaves code from left to right', async () => {
    const markup = await bodyOf('مرحبًا\n\n```js\nconst a = 1\n```\n', arabic)
    assert.match(markup, /^<div class="body" lang="ar" dir="rtl"/u)
    assert.match(markup, /<pre[^>]* dir="ltr"/u)
  })

  it('speaks its language where blocks say something of themselves', async () => {
    const markup = await bodyOf('{% hint style="danger" %}\nنص\n{% endhint %}\n', arabic)
    assert.match(markup, /aria-label="خطر"/u)
  })
})

describe('images', () => {
  it('have a size where it is known, another for dark pages, and no inline style', async () => {
    const markup = await bodyOf(
      '<figure><picture><source srcset="dark.png" media="(prefers-color-scheme: dark)"><img src="light.png" alt="Both" width="300"></picture><figcaption></figcaption></figure>\n',
    )
    const images = elementsOf(markup).filter(({ name }) => name === 'img')
    assert.deepEqual(
      images.map(({ attributes: { src, alt, width, height, class: kind } }) => [
        src,
        alt,
        width,
        height,
        kind,
      ]),
      [
        ['/files/light.png', 'Both', '300', '169', 'only-light'],
        ['/files/dark.png', 'Both', '300', '169', 'only-dark'],
      ],
    )
  })

  it('that are gone leave their text', async () => {
    const markup = await bodyOf('![A picture of a cat](cat.png)', {
      context: { asset: () => undefined },
    })
    assert.ok(textOf(markup).includes('A picture of a cat'))
    assert.ok(!elementsOf(markup).some(({ name }) => name === 'img'))
  })

  it('stand as the cover of a page only from where a page may load them', async () => {
    assert.match(await bodyOf('', withCover('/files/c.png')), /class="cover-at-50"/u)
    assert.doesNotMatch(await bodyOf('', withCover('data:image/png,x')), /<img/u)
  })
})
