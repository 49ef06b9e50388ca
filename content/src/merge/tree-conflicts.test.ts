import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, page, tree } from '#test/merge/tree-case.ts'
import type { ContentTree, Entry } from '#/tree/entries.ts'
import { mergeTrees } from './merge-trees.ts'
import type { TreeConflict } from './tree-conflict.ts'

function only(conflicts: readonly TreeConflict[]): TreeConflict {
  const [conflict] = conflicts
  assert.equal(conflicts.length, 1)
  assert.ok(conflict)
  return conflict
}

function decided(
  versions: readonly [ContentTree, ContentTree, ContentTree],
  choose: 'ours' | 'theirs' | 'base',
): ContentTree {
  const { conflicts } = mergeTrees(...versions)
  const resolutions = new Map(conflicts.map(({ id }) => [id, { choose }]))
  const result = mergeTrees(...versions, { resolutions })
  assert.deepEqual(result.conflicts, [])
  return result.tree
}

function parentsIn({ entries }: ContentTree): Record<string, string | null> {
  return Object.fromEntries(entries.values().map(({ id, parent }) => [id, parent]))
}

function titled(title: string): Entry {
  return page('a', { title, head: `# ${title}\n\n`, slug: 'a' })
}

function wide(width: string): Entry {
  return page('a', { layout: { width, outline: true } })
}

const guide = page('guide', { body: 'Words of it.\n' })
const intro = page('intro', { position: 'a1' })
const child = page('child', { parent: 'guide' })

test('a page edited by one and deleted by the other is kept until it is decided', () => {
  const edited = { ...guide, body: 'Other words.\n' }
  const versions = [tree([guide]), tree([]), tree([edited])] as const
  const result = mergeTrees(...versions)
  const conflict = only(result.conflicts)
  assert.deepEqual(
    [conflict.kind, conflict.entry, conflict.title, conflict.ours, conflict.theirs],
    ['delete', 'guide', 'guide', 'deleted', 'edited'],
  )
  assert.deepEqual(result.tree.entries.get('guide'), edited)
  assert.equal(decided(versions, 'ours').entries.size, 0)
  assert.deepEqual(decided(versions, 'theirs').entries.get('guide'), edited)
})

test('a page moved to different places by both stays until it is decided', () => {
  const versions = [
    tree([guide, intro, page('faq')]),
    tree([{ ...guide, parent: 'intro' }, intro, page('faq')]),
    tree([{ ...guide, parent: 'faq' }, intro, page('faq')]),
  ] as const
  const result = mergeTrees(...versions)
  assert.equal(only(result.conflicts).kind, 'place')
  assert.equal(result.tree.entries.get('guide')?.parent, null)
  assert.equal(decided(versions, 'ours').entries.get('guide')?.parent, 'intro')
  assert.equal(decided(versions, 'theirs').entries.get('guide')?.parent, 'faq')
})

test('a page added into one that the other side deleted', () => {
  const versions = [
    tree([guide, intro]),
    tree([intro]),
    tree([guide, intro, child]),
  ] as const
  const result = mergeTrees(...versions)
  const conflict = only(result.conflicts)
  assert.deepEqual(
    [conflict.kind, conflict.entry, conflict.others],
    ['parent', 'guide', ['child']],
  )
  assert.ok(result.tree.entries.has('guide'))
  assert.deepEqual([...decided(versions, 'ours').entries.keys()], ['intro'])
  assert.deepEqual([...decided(versions, 'theirs').entries.keys()].toSorted(), [
    'child',
    'guide',
    'intro',
  ])
})

test('a page moved into one that the other side deleted goes back when the deletion is chosen', () => {
  const versions = [
    tree([guide, intro]),
    tree([{ ...intro, body: 'More.\n' }]),
    tree([guide, { ...intro, parent: 'guide' }]),
  ] as const
  assert.equal(only(mergeTrees(...versions).conflicts).kind, 'parent')
  const chosen = decided(versions, 'ours').entries
  assert.deepEqual(chosen.get('intro'), { ...intro, body: 'More.\n' })
  assert.equal(chosen.has('guide'), false)
})

