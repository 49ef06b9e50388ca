import { deepEqual, equal } from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { joinPage, splitPage } from '#/page/page-file.ts'
import { setAttributes } from '#/page/set-attributes.ts'
import type { Entry } from '#/tree/entries.ts'
import { positionBetween } from '#/tree/positions.ts'
import { outline, toFiles } from '#test/sample-repository.ts'

import { readRepository } from './read-repository.ts'
import { writeStructure } from './write-structure.ts'

const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '---',
        '# T',
        '===',
        '',
        ' ',
        'a: b',
        'a: [',
        '## H',
        '\uFEFF',
        '```',
      ),
      fc.string({ maxLength: 8 }),
    ),
    { maxLength: 12 },
  )
  .chain((parts) => fc.constantFrom('\n', '\r\n', '\r').map((eol) => parts.join(eol)))

const title = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.constantFrom('a_b', '*x*', '# #', '<b>'),
  )
  .map((text) => text.replaceAll(/[\s\p{C}]+/gu, ' ').trim())
  .filter((text) => text !== '')

describe('page files', () => {
  it('are always head and body, and a head splits as it did in the file', () => {
    fc.assert(
      fc.property(lines, (file) => {
        const { head, body, title: found } = splitPage(file)
        equal(head + body, file)
        equal(splitPage(head).title, found)
      }),
    )
  })

  it('say the title that was set, and keep their text', () => {
    fc.assert(
      fc.property(
        lines,
        title,
        fc.string({ maxLength: 20 }),
        (file, name, description) => {
          const { head, attributes } = splitPage(file)
          const newHead = setAttributes(head, { title: name, description })
          const again = splitPage(newHead)
          equal(again.title, name)
          deepEqual({ ...again.attributes }, { ...attributes, description })
          equal(again.body, '')
        },
      ),
    )
  })
})

/** A tree as a list: the parent of each page comes before it. */
const pages = fc.array(
  fc.record({
    kind: fc.constantFrom('document', 'document', 'document', 'group', 'link'),
    title,
    slug: fc.constantFrom('a', 'b', 'readme', 'c d', '..', 'x/y'),
    parent: fc.nat({ max: 20 }),
    body: fc.constantFrom('', 'Text\n', '# Heading\n', '---\n'),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('repositories', () => {
  it('come back as the tree they were written from', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const entries = treeOf(list)
        const documents = [...entries.values()].filter(({ kind }) => kind === 'document')
        const paths = new Map(documents.map(({ id }) => [id, `pages/${id}.md`]))
        const tree = { entries, variables: { one: '1', two: 'a: "b"' } }
        const config = { root: '', readmePath: 'README.md' }
        const texts = [
          ...writeStructure(tree, config, paths),
          ...documents.map(({ id, head = '', body = '' }): [string, string] => [
            `pages/${id}.md`,
            joinPage(head, body),
          ]),
        ]
        const again = readRepository(toFiles(Object.fromEntries(texts)))
        deepEqual(outline(again.tree), outline(tree))
        deepEqual(again.tree.variables, tree.variables)
        deepEqual(again.problems, [])
      }),
    )
  })
})

function treeOf(
  list: readonly {
    kind: string
    title: string
    slug: string
    parent: number
    body: string
  }[],
): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [index, { kind, title: name, slug, parent, body }] of list.entries()) {
    const above = entries.get(String(parent % (index + 1)))
    const isGroup = kind === 'group'
    const isNested = above !== undefined && above.kind !== 'link' && !isGroup
    const last = [...entries.values()].at(-1)?.position
    entries.set(String(index), {
      id: String(index),
      kind: kind === 'group' || kind === 'link' ? kind : 'document',
      parent: isNested ? above.id : null,
      position: positionBetween(last, undefined),
      attributes:
        kind === 'link'
          ? { title: name, target: { kind: 'url', url: 'https://example.org/a' } }
          : { title: name, slug },
      ...(kind === 'document' && { head: setAttributes('', { title: name }), body }),
    })
  }
  return entries
}
