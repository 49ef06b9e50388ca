import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('files, reusable contents and variables', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
  })
  after(async () => api.stop())

  it('brings files in by base64 and says where they are downloaded', async () => {
    const { insertedFiles, changes } = await space.edit({
      operation: 'insert_files',
      files: [
        { name: 'dot.png', base64: png.toString('base64'), ref: 'dot' },
        { name: 'a.txt', base64: 'aGk=' },
      ],
    })
    assert.deepEqual(
      insertedFiles.map(({ name, size, contentType, dimensions }: TestBody) => ({
        name,
        size,
        contentType,
        dimensions,
      })),
      [
        {
          name: 'dot.png',
          size: png.length,
          contentType: 'image/png',
          dimensions: { width: 1, height: 1 },
        },
        { name: 'a.txt', size: 2, contentType: 'text/plain', dimensions: undefined },
      ],
    )
    assert.deepEqual(changes[0], {
      operation: 'insert_files',
      file: insertedFiles[0].id,
      ref: 'dot',
    })
    const [counter] = await api.rows(
      'select files from space_counter where space_id = $1',
      [space.spaceId],
    )
    assert.equal(counter.files, 2)
  })

  it('renames, replaces and deletes files', async () => {
    const own = await createTestSpace(api)
    const { insertedFiles } = await own.edit({
      operation: 'insert_files',
      files: [{ name: 'a.txt', base64: 'aGk=' }],
    })
    const [{ id: file }] = insertedFiles
    const { attributes } = await own.entry(file)
    await own.edit({ operation: 'update_file', file, name: 'b.txt' })
    const renamed = await own.entry(file)
    assert.deepEqual([renamed.title, renamed.attributes], ['b.txt', attributes])
    await own.edit({ operation: 'update_file', file, base64: png.toString('base64') })
    const replaced = await own.entry(file)
    assert.deepEqual(
      [replaced.title, replaced.attributes.contentType],
      ['b.txt', 'image/png'],
    )
    assert.notEqual(replaced.attributes.key, attributes.key)
    await own.edit({ operation: 'delete_file', file })
    assert.equal(await own.entry(file), undefined)
    const [counter] = await api.rows(
      'select files from space_counter where space_id = $1',
      [own.spaceId],
    )
    assert.equal(counter.files, 0)
  })

  it('refuses files without bytes, with two sources, and unknown ones', async () => {
    for (const change of [
      { operation: 'insert_files', files: [{ name: 'a' }] },
      {
        operation: 'insert_files',
        files: [{ name: 'a', base64: 'aGk=', url: 'https://a.example' }],
      },
      { operation: 'update_file', file: 'nowhere', name: 'b' },
      { operation: 'delete_file', file: 'nowhere' },
      { operation: 'delete_reusable_content', reusableContent: 'nowhere' },
      { operation: 'update_reusable_content', reusableContent: 'nowhere', title: 'A' },
    ]) {
      assert.equal((await space.send([change])).status, 400, change.operation)
    }
  })

  it('takes more than two megabytes of files, and at most 25', async () => {
    const base64 = Buffer.alloc(2_500_000, 1).toString('base64')
    const { insertedFiles } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'large', base64 }],
    })
    assert.equal(insertedFiles[0].size, 2_500_000)
    const { status } = await space.send([
      {
        operation: 'insert_files',
        files: [{ name: 'larger', base64: 'A'.repeat(26_500_000) }],
      },
    ])
    assert.equal(status, 413)
  })

  it('writes reusable contents, and merges what two people write', async () => {
    const { changes } = await space.edit({
      operation: 'insert_reusable_content',
      title: 'Note',
      document: { markdown: '# Heading\n\nOne.\n\nTwo.\n' },
    })
    const [{ reusableContent, documentId }] = changes
    const row = await space.entry(reusableContent)
    assert.deepEqual([row.title, row.head], ['Note', '---\ntitle: Note\n---\n\n'])
    const write = async (markdown: string) =>
      space.edit({
        operation: 'update_reusable_content',
        reusableContent,
        document: { markdown },
        base: documentId,
      })
    await write('# Heading\n\nOther.\n\nTwo.\n')
    await write('# Heading\n\nOne.\n\nMore.\n')
    const { document_id: now } = await space.entry(reusableContent)
    const [stored] = await api.rows('select markdown from document where id = $1', [now])
    assert.equal(stored.markdown, '# Heading\n\nOther.\n\nMore.\n')
    const page = await space.edit({
      operation: 'insert_page',
      title: 'Uses it',
      document: { markdown: '{% include ".gitbook/includes/note.md" %}\n' },
    })
    assert.deepEqual((await space.entry(page.changes[0].page)).targets, [reusableContent])
    await space.edit({ operation: 'delete_reusable_content', reusableContent })
    assert.equal(await space.entry(reusableContent), undefined)
  })

  it('keeps variables as text and removes those that are null', async () => {
    await space.edit({ operation: 'set_variables', variables: { a: 'x', b: 2, c: true } })
    assert.deepEqual((await space.entry('variables')).attributes, {
      a: 'x',
      b: '2',
      c: 'true',
    })
    await space.edit({ operation: 'set_variables', variables: { a: null, d: '' } })
    assert.deepEqual((await space.entry('variables')).attributes, {
      b: '2',
      c: 'true',
      d: '',
    })
    for (const variables of [{ 'a b': 'x' }, { a: 'x'.repeat(257) }]) {
      const { status } = await space.send([{ operation: 'set_variables', variables }])
      assert.equal(status, 400)
    }
  })

  it('keeps links with what they lead to', async () => {
    const { changes } = await space.edit({ operation: 'insert_page', title: 'Target' })
    const [{ page: target }] = changes
    const link = await space.edit({
      operation: 'insert_link',
      title: 'Link',
      target: { kind: 'page', page: target },
    })
    const row = await space.entry(link.changes[0].page)
    assert.deepEqual([row.slug, row.targets], [null, [target]])
    await space.edit({
      operation: 'update_page',
      page: row.entry_id,
      target: { kind: 'page', page: 'nowhere' },
    })
    const { links } = await space.entry(row.entry_id)
    assert.deepEqual(links, [
      { ref: { kind: 'page', page: 'nowhere' }, status: 'broken' },
    ])
    const { status } = await space.send([
      { operation: 'update_page', page: row.entry_id, document: { markdown: 'x' } },
    ])
    assert.equal(status, 400)
  })
})
