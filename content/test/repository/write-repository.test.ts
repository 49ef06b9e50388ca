import { deepEqual, equal, throws } from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Entry } from '#/tree/entries.ts'
import { positionBetween } from '#/tree/positions.ts'
import { isPage } from '#/tree/tree.ts'
import {
  find,
  others,
  outline,
  pages,
  readSample,
  summary,
  toFiles,
} from '#test/sample-repository.ts'
import { readRepository } from '#/repository/read-repository.ts'
import { writeRepository } from './write-repository.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

describe('writeRepository', () => {
  it('gives every path and byte back when nothing changed', () => {
    const files = toFiles({ ...pages, ...others })
    files.set('how-to/latin.md', new Uint8Array([0x23, 0x20, 0xe9, 0x0a]))
    for (const spell of [
      (text: string) => text,
      crlf,
      (text: string) => `\uFEFF${text}`,
    ]) {
      files.set(
        'SUMMARY.md',
        encoder.encode(spell(`${summary}* [Latin](how-to/latin.md)`)),
      )
      const { tree, layout } = readRepository(files)
      deepEqual(sorted(writeRepository(tree, layout)), sorted(files))
    }
  })

  it('keeps a repository without a summary without one', () => {
    const files = toFiles({ 'README.md': '# Home\n', 'a/b.md': 'text' })
    const { tree, layout } = readRepository(files)
    deepEqual(sorted(writeRepository(tree, layout)), sorted(files))
  })

  it('changes the lines of a renamed page only', () => {
    const written = edit((entries) => {
      change(entries, 'page:how-to/start/first-steps.md', { title: 'Go *now*' })
    })
    deepEqual(written, {
      'how-to/start/first-steps.md': '\uFEFF# Go \\*now\\*\r\n\r\nText\r\n',
      'SUMMARY.md': summary.replace('[First *steps*]', '[Go \\*now\\*]'),
    })
  })

  it('puts a link title where the line had it', () => {
    deepEqual(
      edit((entries) => {
        change(entries, 'page:plain.md', { linkTitle: 'Tiny "x"' })
        change(entries, 'page:changes.md', { linkTitle: 'News' })
        change(entries, 'page:README.md', { linkTitle: 'Home' })
      }),
      {
        'SUMMARY.md': summary
          .replace('"Short"', '"Tiny \\"x\\""')
          .replace('[Changes]', '[News]')
          .replace('(README.md)', '(README.md "Home")'),
      },
    )
  })

  it('moves the file, the line, the links and the redirects of a moved page', () => {
    const written = edit((entries) => {
      move(entries, 'page:how-to/start/first-steps.md', null, 'page:README.md')
    })
    deepEqual(written, {
      'how-to/start/first-steps.md': undefined,
      'first-steps.md': pages['how-to/start/first-steps.md'],
      'SUMMARY.md': summary
        .replace('  * [First *steps*](how-to/start/first-steps.md)\n', '')
        .replace('(README.md)\n', '(README.md)\n* [First *steps*](first-steps.md)\n')
        .replace('how-to/start/first-steps.md#go', 'first-steps.md#go'),
      '.gitbook.yaml': others['.gitbook.yaml']?.replace(
        './how-to/start/first-steps.md',
        'first-steps.md',
      ),
    })
  })

  it('moves what is below a moved page with it', () => {
    const written = edit((entries) => {
      change(entries, 'page:how-to/start/README.md', { slug: 'begin' })
    })
    deepEqual(Object.keys(written).toSorted(), [
      '.gitbook.yaml',
      'SUMMARY.md',
      'how-to/begin/README.md',
      'how-to/begin/first-steps.md',
      'how-to/start/README.md',
      'how-to/start/first-steps.md',
    ])
  })

  it('lets links follow what moved, and those of a moved page lead where they led', () => {
    const files = toFiles({
      'SUMMARY.md': '* [A](a.md)\n* [B](b/README.md)\n  * [C](b/c.md)\n',
      'a.md':
        '# A\n\n[c](b/c.md#x) [b](b/) <a href="b/c.md">c</a> [out](https://example.org)\n',
      'b/README.md': '# B\n\n[b](c.md)\n',
      'b/c.md':
        '# C\n\n[a](../a.md) ![i](../.gitbook/assets/i.png) [self](#x) [id](lectern:page/page%3Aa.md)\n',
    })
    const { tree, layout } = readRepository(files)
    const entries = new Map(tree.entries)
    move(entries, 'page:b/c.md', null, 'page:a.md')
    const after = writeRepository({ ...tree, entries }, layout)
    const text = (path: string) => decoder.decode(after.get(path))
    equal(
      text('c.md'),
      '# C\n\n[a](a.md) ![i](.gitbook/assets/i.png) [self](#x) [id](a.md)\n',
    )
    equal(
      text('a.md'),
      '# A\n\n[c](c.md#x) [b](b/) <a href="c.md">c</a> [out](https://example.org)\n',
    )
    equal(text('b/README.md'), '# B\n\n[b](../c.md)\n')
  })

  it('lets links without an extension, to a folder and from the top follow as they are spelled', () => {
    const files = toFiles({
      'SUMMARY.md': '* [A](a.md)\n* [B](b/README.md)\n* [C](c.md)\n',
      'a.md': '# A\n\n[see](c) [c](./c.md#x) [c](/c.md) [b](b/) [gone](nowhere)\n',
      'b/README.md': '# B\n\n[c](../c)\n',
      'c.md': '# C\n\n[up](b) [gone](nowhere)\n',
    })
    const { tree, layout } = readRepository(files)
    const entries = new Map(tree.entries)
    const page = entries.get('page:c.md')
    if (page !== undefined) entries.set(page.id, { ...page, parent: 'page:b/README.md' })
    const after = writeRepository({ ...tree, entries }, layout)
    const text = (path: string) => decoder.decode(after.get(path))
    equal(
      text('a.md'),
      '# A\n\n[see](b/c) [c](./b/c.md#x) [c](/b/c.md) [b](b/) [gone](nowhere)\n',
    )
    equal(text('b/README.md'), '# B\n\n[c](c)\n')
    equal(text('b/c.md'), '# C\n\n[up](./) [gone](../nowhere)\n')
  })

  it('lets the cover of a page follow, spelled as it was', () => {
    const files = toFiles({
      'SUMMARY.md': '* [A](a.md)\n* [C](c.md)\n',
      'a.md': '# A\n',
      'c.md': covered('.gitbook/assets/a b.png', '.gitbook/assets/a%20b.png'),
      '.gitbook/assets/a b.png': 'png',
    })
    const { tree, layout } = readRepository(files)
    const entries = new Map(tree.entries)
    const page = entries.get('page:c.md')
    if (page !== undefined) entries.set(page.id, { ...page, parent: 'page:a.md' })
    const after = writeRepository({ ...tree, entries }, layout)
    equal(
      decoder.decode(after.get('a/c.md')),
      covered('../.gitbook/assets/a b.png', '../.gitbook/assets/a%20b.png'),
    )
  })

  it('removes the file and the line of a deleted page and keeps the comment above', () => {
    const written = edit((entries) => {
      entries.delete('group:reference')
      for (const id of entries.keys()) {
        if (entries.get(id)?.parent === 'group:reference') entries.delete(id)
      }
    })
    const start = summary.indexOf('## Reference')
    const end = summary.indexOf('\n***')
    deepEqual(written, { 'SUMMARY.md': summary.slice(0, start) + summary.slice(end) })
  })

  it('gives a new page a path from its slugs and a line in its place', () => {
    const written = edit((entries) => {
      add(entries, {
        id: 'new',
        parent: 'page:how-to/start/README.md',
        attributes: { title: 'A & B', slug: 'a-b', hidden: true },
        body: 'Hi\n',
      })
      add(entries, {
        id: 'top',
        parent: null,
        attributes: { title: 'Top', slug: 'plain' },
      })
    })
    deepEqual(written, {
      'how-to/start/a-b.md': '---\nhidden: true\n---\n\n# A & B\n\nHi\n',
      'plain-1.md': '# Top\n\n',
      'SUMMARY.md': summary
        .replace('a_b)\n', 'a_b)\n  * [A & B](how-to/start/a-b.md)\n')
        .replace('(./changes.md)\n', '(./changes.md)\n* [Top](plain-1.md)\n'),
    })
  })

  it('adds and drops the divider before pages that stand after groups', () => {
    const written = edit((entries) => {
      move(entries, 'page:changes.md', null, 'page:README.md')
    })
    equal(
      written['SUMMARY.md'],
      summary
        .replace('\n***\n\n* [Changes](./changes.md)\n', '')
        .replace('(README.md)\n', '(README.md)\n* [Changes](./changes.md)\n'),
    )
    const last = edit((entries) => {
      move(entries, 'page:changes.md', null, 'page:README.md')
      move(entries, 'page:plain.md', null, 'group:reference')
    })
    equal(
      last['SUMMARY.md']?.endsWith(
        '(missing.md)\n\n***\n\n* [Plain](plain.md "Short")\n',
      ),
      true,
    )
  })

  it('renames a group and fixes its slug', () => {
    deepEqual(
      edit((entries) => {
        change(entries, 'group:how-to', { title: 'How' })
      }),
      { 'SUMMARY.md': summary.replace('## Guides <', '## How <') },
    )
  })

  it('gives a page that was only words a file once it says something', () => {
    const written = edit((entries) => {
      const entry = find({ entries, variables: {} }, 'Only words')
      entries.set(entry.id, { ...entry, body: 'Text\n' })
    })
    deepEqual(written, {
      'how-to/only-words/README.md': 'Text\n',
      'SUMMARY.md': summary.replace(
        'Only words',
        '[Only words](how-to/only-words/README.md)',
      ),
    })
  })

  it('changes the lines of the variables that differ', () => {
    const { tree, layout } = readSample()
    const variables = { version: '1.0', name: 'B', extra: 'true' }
    const written = writeRepository({ ...tree, variables }, layout)
    equal(
      decoder.decode(written.get('.gitbook/vars.yaml')),
      'version: 1.0\n# who\nname: "B"\nextra: "true"\n',
    )
    equal(
      writeRepository({ ...tree, variables: {} }, layout).has('.gitbook/vars.yaml'),
      true,
    )
  })

  it('writes a repository for a tree that never had one', () => {
    const { layout } = readRepository(new Map())
    const entries = new Map<string, Entry>()
    add(entries, {
      id: 'home',
      parent: null,
      attributes: { title: 'Home', slug: 'home' },
      body: 'Hi\n',
    })
    add(entries, {
      id: 'g',
      kind: 'group',
      parent: null,
      attributes: { title: 'Guides', slug: 'guides' },
    })
    add(entries, { id: 'a', parent: 'g', attributes: { title: 'A', slug: 'a' } })
    add(entries, { id: 'b', parent: 'a', attributes: { title: 'B', slug: 'b' } })
    add(entries, { id: 'z', parent: null, attributes: { title: 'Z', slug: 'z' } })
    const files = writeRepository({ entries, variables: { v: '1' } }, layout)
    deepEqual([...files.keys()].toSorted(), [
      '.gitbook/vars.yaml',
      'README.md',
      'SUMMARY.md',
      'guides/a/README.md',
      'guides/a/b.md',
      'z.md',
    ])
    equal(
      decoder.decode(files.get('SUMMARY.md')),
      '# Table of contents\n\n* [Home](README.md)\n\n## Guides\n\n* [A](guides/a/README.md)\n  * [B](guides/a/b.md)\n\n***\n\n* [Z](z.md)\n',
    )
    deepEqual(outline(readRepository(files).tree), outline({ entries, variables: {} }))
  })

  it('never writes outside of the repository, whatever a slug or a name says', () => {
    const { layout } = readRepository(new Map())
    const entries = new Map<string, Entry>()
    add(entries, { id: 'a', parent: null, attributes: { title: 'A', slug: 'a' } })
    add(entries, {
      id: 'b',
      parent: null,
      attributes: { title: 'B', slug: '../../etc/x' },
    })
    add(entries, { id: 'f', kind: 'file', parent: null, attributes: { name: '../..' } })
    const files = writeRepository(
      { entries, variables: {} },
      layout,
      () => new Uint8Array(),
    )
    deepEqual(
      [...files.keys()].toSorted(),
      ['.gitbook/assets/file', 'README.md', 'SUMMARY.md', '..-..-etc-x.md'].toSorted(),
    )
  })

  it('refuses to leave out the bytes of a file', () => {
    const { layout } = readRepository(new Map())
    const entries = new Map<string, Entry>()
    add(entries, { id: 'f', kind: 'file', parent: null, attributes: { name: 'a.png' } })
    throws(() => writeRepository({ entries, variables: {} }, layout), /a\.png/)
  })
})