test('two moves that put pages into each other', () => {
  const versions = [
    tree([guide, intro]),
    tree([{ ...guide, parent: 'intro' }, intro]),
    tree([guide, { ...intro, parent: 'guide' }]),
  ] as const
  const result = mergeTrees(...versions)
  const conflict = only(result.conflicts)
  assert.deepEqual(
    [conflict.kind, conflict.entry, conflict.others],
    ['cycle', 'guide', ['intro']],
  )
  assert.equal(result.tree.entries.get('guide')?.parent, null)
  assert.equal(result.tree.entries.get('intro')?.parent, null)
  assert.equal(decided(versions, 'ours').entries.get('guide')?.parent, 'intro')
  assert.equal(decided(versions, 'theirs').entries.get('intro')?.parent, 'guide')
})

test('pages put back from a cycle into a page that was moved below them', () => {
  const [api, faq] = [page('api'), page('faq', { parent: 'api' })]
  const versions = [
    tree([api, faq, guide]),
    tree([api, faq, { ...guide, parent: 'faq' }]),
    tree([{ ...api, parent: 'faq' }, { ...faq, parent: 'guide' }, guide]),
  ] as const
  const result = mergeTrees(...versions)
  assert.deepEqual(
    result.conflicts.map(({ kind, entry, others }) => [kind, entry, others]),
    [
      ['cycle', 'api', ['faq']],
      ['cycle', 'faq', ['guide']],
    ],
  )
  assert.deepEqual(parentsIn(result.tree), { api: null, faq: 'api', guide: null })
  assert.deepEqual(parentsIn(decided(versions, 'ours')), {
    api: null,
    faq: 'api',
    guide: 'faq',
  })
  assert.deepEqual(parentsIn(decided(versions, 'theirs')), {
    api: 'faq',
    faq: 'guide',
    guide: null,
  })
})

test('new pages that both sides have, each below the other', () => {
  const [ours, theirs] = [
    tree([guide, { ...intro, parent: 'guide' }]),
    tree([{ ...guide, parent: 'intro' }, intro]),
  ]
  const { conflicts, tree: merged } = mergeTrees(tree([]), ours, theirs)
  assert.ok(conflicts.length > 0)
  const parents = [...merged.entries.values()].map(({ parent }) => parent)
  assert.ok(parents.includes(null))
})

test('two new pages that take the same slug', () => {
  const versions = [
    tree([guide]),
    tree([guide, page('one', { slug: 'faq' })]),
    tree([guide, page('two', { slug: 'faq' })]),
  ] as const
  const conflict = only(mergeTrees(...versions).conflicts)
  assert.deepEqual(
    [conflict.kind, conflict.entry, conflict.others, conflict.ours, conflict.theirs],
    ['slug', 'one', ['two'], ['one'], ['two']],
  )
  const chosen = decided(versions, 'ours').entries
  assert.equal(chosen.get('one')?.attributes['slug'], 'faq')
  assert.equal(chosen.get('two')?.attributes['slug'], 'faq-1')
})

test('a rename and a new page that take the same slug', () => {
  const versions = [
    tree([guide]),
    tree([{ ...guide, attributes: { title: 'Questions', slug: 'faq' } }]),
    tree([guide, page('two', { slug: 'faq', position: 'a1' })]),
  ] as const
  assert.equal(only(mergeTrees(...versions).conflicts).kind, 'slug')
})

test('the same slug below different pages is no conflict', () => {
  const result = mergeTrees(
    tree([guide, intro]),
    tree([guide, intro, page('one', { slug: 'faq', parent: 'guide' })]),
    tree([guide, intro, page('two', { slug: 'faq', parent: 'intro' })]),
  )
  assert.deepEqual(result.conflicts, [])
})

test('the same variable set differently by both', () => {
  const versions = [
    tree([], { version: '1', region: 'eu' }),
    tree([], { version: '2', region: 'eu' }),
    tree([], { version: '3', region: 'us' }),
  ] as const
  const result = mergeTrees(...versions)
  const { kind, field, base, ours, theirs } = only(result.conflicts)
  assert.deepEqual(
    [kind, field, base, ours, theirs],
    ['variable', 'version', '1', '2', '3'],
  )
  assert.deepEqual(result.tree.variables, { version: '1', region: 'us' })
  assert.deepEqual(decided(versions, 'theirs').variables, { version: '3', region: 'us' })
})

