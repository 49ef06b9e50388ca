import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOf, link, paragraph, url } from '#test/build.ts'
import { readRef } from '#/document/references.ts'
import type { ContentRef } from '#/document/references.ts'
import { resolveRef } from './resolve-ref.ts'
import type { ResolutionBase, Targets } from './resolve-ref.ts'
import { resolveRefs } from '#test/resolve-refs.ts'
import { spellRefs } from './spell.ts'
import type { Speller } from './spell.ts'

const pageFiles: Readonly<Record<string, string>> = {
  'README.md': 'home',
  'guide/README.md': 'guide',
  'guide/set up.md': 'setup',
  'guide/100%.md': 'percent',
  'reference.md': 'reference',
}
const files: Readonly<Record<string, string>> = { '.gitbook/assets/a b (1).png': 'image' }
const reusable: Readonly<Record<string, string>> = { '.gitbook/includes/x.md': 'shared' }

const anchors = new Set([
  'reference#part',
  'reference#été',
  'reference#id-1.-go',
  'setup#here',
])

const targets: Targets = {
  pageByFile: (path) => pageFiles[path],
  pageByAddress: (address) => (address === 'guide/renamed' ? 'renamed' : undefined),
  fileByPath: (path) => files[path],
  reusableContentByPath: (path) => reusable[path],
  hasAnchor: (on, anchor) => anchors.has(`${on}#${anchor}`),
  has: (ref) => !('page' in ref) || ref.page !== 'deleted',
  inApp: ({ space, path, anchor }) => {
    if (space !== 's1') return undefined
    const page = { page: `s1:${path}`, space }
    return anchor === undefined
      ? { kind: 'page', ...page }
      : { kind: 'anchor', anchor, ...page }
  },
}

const base: ResolutionBase = {
  file: 'guide/set up.md',
  page: 'setup',
  appUrls: ['https://app.example.com/', 'https://other.example'],
}

const page = (id: string): ContentRef => ({ kind: 'page', page: id })

test('finds what a path means, however it is written', () => {
  const meant: Readonly<Record<string, ContentRef>> = {
    'README.md': page('guide'),
    './': page('guide'),
    '../guide': page('guide'),
    '../guide/': page('guide'),
    '../README.md': page('home'),
    '..': page('home'),
    '/': page('home'),
    '/reference': page('reference'),
    '../reference.md': page('reference'),
    'set%20up.md': page('setup'),
    'set up.md': page('setup'),
    '<set up.md>': page('setup'),
    '100%.md': page('percent'),
    '100%25.md': page('percent'),
    'renamed.md': page('renamed'),
    'renamed/': page('renamed'),
    '../.gitbook/assets/a%20b%20(1).png': { kind: 'file', file: 'image' },
    '/.gitbook/assets/a b (1).png': { kind: 'file', file: 'image' },
    '../.gitbook/includes/x.md': { kind: 'reusable-content', reusableContent: 'shared' },
    '/reusable-content/Ab1': { kind: 'reusable-content', reusableContent: 'Ab1' },
    '../reference#1.-go': { kind: 'anchor', page: 'reference', anchor: 'id-1.-go' },
    '../reference#part': { kind: 'anchor', page: 'reference', anchor: 'part' },
    '../reference.md#%C3%A9t%C3%A9': { kind: 'anchor', page: 'reference', anchor: 'été' },
  }
  for (const [spelling, ref] of Object.entries(meant)) {
    const resolution = resolveRef(url(spelling), base, targets)
    assert.deepEqual(resolution, { ref, status: 'ok', target: ref }, spelling)
  }
})

test('keeps the spelling where a reference would say less', () => {
  const query = url('../reference.md?tab=a#part')
  const target = { kind: 'anchor', page: 'reference', anchor: 'part' } as const
  assert.deepEqual(resolveRef(query, base, targets), { ref: query, status: 'ok', target })
  const inFile = url('../.gitbook/assets/a b (1).png#page=2')
  assert.equal(resolveRef(inFile, base, targets).ref, inFile)
})

test('reports what is not there', () => {
  const broken = [
    'nowhere.md',
    '../../../README.md',
    'README.MD',
    '../guide/set',
    'set up.md#gone',
  ]
  for (const spelling of broken) {
    const ref = url(spelling)
    assert.deepEqual(resolveRef(ref, base, targets), { ref, status: 'broken' }, spelling)
  }
  assert.equal(resolveRef(readRef('#gone'), base, targets).status, 'broken')
  assert.equal(resolveRef(readRef('#here'), base, targets).status, 'ok')
  assert.equal(resolveRef(page('deleted'), base, targets).status, 'broken')
  assert.equal(
    resolveRef(readRef('lectern:page/deleted'), base, targets).status,
    'broken',
  )
})

