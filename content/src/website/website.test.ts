import assert from 'node:assert/strict'
import { test } from 'node:test'

import { read } from '#/read/read.ts'

import { readWebPage } from './read-web-page.ts'
import { webKey } from './web-key.ts'
import { writeWebPage } from './write-web-page.ts'

const base = 'https://a.example/docs/'

function markdownOf(html: string, paths: Readonly<Record<string, string>> = {}): string {
  const places = { path: 'guide/one.md', paths: new Map(Object.entries(paths)) }
  return writeWebPage(readWebPage(html, base), places)
}

test('takes the text of a page without what stands around it', () => {
  const page = readWebPage(
    '<title>One | Site</title><meta name="description" content="About  one."><nav><a href="two">Two</a></nav><main><h1>One <a class="hash-link" href="#one">#</a></h1><div class="breadcrumbs">Docs / One</div><p>Words.</p><script>x()</script></main><footer>Rights</footer>',
    base,
  )
  assert.equal(page.title, 'One')
  assert.equal(page.description, 'About one.')
  assert.deepEqual(page.links, ['https://a.example/docs/two', `${base}#one`])
  const text = writeWebPage(page, { path: 'one.md', paths: new Map() })
  assert.equal(text, '---\ndescription: About one.\n---\n\n# One\n\nWords.\n')
})

test('reads so many links, and resolves none with an address that is too long', () => {
  const links = Array.from({ length: 6_000 }, (_, at) => `<a href="${at}">l</a>`).join('')
  const page = readWebPage(`<base href="/${'b/'.repeat(1_500)}">${links}`, base)
  assert.equal(page.links.length, 5_000)
  assert.equal(page.links[0], `${base}0`)
  const long = readWebPage(`<a href="${'../'.repeat(2_000)}x">l</a>`, base)
  assert.deepEqual(long.links, [])
})

test('reads blocks and lines of text, whatever elements they are made of', () => {
  const text = markdownOf(
    '<body><header>Top</header><div><div>One <span>two</span></div><section><custom-part>three</custom-part></section></div><dl><dt>Term</dt><dd>Meaning</dd></dl><a href="x"><h3>Card</h3><p>More</p></a><figure><pre><code class="language-js">a()\n</code></pre></figure></body>',
  )
  assert.equal(
    text,
    'One two\n\nthree\n\n**Term**\n\nMeaning\n\n[Card More](https://a.example/docs/x)\n\n```js\na()\n```\n',
  )
})

test('leads to pages and files that were read too, and else to where they are', () => {
  const text = markdownOf(
    '<main><h1>T</h1><p><a href="two/#part">2</a> <a href="three">3</a> <a href="#own">o</a> <a href="javascript:x()">j</a></p><img src="/i.png?v=1" alt="I"></main>',
    {
      'a.example/docs/two': 'guide/two.md',
      'a.example/docs': 'guide/one.md',
      'a.example/i.png?v=1': '.gitbook/assets/i.png',
    },
  )
  assert.match(text, /\[2\]\(two\.md#part\) \[3\]\(https:\/\/a\.example\/docs\/three\)/)
  assert.match(text, /\[o\]\(#own\) j/)
  assert.match(text, /!\[I\]\(\.\.\/\.gitbook\/assets\/i\.png\)/)
})

test('writes what a page says as text, even where it looks like Markdown', () => {
  const said = '{% if true %} <b>not bold</b> *stars* [x](y) # {% endif %}'
  const escaped = said.replaceAll('<', '&lt;')
  const { document } = read(markdownOf(`<main><p>${escaped}</p></main>`))
  const words = JSON.stringify(document).match(/"text":"([^"]*)"/)?.[1]
  assert.equal(words, said)
})

test('knows an address however its server may be asked for it', () => {
  const keys = ['/a', '/a/', '/a/index.html', '//a', '/a#b'].map((path) =>
    webKey(`https://a.example${path}`),
  )
  assert.deepEqual(new Set(keys), new Set(['a.example/a']))
  assert.notEqual(webKey('https://a.example/a?b'), 'a.example/a')
})

test('reads a part of a page that is too deep or too large, in little time', () => {
  const started = process.cpuUsage()
  const deep = readWebPage(`<main><p>First</p>${'<div>'.repeat(100_000)}`, base)
  assert.equal(deep.document.nodes.length, 1)
  readWebPage(`<main>${'<p>x'.repeat(400_000)}`, base)
  readWebPage(`<main>${'<b>'.repeat(250)}${'</i>'.repeat(200_000)}`, base)
  readWebPage(`<main><table>${'<tr><td>x'.repeat(100_000)}`, base)
  // The time of the processor: other tests run at the same time.
  const { user, system } = process.cpuUsage(started)
  assert.ok(user + system < 10_000_000)
})

test('says what a page asks of robots', () => {
  const closed = readWebPage('<meta name="ROBOTS" content="noindex, nofollow">', base)
  assert.deepEqual([closed.isClosed, closed.isDeadEnd], [true, true])
  const open = readWebPage('<main>x</main>', base)
  assert.deepEqual([open.isClosed, open.isDeadEnd], [false, false])
})