/** The files that differ after an edit; undefined for deleted files. */
function edit(
  makeEdits: (entries: Map<string, Entry>) => void,
): Record<string, string | undefined> {
  const before = toFiles({ ...pages, ...others })
  const { tree, layout } = readRepository(before)
  const entries = new Map(tree.entries)
  makeEdits(entries)
  const after = writeRepository({ ...tree, entries }, layout)
  const changed: Record<string, string | undefined> = {}
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(path), after.get(path)]
    const text = now && decoder.decode(now)
    if (text !== (old && decoder.decode(old))) changed[path] = text
  }
  return changed
}

function change(
  entries: Map<string, Entry>,
  id: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const entry = entries.get(id)
  if (entry === undefined) throw new Error(`There is no ${id}`)
  entries.set(id, { ...entry, attributes: { ...entry.attributes, ...attributes } })
}

function move(
  entries: Map<string, Entry>,
  id: string,
  parent: string | null,
  after: string,
): void {
  const entry = entries.get(id)
  const before = entries.get(after)
  if (entry === undefined || before === undefined) throw new Error(`There is no ${id}`)
  const next = [...entries.values()]
    .filter((each) => each.parent === parent && each.id !== id && isPage(each))
    .map(({ position }) => position)
    .filter((position) => position > before.position)
    .toSorted()[0]
  entries.set(id, { ...entry, parent, position: positionBetween(before.position, next) })
}

function add(
  entries: Map<string, Entry>,
  entry: Pick<Entry, 'id' | 'parent' | 'attributes' | 'body'> & { kind?: Entry['kind'] },
): void {
  const last = [...entries.values()]
    .filter(({ parent, position }) => parent === entry.parent && position !== '')
    .map(({ position }) => position)
    .toSorted()
    .at(-1)
  entries.set(entry.id, {
    kind: 'document',
    ...entry,
    position: positionBetween(last, undefined),
  })
}

function sorted(
  files: ReadonlyMap<string, Uint8Array>,
): readonly (readonly [string, Uint8Array])[] {
  return [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function covered(light: string, dark: string): string {
  return `---\ncover: ${light}\ncoverDark: "${dark}" # at night\ncoverY: 3\n---\n\n# C\n`
}

function crlf(text: string): string {
  return text.replaceAll('\n', '\r\n')
}
