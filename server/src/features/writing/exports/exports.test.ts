import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  exportArchive,
  importArchive,
  packFiles,
  type TestFiles,
  unpackFiles,
} from '#test/test-archives.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

const manual: TestFiles = new Map([
  [
    'SUMMARY.md',
    '# Table of contents\n\n* [Welcome](README.md)\n\n## Guides <a href="#how" id="how"></a>\n\n* [Install](guides/install.md "Short")\n  * [On Linux](guides/linux.md)\n  * [Elsewhere](https://example.com/)\n* [Steps](guides/linux.md#packages)\n',
  ],
  ['README.md', '\uFEFF# Welcome\n\nStart with [installing](guides/install.md).\n'],
  [
    'guides/install.md',
    '---\ndescription: >-\n  How to.\nicon: leaf\n---\n\n# Install\n\n![P](../.gitbook/assets/dot.svg) [l](linux.md#packages)\n\n{% include "../.gitbook/includes/note.md" %}\n',
  ],
  ['guides/linux.md', '# On Linux\r\n\r\n## Packages\r\n\r\n[start](../README.md)\r\n'],
  [
    '.gitbook/includes/note.md',
    '---\ntitle: The note\n---\n\nSee [x](../../README.md)\n',
  ],
  ['.gitbook/vars.yaml', 'version: "2.1"\n'],
  ['.gitbook/assets/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])

describe('an export', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const newSpace = async () => createTestSpace(api)
  const filesIn = async (space: TestSpace) =>
    unpackFiles(await exportArchive(api, space.spaceId))
  const textsIn = async (space: TestSpace) =>
    new Map([...(await filesIn(space))].map(([path, bytes]) => [path, String(bytes)]))

  /** The content of a space as a reader sees it, without ids and times. */
  async function contentOf({ spaceId }: TestSpace): Promise<unknown> {
    const { body } = await api.as('read').get(`/spaces/${spaceId}/content`)
    const names = new Map<string, string>()
    const name = (pages: TestBody[], above: string): void => {
      for (const [index, { id, pages: below = [] }] of pages.entries()) {
        names.set(id, `${above}/${index}`)
        name(below, `${above}/${index}`)
      }
    }
    name(body.pages, '')
    for (const { id, name: file } of body.files) names.set(id, file)
    for (const { id, title } of body.reusableContents) names.set(id, title)
    const view = async (page: TestBody): Promise<unknown> => {
      const read = await api.as('read').get(`/spaces/${spaceId}/content/page/${page.id}`)
      const { title, type, path, icon, description, document, target } = read.body
      return {
        said: { title, type, path, icon, description, target, document },
        pages: await Promise.all((page.pages ?? []).map(view)),
      }
    }
    const content = {
      pages: await Promise.all(body.pages.map(view)),
      files: body.files.map(({ name: file, size, contentType }: TestBody) => [
        file,
        size,
        contentType,
      ]),
      reusable: body.reusableContents.map(({ title }: TestBody) => title).toSorted(),
      variables: body.variables,
    }
    // Keys of blocks follow from bytes, which may spell links in another way.
    const text = JSON.stringify(content, (key, value) => (key === 'key' ? '' : value))
    const named = [...names].reduce(
      (said, [id, known]) => said.replaceAll(id, known),
      text,
    )
    return JSON.parse(named)
  }

  async function roundTrip(space: TestSpace): Promise<TestSpace> {
    const archive = await exportArchive(api, space.spaceId)
    const copy = await newSpace()
    await importArchive(api, copy.spaceId, archive)
    assert.deepEqual(await contentOf(copy), await contentOf(space))
    const again = await exportArchive(api, copy.spaceId)
    assert.deepEqual(await unpackFiles(again), await unpackFiles(archive))
    assert.ok(again.equals(archive), 'the archives are the same byte for byte')
    return copy
  }

  it('of what was imported has every page, include and file with its very bytes', async () => {
    const space = await newSpace()
    await importArchive(api, space.spaceId, await packFiles(manual))
    const files = await textsIn(space)
    for (const [path, text] of manual) {
      if (path !== 'SUMMARY.md') assert.equal(files.get(path), text, path)
    }
    assert.equal(files.size, manual.size)
    await roundTrip(space)
  })

  it('keeps the folder and the home that a repository said', async () => {
    const space = await newSpace()
    const files = new Map([
      ['.gitbook.yaml', 'root: ./docs/\nstructure:\n  readme: intro.md\n'],
      ['docs/SUMMARY.md', '* [Hello](intro.md)\n* [B](sub/b.md)\n'],
      ['docs/intro.md', '# Hello\n\n[b](sub/b.md) ![](.gitbook/assets/a.png)\n'],
      ['docs/sub/b.md', '# B\n\n[h](../intro.md)\n'],
      ['docs/.gitbook/assets/a.png', 'png'],
    ])
    await importArchive(api, space.spaceId, await packFiles(files))
    const out = await textsIn(space)
    for (const [path, text] of files) {
      if (!path.endsWith('SUMMARY.md') && path !== '.gitbook.yaml') {
        assert.equal(out.get(path), text, path)
      }
    }
    await roundTrip(space)
  })

  it('of what was written over HTTP is read back as the same content', async () => {
    const space = await newSpace()
    const { changes } = await space.edit(
      {
        operation: 'insert_files',
        files: [
          { name: 'a b.png', base64: 'iVBORw0KGgo=', contentType: 'image/png' },
          { name: 'a b.png', base64: 'iVBORw0KGgoB', contentType: 'image/png' },
        ],
      },
      { operation: 'set_variables', variables: { name: 'W', other: '1' } },
      {
        operation: 'insert_reusable_content',
        title: 'A note',
        document: { markdown: '[s](../../guide/setup.md)' },
      },
      {
        operation: 'insert_page',
        title: 'Home & "more"',
        icon: 'leaf',
        description: 'D: d',
        document: { markdown: '![x](<.gitbook/assets/a b.png>) [s](guide/setup#x)\n' },
      },
      { operation: 'insert_group', title: 'Group', slug: 'other', ref: 'group' },
      {
        operation: 'insert_page',
        title: 'Guide',
        ref: 'guide',
        document: { markdown: '' },
      },
      {
        operation: 'insert_page',
        title: 'Setup',
        into: 'guide',
        ref: 'setup',
        document: { markdown: '# X\n\n{% include "../.gitbook/includes/a-note.md" %}' },
      },
      {
        operation: 'insert_page',
        title: 'Setup',
        into: 'guide',
        document: { markdown: 'no end' },
      },
      { operation: 'insert_page', title: 'Readme', document: { markdown: 'R' } },
      {
        operation: 'insert_page',
        title: 'Summary',
        document: { markdown: '[r](readme.md)' },
      },
      {
        operation: 'insert_page',
        title: 'In',
        into: 'group',
        document: { markdown: '[g](../guide.md)' },
      },
    )
    const setup = changes.find(({ ref }: TestBody) => ref === 'setup').page
    await space.edit({
      operation: 'insert_link',
      title: 'L',
      target: { kind: 'anchor', page: setup, anchor: 'x' },
    })
    await roundTrip(space)
  })

  it('spells links to what has moved since, in the bytes of pages and includes', async () => {
    const space = await newSpace()
    await importArchive(api, space.spaceId, await packFiles(manual))
    const { body } = await api.as('read').get(`/spaces/${space.spaceId}/content/pages`)
    const group = body.pages.find(({ title }: TestBody) => title === 'Guides')
    const install = group.pages.find(({ title }: TestBody) => title === 'Install')
    await space.edit(
      { operation: 'update_page', page: install.id, slug: 'put-it-up' },
      { operation: 'update_page', page: body.pages[0].id, slug: 'start' },
    )
    const files = await textsIn(space)
    assert.equal(
      files.get('start.md'),
      '\uFEFF# Welcome\n\nStart with [installing](how/put-it-up.md).\n',
    )
    assert.match(
      files.get('how/put-it-up.md') ?? '',
      /\(\.\.\/guides\/linux\.md#packages\)/,
    )
    assert.match(
      files.get('.gitbook/includes/note.md') ?? '',
      /\(\.\.\/\.\.\/start\.md\)/,
    )
    assert.match(files.get('guides/linux.md') ?? '', /\(\.\.\/start\.md\)\r\n$/)
    await roundTrip(space)
  })

  it('writes a cover that is known by its id by its path', async () => {
    const space = await newSpace()
    const { changes } = await space.edit({
      operation: 'insert_files',
      files: [{ name: 'c.png', base64: 'iVBORw0KGgo=', contentType: 'image/png' }],
    })
    const file = changes[0].file ?? changes[0].files[0].file
    await space.edit({
      operation: 'insert_page',
      title: 'Covered',
      cover: { ref: { kind: 'file', file }, yPos: 0 },
      document: { markdown: 'Text\n' },
    })
    const text = (await textsIn(space)).get('covered.md') ?? ''
    assert.match(text, /^---\ncover: \.gitbook\/assets\/c\.png\n/)
    assert.match(text, /# Covered\n\nText\n$/)
  })

  it('writes nothing into the folder in which Git keeps its settings', async () => {
    const space = await newSpace()
    await space.edit(
      { operation: 'insert_page', title: 'Above', slug: '.git', ref: 'above' },
      { operation: 'insert_page', title: 'Below', slug: 'config', into: 'above' },
      {
        operation: 'insert_files',
        files: [{ name: '.git/config', base64: 'aGk=', contentType: 'text/plain' }],
      },
    )
    const paths = [...(await filesIn(space)).keys()]
    assert.deepEqual(
      paths.filter((path) => /(?:^|\/)\.git\//i.test(path)),
      [],
    )
    assert.equal(paths.filter((path) => path.includes('config')).length, 2, String(paths))
  })

  it('of a space with nothing in it is an empty table of contents', async () => {
    const space = await newSpace()
    assert.deepEqual([...(await textsIn(space)).keys()], ['SUMMARY.md'])
  })

  it('breaks off when a stored file is missing, so that nobody takes it for whole', async () => {
    const space = await newSpace()
    await importArchive(api, space.spaceId, await packFiles(manual))
    const [row] = await api.rows(
      `select attributes->>'key' as key from entry_version where space_id = $1 and kind = 'file'`,
      [space.spaceId],
    )
    await api.services.storage.delete(row.key)
    await assert.rejects(exportArchive(api, space.spaceId))
  })

  it('is for all who may see the space, and for nobody else', async () => {
    const space = await newSpace()
    const path = `/spaces/${space.spaceId}/content/export`
    assert.ok((await exportArchive(api, space.spaceId, 'read')).length > 0)
    assert.equal((await api.anonymous().get(path)).status, 401)
    const hidden = await api.as('outsider').get(path)
    const missing = await api.as('outsider').get('/spaces/nothing/content/export')
    assert.equal(hidden.status, 404)
    assert.equal(
      hidden.body.error.message.replace(space.spaceId, 'nothing'),
      missing.body.error.message,
    )
  })

  it('holds all pages of a space that has more than are read at once', async () => {
    const space = await newSpace()
    const pages = Array.from({ length: 70 }, (_, index) => ({
      operation: 'insert_page',
      title: `P ${index}`,
      document: { markdown: `text ${index}\n` },
    }))
    await space.edit(...pages.slice(0, 40))
    await space.edit(...pages.slice(40))
    const files = await textsIn(space)
    assert.equal(files.size, 71)
    assert.equal(files.get('p-69.md'), '# P 69\n\ntext 69\n')
  })
})
