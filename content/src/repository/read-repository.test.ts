import { deepEqual, equal } from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  find,
  others,
  outline,
  pages,
  readSample,
  toFiles,
} from '#test/sample-repository.ts'
import { readRepository } from './read-repository.ts'

describe('readRepository', () => {
  it('reads pages, groups, links and computed pages in their order', () => {
    const { tree } = readSample()
    deepEqual(outline(tree), [
      'document Welcome',
      'document Plain',
      'group Guides',
      '- document Start',
      '- - document First steps',
      '- - link Elsewhere',
      '- document Only words',
      '- - document Deep',
      'group Reference',
      '- computed builtin:openapi',
      '- link Steps again',
      '- document Missing',
      'document Changelog',
    ])
  })

  it('takes slugs from file names, folders and fixed anchors', () => {
    const { tree } = readSample()
    const slugs = [...tree.entries.values()].map(({ attributes }) => attributes['slug'])
    deepEqual(
      slugs.filter((slug) => slug !== undefined),
      [
        'welcome',
        'plain',
        'how-to',
        'start',
        'first-steps',
        'only-words',
        'page',
        'reference',
        'missing',
        'changes',
      ],
    )
  })

  it('takes the title from the heading and what the summary says beside it as the link title', () => {
    const { tree } = readSample()
    deepEqual(tree.entries.get('page:plain.md')?.attributes, {
      title: 'Plain',
      linkTitle: 'Short',
      icon: 'leaf',
      slug: 'plain',
    })
    equal(tree.entries.get('page:changes.md')?.attributes['linkTitle'], 'Changes')
    equal(tree.entries.get('page:deep/page.md')?.attributes['title'], 'Deep')
  })

  it('knows links into the space by the page they lead to', () => {
    const { tree } = readSample()
    deepEqual(find(tree, 'Steps again').attributes['target'], {
      kind: 'anchor',
      anchor: 'go',
      page: 'page:how-to/start/first-steps.md',
    })
    deepEqual(find(tree, 'Elsewhere').attributes['target'], {
      kind: 'url',
      url: 'https://example.org/a_b',
    })
  })

  it('reads variables as they were typed, files and reusable contents', () => {
    const { tree } = readSample()
    deepEqual(tree.variables, { version: '1.0', name: 'A' })
    deepEqual(tree.entries.get('file:.gitbook/assets/a b.png')?.attributes, {
      name: 'a b.png',
      size: 3,
    })
    const note = tree.entries.get('reusable-content:.gitbook/includes/note.md')
    deepEqual([note?.attributes['title'], note?.body], ['The note', '# In the text\n'])
  })

  it('reports what it could not take and takes the rest', () => {
    const { problems } = readRepository(
      toFiles({
        ...pages,
        ...others,
        '../escape.md': '# x',
        '/etc/passwd': 'x',
        'a/../../b.md': 'x',
        '.gitbook/vars.yaml': 'a b: 1\nc: [1]\nok: yes\n',
      }),
    )
    deepEqual(
      problems.map(({ kind, path }) => `${kind} ${path}`),
      [
        'unsafe-path ../escape.md',
        'unsafe-path /etc/passwd',
        'unsafe-path a/../../b.md',
        'missing-page missing.md',
        'bad-variable .gitbook/vars.yaml',
        'bad-variable .gitbook/vars.yaml',
        'unlisted-page notes.md',
      ],
    )
  })

  it('keeps Markdown that the summary does not list as files, never as pages', () => {
    const { tree, places } = readRepository(
      toFiles({
        'SUMMARY.md': '* [A](a.md)\n',
        'a.md': '# A\n',
        'notes/draft.md': '# Draft\n',
        'node_modules/x/README.md': 'x',
        '.github/CONTRIBUTING.md': 'x',
      }),
    )
    const kinds = [...tree.entries.values()].map(({ id, kind }) => [id, kind])
    deepEqual(kinds, [
      ['page:a.md', 'document'],
      ['file:notes/draft.md', 'file'],
    ])
    equal(places.get('file:notes/draft.md')?.path, 'notes/draft.md')
  })

  it('says in which line of a file something cannot be read, and who sees the page', () => {
    const { tree, problems } = readRepository(
      toFiles({
        'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
        'a.md': '---\ndescription: one: two\nif: visitor.claims.beta\n---\n\n# A\n',
        'b.md': '---\nIf: [visitor.claims.beta]\n---\n\n# B\n',
        '.gitbook/vars.yaml': 'a: 1\na: 2\n',
        '.gitbook/includes/note.md': '---\nif: visitor.claims.beta\n---\nNote\n',
      }),
    )
    const nobody = 'The page is shown to nobody until this is mended.'
    deepEqual(
      problems.map(({ path, message }) => `${path}: ${message}`),
      [
        `a.md: Line 2: the front matter cannot be read: a value with a colon in it needs quotes. Line 3 has a condition. ${nobody}`,
        `b.md: Line 2: the condition of the page is a list, and no expression. ${nobody}`,
        '.gitbook/includes/note.md: A reusable content has no condition: "if" in its front matter has no effect, and whoever sees a page sees what it includes. Write {% if … %} around the text instead.',
        '.gitbook/vars.yaml: Line 2 cannot be read: the key "a" is written twice.',
      ],
    )
    deepEqual(
      ['A', 'B'].map((title) => find(tree, title).attributes['condition']),
      ['false', 'false'],
    )
  })

  it('refuses a root and links that lead out of the repository', () => {
    const outside = readRepository(toFiles({ '.gitbook.yaml': 'root: ../other\n' }))
    equal(outside.problems[0]?.kind, 'outside-root')
    const { tree } = readRepository(toFiles({ 'SUMMARY.md': '* [Out](../../a.md)\n' }))
    deepEqual(find(tree, 'Out').kind, 'link')
  })

  it('lists a file once: the second mention leads to the first', () => {
    const { tree, problems } = readRepository(
      toFiles({ 'a.md': '# A\n', 'SUMMARY.md': '* [A](a.md)\n* [Again](./a.md)\n' }),
    )
    deepEqual(find(tree, 'Again').attributes['target'], {
      kind: 'page',
      page: 'page:a.md',
    })
    equal(problems[0]?.kind, 'duplicate-page')
  })

  it('infers the structure from folders where there is no summary', () => {
    const { tree } = readRepository(
      toFiles({
        'README.md': '# Home\n',
        'b.md': 'text\n',
        'a/README.md': '# Folder page\n',
        'a/deep/x.md': '# X\n',
        'getting-started/one.md': '# One\n',
        '.github/README.md': '# Not content\n',
      }),
    )
    deepEqual(outline(tree), [
      'document Home',
      'document Folder page',
      '- document Deep',
      '- - document X',
      'document B',
      'group Getting started',
      '- document One',
    ])
  })

  it('keeps the ids that it is given', () => {
    const { tree } = readRepository(toFiles({ 'a.md': '# A\n' }), {
      identify: (key) => (key === 'page:a.md' ? 'known' : key),
    })
    deepEqual([...tree.entries.keys()], ['known'])
  })

  it('reads ten thousand nested items without overflow', () => {
    const items = Array.from(
      { length: 10_000 },
      (_, depth) => `${'  '.repeat(Math.min(depth, 900))}* [P${depth}](p${depth}.md)`,
    )
    const { tree } = readRepository(toFiles({ 'SUMMARY.md': items.join('\n') }))
    equal(tree.entries.size, 10_000)
  })

  it('says what becomes of bytes that are not UTF-8', () => {
    const files = new Map([['README.md', new Uint8Array([0x23, 0x20, 0x61, 0xff, 0x0a])]])
    const { tree, problems } = readRepository(files)
    const [page] = tree.entries.values()
    equal(page?.attributes['title'], 'a\uFFFD')
    equal(
      problems.find(({ kind }) => kind === 'not-utf-8')?.message,
      'Bytes that are not UTF-8 are replaced by U+FFFD: save the file as UTF-8',
    )
  })
})
