import { deepEqual, equal } from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { Entry } from '#/tree/entries.ts'
import { positionBetween } from '#/tree/positions.ts'
import { readSample } from '#test/sample-repository.ts'

import { writeStructure } from './write-structure.ts'

const usual = { root: '', readmePath: 'README.md' }

describe('writeStructure', () => {
  it('writes the order of groups, pages in pages, and pages after groups', () => {
    const entries = treeOf([
      { id: 'home', attributes: { title: 'Home' } },
      { id: 'g', kind: 'group', attributes: { title: 'Guides', slug: 'how-to' } },
      { id: 'a', parent: 'g', attributes: { title: 'A *x*', linkTitle: 'Tiny "x"' } },
      { id: 'b', parent: 'a', attributes: { title: 'B' } },
      { id: 'r', kind: 'group', attributes: { title: 'Reference' } },
      { id: 'z', attributes: { title: 'Z' } },
    ])
    const paths = new Map([
      ['home', 'README.md'],
      ['a', 'guides/a b.md'],
      ['b', 'guides/b.md'],
      ['z', 'z.md'],
    ])
    deepEqual(
      [...writeStructure({ entries, variables: { v: '1' } }, usual, paths)],
      [
        [
          'SUMMARY.md',
          `# Table of contents

* [Home](README.md)

## Guides <a href="#how-to" id="how-to"></a>

* [A \\*x\\*](<guides/a b.md> "Tiny \\"x\\"")
  * [B](guides/b.md)

## Reference


***

* [Z](z.md)
`,
        ],
        ['.gitbook/vars.yaml', 'v: "1"\n'],
      ],
    )
  })

  it('leads links to the files of pages, and computed pages back to their source', () => {
    const { tree, config, places } = readSample()
    const paths = new Map([...places].map(([id, { path }]) => [id, path]))
    const written = writeStructure(tree, config, paths).get('SUMMARY.md') ?? ''
    const lines = written.split('\n')
    equal(lines.includes('  * [Elsewhere](https://example.org/a_b)'), true)
    equal(lines.includes('* [Steps again](how-to/start/first-steps.md#go)'), true)
    equal(written.includes('* ```yaml\n  type: builtin:openapi\n  props:\n'), true)
  })

  it('says where an unusual home is, with all files below the folder of the space', () => {
    const entries = treeOf([{ id: 'home', attributes: { title: 'Home' } }])
    const config = { root: 'docs/', readmePath: 'docs/start.md' }
    const paths = new Map([['home', 'docs/start.md']])
    deepEqual(
      [...writeStructure({ entries, variables: { v: '1' } }, config, paths)],
      [
        ['.gitbook.yaml', 'root: "./docs/"\nstructure:\n  readme: "start.md"\n'],
        ['docs/SUMMARY.md', '# Table of contents\n\n* [Home](start.md)\n'],
        ['docs/.gitbook/vars.yaml', 'v: "1"\n'],
      ],
    )
  })
})

function treeOf(
  list: readonly (Pick<Entry, 'id' | 'attributes'> & Partial<Entry>)[],
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  let position: string | undefined
  for (const entry of list) {
    position = positionBetween(position, undefined)
    entries.set(entry.id, { kind: 'document', parent: null, position, ...entry })
  }
  return entries
}
