import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, page, tree } from '#test/merge/tree-case.ts'
import type { ContentTree } from '#/tree/entries.ts'
import { mergeTrees } from './merge-trees.ts'

/** Tests that two versions merge to this tree, whichever of them is ours. */
function merges(
  name: string,
  versions: Readonly<Record<'base' | 'ours' | 'theirs' | 'merged', ContentTree>>,
): void {
  const { base, ours, theirs, merged } = versions
  test(name, () => {
    const result = mergeTrees(base, ours, theirs)
    assert.deepEqual(result.conflicts, [])
    assert.equal(result.complete, true)
    assert.deepEqual(sorted(result.tree), sorted(merged))
    assert.deepEqual(sorted(mergeTrees(base, theirs, ours).tree), sorted(merged))
    assert.deepEqual(sorted(mergeTrees(base, merged, theirs).tree), sorted(merged))
  })
}

function sorted({ entries, variables }: ContentTree) {
  return {
    entries: [...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    variables,
  }
}

const guide = page('guide', {
  body: 'First paragraph of it.\n\nSecond paragraph of it.\n',
})
const intro = page('intro', { position: 'a1' })

merges('a page renamed by one and edited by the other is renamed and edited', {
  base: tree([guide]),
  ours: tree([{ ...guide, attributes: { title: 'Manual', slug: 'manual' } }]),
  theirs: tree([
    { ...guide, body: 'First paragraph of this.\n\nSecond paragraph of it.\n' },
  ]),
  merged: tree([
    {
      ...guide,
      attributes: { title: 'Manual', slug: 'manual' },
      body: 'First paragraph of this.\n\nSecond paragraph of it.\n',
    },
  ]),
})

merges('a page moved by one and edited by the other is edited where it now is', {
  base: tree([guide, intro]),
  ours: tree([{ ...guide, parent: 'intro' }, intro]),
  theirs: tree([{ ...guide, body: 'Other words.\n' }, intro]),
  merged: tree([{ ...guide, parent: 'intro', body: 'Other words.\n' }, intro]),
})

merges('one page edited by both in different paragraphs', {
  base: tree([guide]),
  ours: tree([
    { ...guide, body: 'First paragraph of this.\n\nSecond paragraph of it.\n' },
  ]),
  theirs: tree([
    { ...guide, body: 'First paragraph of it.\n\nSecond paragraph of that.\n' },
  ]),
  merged: tree([
    { ...guide, body: 'First paragraph of this.\n\nSecond paragraph of that.\n' },
  ]),
})

merges('pages added by each side are both there', {
  base: tree([guide]),
  ours: tree([guide, page('faq', { position: 'a1' })]),
  theirs: tree([guide, page('terms', { position: 'a1' })]),
  merged: tree([
    guide,
    page('faq', { position: 'a1' }),
    page('terms', { position: 'a1' }),
  ]),
})

merges('different pages deleted by each side are both gone', {
  base: tree([guide, intro, page('faq')]),
  ours: tree([intro, page('faq')]),
  theirs: tree([guide, page('faq')]),
  merged: tree([page('faq')]),
})

merges('a page deleted by both is gone', {
  base: tree([guide, intro]),
  ours: tree([intro]),
  theirs: tree([{ ...intro, body: 'More.\n' }]),
  merged: tree([{ ...intro, body: 'More.\n' }]),
})

merges('a page added into one that the other side renames and moves', {
  base: tree([guide, intro]),
  ours: tree([
    { ...guide, parent: 'intro', attributes: { title: 'New', slug: 'new' } },
    intro,
  ]),
  theirs: tree([guide, intro, page('child', { parent: 'guide' })]),
  merged: tree([
    { ...guide, parent: 'intro', attributes: { title: 'New', slug: 'new' } },
    intro,
    page('child', { parent: 'guide' }),
  ]),
})

const described = page('described', {
  description: 'Old words',
  icon: 'star',
  head: '---\ndescription: Old words\nicon: star\n---\n\n# described\n\n',
})

merges('front matter description changed by one and icon by the other', {
  base: tree([described]),
  ours: tree([
    {
      ...described,
      attributes: { ...described.attributes, description: 'New words' },
      head: '---\ndescription: New words\nicon: star\n---\n\n# described\n\n',
    },
  ]),
  theirs: tree([
    {
      ...described,
      attributes: { ...described.attributes, icon: 'moon' },
      head: '---\ndescription: Old words\nicon: moon\n---\n\n# described\n\n',
    },
  ]),
  merged: tree([
    {
      ...described,
      attributes: { ...described.attributes, description: 'New words', icon: 'moon' },
      head: '---\ndescription: New words\nicon: moon\n---\n\n# described\n\n',
    },
  ]),
})

merges('front matter made by both sides on a page that had none', {
  base: tree([page('plain', { head: '# plain\n\n' })]),
  ours: tree([
    page('plain', { hidden: true, head: '---\nhidden: true\n---\n\n# plain\n\n' }),
  ]),
  theirs: tree([
    page('plain', { icon: 'star', head: '---\nicon: star\n---\n\n# plain\n\n' }),
  ]),
  merged: tree([
    page('plain', {
      hidden: true,
      icon: 'star',
      head: '---\nicon: star\nhidden: true\n---\n\n# plain\n\n',
    }),
  ]),
})

merges(
  'a comment in the front matter of one side survives an attribute set by the other',
  {
    base: tree([described]),
    ours: tree([
      {
        ...described,
        head: '---\n# for the team\ndescription: Old words\nicon: star\n---\n\n# described\n\n',
      },
    ]),
    theirs: tree([
      {
        ...described,
        attributes: { ...described.attributes, icon: 'moon' },
        head: '---\ndescription: Old words\nicon: moon\n---\n\n# described\n\n',
      },
    ]),
    merged: tree([
      {
        ...described,
        attributes: { ...described.attributes, icon: 'moon' },
        head: '---\n# for the team\ndescription: Old words\nicon: moon\n---\n\n# described\n\n',
      },
    ]),
  },
)

merges('a page made wide by one and its outline hidden by the other', {
  base: tree([page('a', { layout: { width: 'default', outline: true } })]),
  ours: tree([page('a', { layout: { width: 'wide', outline: true } })]),
  theirs: tree([page('a', { layout: { width: 'default', outline: false } })]),
  merged: tree([page('a', { layout: { width: 'wide', outline: false } })]),
})

merges('a cover given by one and made higher by the other', {
  base: tree([page('a', { cover: { ref: { kind: 'url', url: 'a.png' }, yPos: 0 } })]),
  ours: tree([page('a', { cover: { ref: { kind: 'url', url: 'b.png' }, yPos: 0 } })]),
  theirs: tree([page('a', { cover: { ref: { kind: 'url', url: 'a.png' }, yPos: 20 } })]),
  merged: tree([page('a', { cover: { ref: { kind: 'url', url: 'b.png' }, yPos: 20 } })]),
})

merges('different variables of a page set by each side', {
  base: tree([page('a', { variables: { version: '1', name: 'x' } })]),
  ours: tree([page('a', { variables: { version: '2', name: 'x' } })]),
  theirs: tree([page('a', { variables: { version: '1', name: 'y', more: 'z' } })]),
  merged: tree([page('a', { variables: { version: '2', name: 'y', more: 'z' } })]),
})

merges('different variables of the space set, added and removed', {
  base: tree([guide], { version: '1', old: 'x' }),
  ours: tree([guide], { version: '2', old: 'x' }),
  theirs: tree([guide], { version: '1', region: 'eu' }),
  merged: tree([guide], { version: '2', region: 'eu' }),
})

merges('the same variable set to the same value by both', {
  base: tree([guide], { version: '1' }),
  ours: tree([guide], { version: '2' }),
  theirs: tree([guide], { version: '2', region: 'eu' }),
  merged: tree([guide], { version: '2', region: 'eu' }),
})

merges('a file replaced by one and renamed by the other', {
  base: tree([file('f', { name: 'cat.png', hash: 'one', size: 1 })]),
  ours: tree([file('f', { name: 'cat.png', hash: 'two', size: 2 })]),
  theirs: tree([file('f', { name: 'dog.png', hash: 'one', size: 1 })]),
  merged: tree([file('f', { name: 'dog.png', hash: 'two', size: 2 })]),
})

merges('a reusable content edited by one while the other edits a page that uses it', {
  base: tree([
    guide,
    { ...page('snippet'), kind: 'reusable-content', body: 'Old words.\n' },
  ]),
  ours: tree([
    guide,
    { ...page('snippet'), kind: 'reusable-content', body: 'New words.\n' },
  ]),
  theirs: tree([
    { ...guide, body: `${guide.body}\nMore text.\n` },
    { ...page('snippet'), kind: 'reusable-content', body: 'Old words.\n' },
  ]),
  merged: tree([
    { ...guide, body: `${guide.body}\nMore text.\n` },
    { ...page('snippet'), kind: 'reusable-content', body: 'New words.\n' },
  ]),
})

merges('a slug that one side gave up can be taken by the other', {
  base: tree([guide, intro]),
  ours: tree([
    { ...guide, attributes: { title: 'Old guide', slug: 'old-guide' } },
    intro,
  ]),
  theirs: tree([guide, { ...intro, body: 'See the guide.\n' }]),
  merged: tree([
    { ...guide, attributes: { title: 'Old guide', slug: 'old-guide' } },
    { ...intro, body: 'See the guide.\n' },
  ]),
})

merges('both sides moving a page to the same place agree', {
  base: tree([guide, intro]),
  ours: tree([{ ...guide, parent: 'intro' }, intro]),
  theirs: tree([{ ...guide, parent: 'intro', body: 'Moved.\n' }, intro]),
  merged: tree([{ ...guide, parent: 'intro', body: 'Moved.\n' }, intro]),
})
