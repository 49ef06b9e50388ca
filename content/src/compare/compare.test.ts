import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, page, tree } from '#test/merge/tree-case.ts'
import { read } from '#/read/read.ts'
import { compareBlocks } from '#test/compare-blocks.ts'
import { compareTrees } from './trees.ts'
import { compareWords } from './words.ts'

test('tells added, removed, edited and moved blocks apart', () => {
  const before =
    'Alpha is the first of them.\n\nBravo is the second.\n\nCharlie is here.\n\nDelta was.\n'
  const after =
    'Bravo is the very second.\n\nCharlie is here.\n\nNew words at last.\n\nAlpha is the first of them.\n'
  const told = compareBlocks(read(before), read(after)).map((difference) => [
    difference.how,
    'before' in difference ? difference.before.markdown : '',
    'after' in difference ? difference.after.markdown : '',
  ])
  assert.deepEqual(told, [
    ['edited', 'Bravo is the second.', 'Bravo is the very second.'],
    ['same', 'Charlie is here.', 'Charlie is here.'],
    ['removed', 'Delta was.', ''],
    ['added', '', 'New words at last.'],
    ['moved', 'Alpha is the first of them.', 'Alpha is the first of them.'],
  ])
})

test('tells what changed inside a list', () => {
  const [list] = compareBlocks(read('* One\n* Two\n* Three\n'), read('* One\n* Three\n'))
  assert.equal(list?.how, 'edited')
  assert.deepEqual(
    list !== undefined && 'inside' in list && list.inside?.map(({ how }) => how),
    ['same', 'removed', 'same'],
  )
})

test('names what happened to pages, files, reusable contents and variables', () => {
  const snippet = { ...page('snippet'), kind: 'reusable-content' as const }
  const before = tree(
    [page('a'), page('b'), page('gone'), file('f', { name: 'f', hash: '1' }), snippet],
    { version: '1', old: 'x' },
  )
  const after = tree(
    [
      page('a', { title: 'A', body: 'Text.\n' }),
      page('b', { parent: 'a' }),
      page('new', { parent: 'a' }),
      file('f', { name: 'f', hash: '2' }),
    ],
    { version: '2' },
  )
  assert.deepEqual(
    compareTrees(before, after).map((change) => [
      change.type,
      'id' in change ? change.id : '',
      'path' in change ? change.path : '',
    ]),
    [
      ['page_edited', 'a', 'a'],
      ['page_moved', 'b', 'a/b'],
      ['file_edited', 'f', ''],
      ['page_deleted', 'gone', 'gone'],
      ['page_created', 'new', 'a/new'],
      ['reusable_content_deleted', 'snippet', ''],
      ['variables_edited', '', ''],
    ],
  )
})

test('says which attributes changed, before and after', () => {
  const [change] = compareTrees(
    tree([page('a', { icon: 'star' })]),
    tree([page('a', { title: 'A' })]),
  )
  assert.deepEqual(change?.type === 'page_edited' && change.attributes, [
    { name: 'icon', before: 'star' },
    { name: 'title', before: 'a', after: 'A' },
  ])
})

test('two equal trees have no differences', () => {
  assert.deepEqual(compareTrees(tree([page('a')]), tree([page('a')])), [])
})

test('tells which words of a block changed, and gives both texts back', () => {
  const [before, after] = ['Run the old installer now.', 'Run the installer right now.']
  const told = compareWords(before, after)
  assert.deepEqual(
    told.filter(({ how }) => how !== 'same').map(({ how, text }) => [how, text.trim()]),
    [
      ['removed', 'old'],
      ['added', 'right'],
    ],
  )
  const without = (how: string) =>
    told.filter((each) => each.how !== how).map(({ text }) => text)
  assert.equal(without('added').join(''), before)
  assert.equal(without('removed').join(''), after)
})