test('the same file replaced differently by both never mixes their bytes', () => {
  const versions = [
    tree([file('f', { name: 'cat.png', hash: 'one', size: 1 })]),
    tree([file('f', { name: 'cat.png', hash: 'two', size: 2 })]),
    tree([file('f', { name: 'cat.png', hash: 'three', size: 3 })]),
  ] as const
  assert.equal(only(mergeTrees(...versions).conflicts).kind, 'file')
  assert.deepEqual(decided(versions, 'theirs').entries.get('f')?.attributes, {
    name: 'cat.png',
    hash: 'three',
    size: 3,
  })
})

test('a title changed differently by both is asked, and the head follows the choice', () => {
  const versions = [
    tree([titled('Old')]),
    tree([titled('Ours')]),
    tree([titled('Theirs')]),
  ] as const
  const result = mergeTrees(...versions)
  const { kind, field } = only(result.conflicts)
  assert.deepEqual([kind, field], ['attribute', 'title'])
  assert.equal(result.tree.entries.get('a')?.head, '# Old\n\n')
  assert.deepEqual(decided(versions, 'theirs').entries.get('a'), titled('Theirs'))
  const own = new Map([[only(result.conflicts).id, { value: 'Both' }]])
  assert.deepEqual(
    mergeTrees(...versions, { resolutions: own }).tree.entries.get('a'),
    titled('Both'),
  )
})

test('one key of a layout changed differently by both is named', () => {
  const result = mergeTrees(
    tree([wide('default')]),
    tree([wide('wide')]),
    tree([wide('full')]),
  )
  assert.equal(only(result.conflicts).field, 'layout.width')
})

test('a block that both changed is named with its page, and decided by its id', () => {
  const versions = [
    tree([guide]),
    tree([{ ...guide, body: 'Words of ours.\n' }]),
    tree([
      {
        ...guide,
        body: 'Words of theirs.\n',
        attributes: { title: 'Guide', slug: 'guide' },
      },
    ]),
  ] as const
  const result = mergeTrees(...versions)
  const conflict = only(result.conflicts)
  assert.deepEqual(
    [conflict.kind, conflict.entry, conflict.path, conflict.block?.ours],
    ['body', 'guide', 'guide', 'Words of ours.'],
  )
  assert.equal(result.tree.entries.get('guide')?.attributes['title'], 'Guide')
  const resolutions = new Map([[conflict.id, { text: 'Words of both.' }]])
  const written = mergeTrees(...versions, { resolutions })
  assert.equal(written.tree.entries.get('guide')?.body, 'Words of both.\n')
})

test('a page that was moved by one and renamed by the other meets a sibling that is looked up', () => {
  const all = tree([guide, intro, child])
  const renamed = { ...intro, attributes: { title: 'Child', slug: 'child' } }
  const result = mergeTrees(
    tree([intro]),
    tree([{ ...intro, parent: 'guide' }]),
    tree([renamed]),
    {
      around: {
        entry: (id) => all.entries.get(id),
        children: (parent) =>
          [...all.entries.values()].filter((entry) => entry.parent === parent),
      },
    },
  )
  const { kind, entry, others } = only(result.conflicts)
  assert.deepEqual([kind, entry, others], ['slug', 'child', ['intro']])
})

test('a page moved into one that did not change is followed through the lookup', () => {
  const moved = { ...intro, parent: 'guide' }
  const result = mergeTrees(
    tree([intro]),
    tree([moved]),
    tree([{ ...intro, body: 'More.\n' }]),
    {
      around: { entry: (id) => (id === 'guide' ? guide : undefined), children: () => [] },
    },
  )
  assert.deepEqual(result.conflicts, [])
  assert.deepEqual(result.tree.entries.get('intro'), { ...moved, body: 'More.\n' })
})

test('deciding for a deletion keeps what its side has elsewhere, with all that is in it', () => {
  // Ours moves `intro` into a new page of `guide`; theirs deletes `guide` and adds to `intro`.
  const added = page('added', { parent: 'guide', position: 'a2' })
  const late = page('late', { parent: 'intro', position: 'a2' })
  const versions = [
    tree([guide, intro]),
    tree([guide, added, { ...intro, parent: 'added' }]),
    tree([intro, late]),
  ] as const
  const { entries } = decided(versions, 'theirs')
  assert.deepEqual([...entries.keys()].toSorted(), ['intro', 'late'])
  assert.equal(entries.get('intro')?.parent, null)
  assert.equal(entries.get('late')?.parent, 'intro')
})
