import { deepEqual, equal } from 'node:assert/strict'
import { describe, it } from 'node:test'

import * as fc from 'fast-check'

import { splitPage } from '#/page/page-file.ts'
import { setAttributes } from '#/page/set-attributes.ts'
import type { Entry } from '#/tree/entries.ts'
import { positionBetween } from '#/tree/positions.ts'
import { outline } from '#test/sample-repository.ts'

import { isSafePath } from '#/repository/paths.ts'
import { readRepository } from '#/repository/read-repository.ts'
import { writeRepository } from './write-repository.ts'

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
  it('come back as the tree they were written from, and then byte by byte', () => {
    fc.assert(
      fc.property(pages, (list) => {
        const entries = treeOf(list)
        const { layout } = readRepository(new Map())
        const files = writeRepository({ entries, variables: {} }, layout)
        for (const path of files.keys()) equal(isSafePath(path), true)
        const again = readRepository(files)
        deepEqual(outline(again.tree), outline({ entries, variables: {} }))
        deepEqual(writeRepository(again.tree, again.layout), files)
      }),
    )
  })

  it('say what was edited in a tree that was read', () => {
    fc.assert(
      fc.property(pages, fc.nat(), fc.nat(), title, (list, which, where, name) => {
        const { layout } = readRepository(new Map())
        const first = writeRepository({ entries: treeOf(list), variables: {} }, layout)
        const { tree, layout: known } = readRepository(first)
        const entries = edited(tree.entries, which, where, name)
        const files = writeRepository({ ...tree, entries }, known)
        deepEqual(outline(readRepository(files).tree), outline({ ...tree, entries }))
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
      ...(kind === 'document' && { body }),
    })
  }
  return entries
}

/** Renames one page and moves it to the end of another page, or to the top. */
function edited(
  entries: ReadonlyMap<string, Entry>,
  which: number,
  where: number,
  name: string,
): Map<string, Entry> {
  const changed = new Map(entries)
  const ids = [...entries.keys()]
  const entry = entries.get(ids[which % ids.length] ?? '')
  if (entry === undefined) return changed
  const target = entries.get(ids[where % (ids.length + 1)] ?? '')
  const isInside = target !== undefined && ancestry(target, entries).includes(entry.id)
  const canHold = target !== undefined && target.kind !== 'link' && !isInside
  const parent = canHold && entry.kind !== 'group' ? target.id : null
  const last = [...entries.values()]
    .map(({ position }) => position)
    .toSorted()
    .at(-1)
  const position = positionBetween(last, undefined)
  const attributes = { ...entry.attributes, title: name }
  return changed.set(entry.id, { ...entry, parent, position, attributes })
}

function ancestry(entry: Entry, entries: ReadonlyMap<string, Entry>): readonly string[] {
  const ids = [entry.id]
  for (let next = entry.parent; next !== null; next = entries.get(next)?.parent ?? null) {
    ids.push(next)
  }
  return ids
}
