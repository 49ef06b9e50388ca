import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const text = 'First *one*.\n\n* a\n* b\n\nSecond __two__.\n\nThird.\n'

describe('texts', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
  })
  after(async () => api.stop())

  const insert = async (markdown: string, more: object = {}): Promise<string> => {
    const change = {
      operation: 'insert_page',
      title: 'Text',
      document: { markdown },
      ...more,
    }
    return (await space.edit(change)).changes[0].page
  }
  const write = async (page: string, markdown: string, base?: string) =>
    space.edit({
      operation: 'update_page',
      page,
      document: { markdown },
      ...(base && { base }),
    })
  const keyOf = async (page: string, index: number): Promise<string> =>
    (await space.page(page)).document.nodes[index].key

  it('keep the bytes of blocks that a document says as before', async () => {
    const page = await insert(text)
    const { document, documentId } = await space.page(page)
    const [paragraph] = document.nodes[3].nodes
    paragraph.leaves[0].text = 'Other.'
    const { changes } = await space.edit({
      operation: 'update_page',
      page,
      document,
      base: documentId,
    })
    const now = await space.page(page)
    assert.equal(now.markdown, text.replace('Third', 'Other'))
    assert.equal(now.documentId, changes[0].documentId)
  })

  it('say which node of a document is wrong', async () => {
    const nodes = [{ object: 'block', type: 'nonsense', data: {} }]
    const { status, body } = await space.send([
      { operation: 'insert_page', title: 'A', document: { object: 'document', nodes } },
    ])
    assert.equal(status, 400)
    assert.match(body.error.message, /nodes\[0\] "nonsense" is not a block type/)
  })

  it('are at most 1 MB of Markdown, whatever they are sent as', async () => {
    const { status, body } = await space.send([
      {
        operation: 'insert_page',
        title: 'A',
        document: { markdown: 'ä'.repeat(600_000) },
      },
    ])
    assert.equal(status, 400)
    assert.match(body.error.message, /more than 1 MB/)
  })

  it('are merged with what others wrote since the base', async () => {
    const page = await insert(text)
    const { documentId } = await space.page(page)
    await write(page, text.replace('First', 'Their first'), documentId)
    await write(page, text.replace('Third', 'My third'), documentId)
    assert.equal(
      (await space.page(page)).markdown,
      text.replace('First', 'Their first').replace('Third', 'My third'),
    )
  })

  it('are refused with both sides when they cannot be merged, and nothing changes', async () => {
    const page = await insert(text)
    const { documentId } = await space.page(page)
    const theirs = await write(page, text.replace('Third', 'Theirs'), documentId)
    const { status, body } = await space.send([
      { operation: 'set_variables', variables: { merged: 'no' } },
      {
        operation: 'update_page',
        page,
        document: { markdown: text.replace('Third', 'Ours') },
        base: documentId,
      },
    ])
    assert.deepEqual([status, body.error.reason], [409, 'edit_conflict'])
    const [conflict] = body.error.conflicts
    assert.deepEqual(
      [conflict.change, conflict.page, conflict.base, conflict.ours, conflict.theirs].map(
        String,
      ),
      ['1', page, 'Third.', 'Ours.', 'Theirs.'],
    )
    assert.equal(conflict.documentId, theirs.changes[0].documentId)
    assert.equal(await space.entry('variables'), undefined)
    const again = text.replace('Third', 'Both')
    await write(page, again, conflict.documentId)
    assert.equal((await space.page(page)).markdown, again)
  })

  it('are overwritten without a base, as a revision of its own', async () => {
    const page = await insert(text)
    const one = await write(page, 'One\n')
    const two = await write(page, 'Two\n')
    assert.deepEqual(two.parents, [one.revision])
    assert.equal((await space.page(page)).markdown, 'Two\n')
  })

  it('of one request do not undo each other when both were made from the head', async () => {
    const page = await insert(text)
    const { documentId: base } = await space.page(page)
    const set = (markdown: string) => ({
      operation: 'update_page',
      page,
      document: { markdown },
      base,
    })
    const [first, third] = ['First', 'Third'].map((word) =>
      set(text.replace(word, 'Ours')),
    )
    await space.edit(first ?? {}, third ?? {})
    const both = text.replace('First', 'Ours').replace('Third', 'Ours')
    assert.equal((await space.page(page)).markdown, both)
    const { documentId } = await space.page(page)
    const [ours, theirs] = ['Ours', 'Theirs'].map((word) => ({
      ...set(both.replace('Second', word)),
      base: documentId,
    }))
    const { status, body } = await space.send([ours ?? {}, theirs ?? {}])
    assert.deepEqual([status, body.error.reason], [409, 'edit_conflict'])
  })

  it('are refused for a page that is gone, whatever they were made from', async () => {
    const page = await insert('One.\n')
    const { documentId: base } = await space.page(page)
    await write(page, 'Two.\n')
    await space.edit({ operation: 'delete_page', page })
    const document = { markdown: 'Three.\n' }
    const reply = await space.send([{ operation: 'update_page', page, document, base }])
    assert.deepEqual([reply.status, reply.body.error.reason], [400, 'invalid_request'])
  })

  it('know no base that is no document of the space', async () => {
    const page = await insert(text)
    const { status } = await space.send([
      { operation: 'update_page', page, document: { markdown: 'x' }, base: 'nothing' },
    ])
    assert.equal(status, 400)
  })

  it('change by single blocks', async () => {
    const page = await insert(text)
    const [first, , second, third] = await Promise.all(
      [0, 1, 2, 3].map(async (index) => keyOf(page, index)),
    )
    await space.edit(
      {
        operation: 'update_block',
        page,
        block: first,
        document: { markdown: 'New first.' },
      },
      {
        operation: 'insert_blocks',
        page,
        after: second,
        document: { markdown: '> quote' },
      },
      {
        operation: 'insert_blocks',
        page,
        after: second,
        document: { markdown: '`more`' },
      },
      { operation: 'delete_blocks', page, blocks: [third] },
      { operation: 'insert_blocks', page, document: { markdown: 'The end.' } },
    )
    const { markdown } = await space.page(page)
    assert.match(
      markdown,
      /^New first\.\n\n\* a\n\* b\n\nSecond __two__\.\n\n> quote\n\n`more`/,
    )
    assert.doesNotMatch(markdown, /Third/)
    const unknown = await space.send([
      { operation: 'update_block', page, block: 'gone', document: { markdown: 'x' } },
    ])
    assert.match(unknown.body.error.message, /does not have: "gone"/)
  })

  it('take blocks that were edited from an older base', async () => {
    const page = await insert(text)
    const { documentId } = await space.page(page)
    const block = await keyOf(page, 3)
    await write(page, `Before.\n\n${text}`, documentId)
    await space.edit({
      operation: 'update_block',
      page,
      block,
      document: { markdown: 'Changed.' },
      base: documentId,
    })
    assert.equal(
      (await space.page(page)).markdown,
      `Before.\n\n${text.replace('Third.', 'Changed.')}`,
    )
    const empty = await insert('')
    await space.edit({
      operation: 'insert_blocks',
      page: empty,
      document: { markdown: 'A' },
    })
    assert.equal((await space.page(empty)).markdown, 'A\n')
  })

  it('go back to what they were, whole or by blocks', async () => {
    const page = await insert(text, { description: 'Old' })
    const old = await space.edit({ operation: 'update_page', page, description: 'Older' })
    const changed = text.replace('First', 'Changed').replace('Third', 'Changed too')
    await space.edit({
      operation: 'update_page',
      page,
      title: 'Other',
      document: { markdown: changed },
    })
    const block = await keyOf(page, 3)
    await space.edit({ operation: 'revert_page', page, block: [block] })
    assert.equal((await space.page(page)).markdown, text.replace('First', 'Changed'))
    await space.edit({ operation: 'revert_page', page, revision: old.revision })
    const now = await space.page(page)
    assert.deepEqual([now.markdown, now.title, now.description], [text, 'Text', 'Older'])
    await space.edit({ operation: 'delete_page', page })
    await space.edit({ operation: 'revert_page', page })
    assert.equal((await space.page(page)).markdown, text)
    const { status } = await space.send([
      { operation: 'revert_page', page, revision: 'nowhere' },
    ])
    assert.equal(status, 400)
  })

  it('keep their spelling of links when a document with ids is sent back', async () => {
    const target = await insert('# Target\n', { title: 'Target' })
    const markdown = 'See [one](./target.md) and [two](/target).\n\nText.\n'
    const page = await insert(markdown)
    const { document, documentId } = await space.page(page)
    const ref = { kind: 'page', page: target }
    assert.deepEqual(document.nodes[0].nodes[1].data.ref, ref)
    document.nodes[1].nodes[0].leaves[0].text = 'Other.'
    document.nodes.push({
      object: 'block',
      type: 'paragraph',
      nodes: [
        {
          object: 'inline',
          type: 'link',
          data: { ref },
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'three' }] }],
        },
      ],
    })
    await space.edit({ operation: 'update_page', page, document, base: documentId })
    const now = await space.page(page)
    assert.match(
      now.markdown,
      /^See \[one\]\(\.\/target\.md\) and \[two\]\(\/target\)\.\n\nOther\.\n/,
    )
    assert.deepEqual(now.document.nodes[2].nodes.at(-1).data.ref, ref)
    const added = await space.edit({
      operation: 'insert_page',
      title: 'New',
      into: target,
      document: { object: 'document', nodes: document.nodes.slice(-1) },
    })
    const { markdown: spelled } = await space.page(added.changes[0].page)
    assert.equal(spelled, '[three](../target.md)\n')
  })

  it('have their links resolved against the revision that is written', async () => {
    const own = await createTestSpace(api)
    const { changes } = await own.edit(
      {
        operation: 'insert_page',
        title: 'A',
        document: {
          markdown:
            '[b](a/b.md) [up](#top) [no](#nope) [c](c.md) ![i](.gitbook/assets/i.png)\n\n## Top\n\n[w](https://w.example) [app](http://lectern.test/x) [u](lectern:user/nobody)\n',
        },
        ref: 'a',
      },
      {
        operation: 'insert_page',
        title: 'B',
        into: 'a',
        document: { markdown: '[a](../a.md?x=1)\n' },
      },
      { operation: 'insert_files', files: [{ name: 'i.png', base64: 'aGk=' }] },
    )
    const [a, b] = changes.map(({ page }: TestBody) => page)
    const { file } = changes[2]
    const ofA = await own.entry(a)
    assert.deepEqual(
      ofA.links.map(({ ref, status }: TestBody) => [ref.kind, status]),
      [
        ['page', 'ok'],
        ['anchor', 'ok'],
        ['anchor', 'broken'],
        ['url', 'broken'],
        ['file', 'ok'],
        ['url', 'ok'],
        ['url', 'in-app'],
        ['user', 'broken'],
      ],
    )
    assert.deepEqual(new Set(ofA.targets), new Set([b, file]))
    assert.deepEqual((await own.entry(b)).targets, [a])
    await own.edit({ operation: 'update_page', page: b, slug: 'moved' })
    const { changes: more } = await own.edit({
      operation: 'insert_page',
      title: 'Old paths',
      document: { markdown: '[b](a/b.md)\n' },
    })
    assert.deepEqual((await own.entry(more[0].page)).targets, [b])
  })

  it('may hold what no database takes: it is kept, or stands for itself', async () => {
    const long = 'Long heading '.repeat(150)
    const { changes } = await space.edit({
      operation: 'insert_page',
      document: {
        markdown: [
          '---',
          String.raw`description: "a\0b\uD800"`,
          'vars:',
          String.raw`  "k\0": "v\0"`,
          '---',
          '',
          `# ${long}`,
          '',
          '[a](x%00y.md#%00) [b](lectern:page/%00) ![c](%ED%A0%80.png) [d](#%00)',
          '',
        ].join('\n'),
      },
    })
    const row = await space.entry(changes[0].page)
    assert.equal(row.attributes.description, 'a\uFFFDb\uFFFD')
    assert.equal(row.title, long.trim())
    assert.ok(row.slug.length <= 150)
    assert.deepEqual(
      row.links.map(({ status }: TestBody) => status),
      ['broken', 'broken', 'broken', 'broken'],
    )
    const { markdown } = await space.page(changes[0].page)
    assert.match(markdown, /^\[a\]\(x%00y\.md#%00\)/)
  })
})
