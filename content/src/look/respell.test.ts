import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkDestinations } from './link-destinations.ts'
import { respellDestination } from './respell-destination.ts'
import type { Moves } from './respell-destination.ts'
import { respell } from './respell.ts'

const files = [
  'README.md',
  'guide/README.md',
  'guide/set up.md',
  'guide/été.md',
  'a/b.md',
  'c.md',
]

function moves(from: string, moved: Readonly<Record<string, string | undefined>>): Moves {
  const nowAt = (path: string) => (Object.hasOwn(moved, path) ? moved[path] : path)
  const now = new Set(files.map((path) => nowAt(path)))
  return {
    before: from,
    after: nowAt(from) ?? from,
    existed: (path) => files.includes(path),
    exists: (path) => now.has(path),
    nowAt,
  }
}

test('follows a target that moved, in the way the link was written', () => {
  const moved = moves('a/b.md', {
    'guide/set up.md': 'start/first step.md',
    'c.md': 'd/README.md',
  })
  const respelled: Readonly<Record<string, string>> = {
    '../guide/set%20up.md': '../start/first%20step.md',
    '../guide/set up.md': '../start/first step.md',
    './../guide/set%20up.md': '../start/first%20step.md',
    '/guide/set%20up.md#x': '/start/first%20step.md#x',
    '../guide/set%20up?q=1#x': '../start/first%20step?q=1#x',
    '../c.md': '../d/README.md',
    '../c': '../d/README',
  }
  for (const [before, after] of Object.entries(respelled)) {
    assert.equal(respellDestination(before, moved), after, before)
  }
})

test('follows the folder page of a folder that was renamed', () => {
  const moved = moves('c.md', { 'guide/README.md': 'handbook/README.md' })
  assert.equal(respellDestination('guide/', moved), 'handbook/')
  assert.equal(respellDestination('./guide/#x', moved), './handbook/#x')
  assert.equal(respellDestination('guide', moved), 'handbook')
  assert.equal(respellDestination('guide/README.md', moved), 'handbook/README.md')
  const toFile = moves('c.md', { 'guide/README.md': 'handbook.md' })
  assert.equal(respellDestination('guide/', toFile), 'handbook')
})

test('follows the page that holds the link', () => {
  const moved = moves('a/b.md', { 'a/b.md': 'x/y/b.md' })
  assert.equal(respellDestination('../c.md', moved), '../../c.md')
  assert.equal(respellDestination('../', moved), '../../')
  assert.equal(respellDestination('/c.md', moved), undefined)
  assert.equal(respellDestination('b.md#x', moved), undefined)
})

test('leaves what still leads there, leads elsewhere or never led anywhere', () => {
  const together = moves('guide/README.md', {
    'guide/README.md': 'h/README.md',
    'guide/set up.md': 'h/set up.md',
  })
  const stay = [
    'set%20up.md',
    'https://example.com/c.md',
    '#x',
    '',
    'nowhere.md',
    'mailto:a@b.c',
  ]
  for (const destination of stay) {
    assert.equal(respellDestination(destination, together), undefined, destination)
  }
  assert.equal(
    respellDestination('c.md', moves('README.md', { 'c.md': undefined })),
    undefined,
  )
})

test('says what it left out where another file would be meant', () => {
  const moved = moves('README.md', { 'c.md': 'guide.md' })
  assert.equal(respellDestination('c', moved), 'guide')
  const ambiguous = moves('README.md', { 'c.md': 'a/b/README.md' })
  assert.equal(respellDestination('c', ambiguous), 'a/b/README')
  const stillThere = moves('a/b.md', { 'guide/README.md': 'c/README.md' })
  assert.equal(respellDestination('../guide', stillThere), '../c/README.md')
})

test('keeps letters as they were, written out or encoded', () => {
  const moved = moves('README.md', { 'guide/été.md': 'fêtes/été.md' })
  assert.equal(respellDestination('guide/été.md', moved), 'fêtes/été.md')
  assert.equal(
    respellDestination('guide/%C3%A9t%C3%A9.md', moved),
    'f%C3%AAtes/%C3%A9t%C3%A9.md',
  )
})

const page = `\uFEFFA [link](a.md "t"), ![image](<b c.png>) and [d\\_x.md](d\\_x.md)&amp;.

> <figure><img
> src="x.png" alt=""></figure>

{% content-ref url="guide/a.md" %}
[guide/a.md](guide/a.md)
{% endcontent-ref %}

* {% include "../inc/x.md" %}

\`\`\`
[no](no.md) {% include "no" %}
\`\`\`

| a |
| - |
| [x](t.md) \`[no](no.md)\` |

[definition]: some%20where.md#x 'T'

<table><tbody><tr><td><a href="cell.md">cell.md</a></td><td><img src=y.png></td></tr></tbody></table>

<https://auto.example> {% if a.url="no" %}[n](q.md?x=1&y=2) <a href="e&amp;f.md">e</a>
`

test('finds each destination where it stands, and none in code', () => {
  const found = linkDestinations(page).map(({ start, end, destination, context }) => {
    return [page.slice(start, end), destination, context].join(' ')
  })
  assert.deepEqual(found, [
    'a.md a.md plain',
    'b c.png b c.png angles',
    'd\\_x.md d_x.md plain',
    'x.png x.png attribute',
    'guide/a.md guide/a.md tag',
    'guide/a.md guide/a.md plain',
    '../inc/x.md ../inc/x.md tag',
    't.md t.md plain',
    'some%20where.md#x some%20where.md#x plain',
    'cell.md cell.md attribute',
    'y.png y.png bare-attribute',
    'https://auto.example https://auto.example autolink',
    'q.md?x=1&y=2 q.md?x=1&y=2 plain',
    'e&amp;f.md e&f.md attribute',
  ])
})

test('touches nothing but the destination, and the text that repeats it', () => {
  assert.equal(
    respell(page, () => undefined),
    page,
  )
  const after = respell(page, ({ destination }) =>
    destination === 'guide/a.md' || destination === 'cell.md' ? 'n_w/(x).md' : undefined,
  )
  const expected = page
    .replace('url="guide/a.md"', 'url="n_w/(x).md"')
    .replace('[guide/a.md](guide/a.md)', String.raw`[n\_w/%28x%29.md](n_w/%28x%29.md)`)
    .replace('href="cell.md">cell.md<', 'href="n_w/(x).md">n_w/(x).md<')
  assert.equal(after, expected)
})

test('writes what it is given so that it is read again as given, or as what it stands for', () => {
  const given = 'x y/(z) "q" \\ & < | é.md?a=1&copy=2&b;'
  const after = respell(page, ({ context }) =>
    context === 'autolink' ? undefined : given,
  )
  for (const { destination, context } of linkDestinations(after)) {
    if (context !== 'autolink') assert.equal(decodeURIComponent(destination), given)
  }
  assert.equal(linkDestinations(after).length, linkDestinations(page).length)
})

test('takes no longer than reading on hostile input', () => {
  const hostile = [
    '[a]('.repeat(2000),
    '<a href="'.repeat(20_000),
    '{% a url="'.repeat(20_000),
    `<p ${'href=x '.repeat(20_000)}`,
    `${'> '.repeat(500)}[a](b)`,
  ]
  for (const markdown of hostile) assert.ok(linkDestinations(markdown).length < 50_000)
})