test('tells addresses of the app from those elsewhere', () => {
  const statuses: Readonly<Record<string, string>> = {
    'https://example.com/a.md': 'ok',
    'mailto:a@example.com': 'ok',
    '//cdn.example.com/x.js': 'ok',
    'https://app.example.com': 'in-app',
    'https://app.example.com/s/s2/page': 'in-app',
    'https://app.example.com.evil.example/s/s1': 'ok',
    'https://other.example/account': 'in-app',
  }
  for (const [spelling, status] of Object.entries(statuses)) {
    const ref = url(spelling)
    assert.deepEqual(resolveRef(ref, base, targets), { ref, status }, spelling)
  }
  const known = {
    'https://app.example.com/s/s1/a/b': { kind: 'page', page: 's1:a/b', space: 's1' },
    'https://app.example.com/o/o1/s/s1/a?x=1#y': {
      kind: 'anchor',
      anchor: 'y',
      page: 's1:a',
      space: 's1',
    },
  }
  for (const [spelling, ref] of Object.entries(known)) {
    assert.deepEqual(resolveRef(url(spelling), base, targets).ref, ref)
  }
})

test('resolves a document and spells it again from anywhere', () => {
  const document = documentOf(
    paragraph(
      link('a', '../reference.md#part'),
      link('b', 'nowhere.md'),
      link('c', readRef('#here')),
    ),
  )
  const resolved = resolveRefs(document, base, targets)
  assert.deepEqual(
    resolved.links.map(({ ref, status }) => [ref.kind, status]),
    [
      ['url', 'ok'],
      ['url', 'broken'],
      ['anchor', 'ok'],
    ],
  )
  const part = { kind: 'anchor', page: 'reference', anchor: 'part' } as const
  assert.deepEqual(
    resolved.document,
    documentOf(
      paragraph(link('a', part), link('b', 'nowhere.md'), link('c', readRef('#here'))),
    ),
  )
  assert.deepEqual(
    spellRefs(resolved.document, spellerAt('guide/set up.md', 'setup')),
    document,
  )
})

test('spells references as destinations that can stand anywhere', () => {
  const atTop = spellerAt('README.md', 'home')
  const deep = spellerAt('a/b/c.md', 'c')
  assert.deepEqual(spelled(page('setup'), atTop), url('guide/set%20up.md'))
  assert.deepEqual(spelled(page('setup'), deep), url('../../guide/set%20up.md'))
  assert.deepEqual(
    spelled(page('percent'), spellerAt('guide/x.md', 'x')),
    url('100%25.md'),
  )
  const image = { kind: 'file', file: 'image' } as const
  assert.deepEqual(spelled(image, atTop), url('.gitbook/assets/a%20b%20%281%29.png'))
  assert.deepEqual(
    spelled({ kind: 'anchor', anchor: 'y', page: 'home' }, atTop),
    readRef('#y'),
  )
  assert.deepEqual(spelled(page('unknown'), atTop), page('unknown'))
  assert.deepEqual(
    spelled({ kind: 'page', page: 'p', space: 's1' }, atTop),
    url('https://app.example.com/s/s1/p'),
  )
})

function spelled(ref: ContentRef, speller: Speller): ContentRef {
  const [block] = spellRefs(documentOf(paragraph(link('x', ref))), speller).nodes
  assert.ok(block?.type === 'paragraph')
  const [inline] = block.nodes
  assert.ok(inline?.object === 'inline' && inline.type === 'link')
  return inline.data.ref
}

function spellerAt(file: string, id: string): Speller {
  return {
    file,
    page: id,
    fileOfPage: (value) => keyOf(pageFiles, value),
    pathOfFile: (value) => keyOf(files, value),
    pathOfReusableContent: (value) => keyOf(reusable, value),
    addressOf: (ref) =>
      ref.kind === 'page'
        ? `https://app.example.com/s/${ref.space}/${ref.page}`
        : undefined,
  }
}

function keyOf(
  names: Readonly<Record<string, string>>,
  value: string,
): string | undefined {
  return Object.keys(names).find((name) => names[name] === value)
}
