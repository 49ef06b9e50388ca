import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import {
  exportArchive,
  importArchive,
  packFiles,
  unpackFiles,
} from '#test/test-archives.ts'
import { newSite, ok, tokenFor } from '#test/test-published.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
const page = (title: string, ...lines: string[]) =>
  `---\n${lines.join('\n')}\n---\n\n# ${title}\n\nText.\n`
const folder = new Map([
  [
    'SUMMARY.md',
    '# Table of contents\n\n* [Start](README.md)\n* [Deep](guides/deep.md)\n* [Missing](missing.md)\n* [Web](web.md)\n',
  ],
  ['README.md', page('Start', 'cover: .gitbook/assets/light.svg', 'coverY: 12')],
  [
    'guides/deep.md',
    page(
      'Deep',
      'cover: /.gitbook/assets/light.svg',
      'coverDark: <../.gitbook/assets/dark one.svg>',
    ),
  ],
  ['missing.md', page('Missing', 'cover: .gitbook/assets/none.svg')],
  ['web.md', page('Web', 'cover: https://example.com/cover.png')],
  ['.gitbook/assets/light.svg', svg],
  ['.gitbook/assets/dark one.svg', svg],
])

describe('the cover of an imported page', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
    const made = await ok(
      api
        .as('admin')
        .post(`/orgs/${api.organization}/spaces`, { title: 'M', empty: true }),
    )
    space = made.id
    await importArchive(api, space, await packFiles(folder))
  })
  after(async () => api.stop())

  async function covers(caller = api.as('read')): Promise<Record<string, TestBody>> {
    const { pages } = await ok(caller.get(`/spaces/${space}/content`))
    return Object.fromEntries(pages.map((one: TestBody) => [one.title, one.cover]))
  }
  async function files(): Promise<Record<string, string>> {
    const { items } = await ok(api.as('read').get(`/spaces/${space}/content/files`))
    return Object.fromEntries(items.map((one: TestBody) => [one.name, one.id]))
  }

  it('is the file that its front matter names, and else what is written there', async () => {
    const { 'light.svg': light, 'dark one.svg': dark } = await files()
    const { Start, Deep, Missing, Web } = await covers()
    assert.deepEqual(Start.ref, { kind: 'file', file: light })
    assert.equal(Start.yPos, 12)
    assert.deepEqual(Deep.ref, { kind: 'file', file: light })
    assert.deepEqual(Deep.refDark, { kind: 'file', file: dark })
    assert.deepEqual(Missing.ref, { kind: 'url', url: '.gitbook/assets/none.svg' })
    assert.deepEqual(Web.ref, { kind: 'url', url: 'https://example.com/cover.png' })
  })

  it('is known to the file, and shown to readers', async () => {
    const { 'light.svg': light } = await files()
    const { items } = await ok(
      api.as('read').get(`/spaces/${space}/content/files/${light}/backlinks`),
    )
    assert.deepEqual(items.map((one: TestBody) => one.page.title).toSorted(), [
      'Deep',
      'Start',
    ])
    const { url } = await newSite(api, 'Docs', [space])
    const visitor = api.withToken(await tokenFor(api, url))
    const seen = await visitor.get(`/spaces/${space}/content/files/${light}`)
    assert.equal(seen.status, 200, JSON.stringify(seen.body))
  })

  it('changes nothing when the same folder is imported again, and is exported as it was', async () => {
    const { revision } = await ok(api.as('read').get(`/spaces/${space}`))
    await importArchive(api, space, await packFiles(folder))
    assert.equal((await ok(api.as('read').get(`/spaces/${space}`))).revision, revision)
    const exported = await unpackFiles(await exportArchive(api, space))
    for (const [path, text] of folder) {
      assert.equal(exported.get(path)?.toString(), text, path)
    }
  })
})
