import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { read } from '@lectern/content/read/read.ts'

import type { PrintContent } from '#/serve/print/print-content.ts'
import { printedParts } from '#/serve/print/print-parts.ts'
import { fileUrl as toEverybody } from '../../server/src/features/writing/files/file-url.ts'
import { createTestSpace } from '../../server/test/test-edits.ts'
import { apiDocument } from '../../server/test/test-openapi.ts'
import {
  must,
  publishSite,
  startTestSites,
  type TestSite,
  type TestSites,
  until,
} from './test-sites.ts'

const yaml = `openapi: 3.1.0
info: { title: Owls, version: "1" }
servers: [{ url: "https://owls.example/v1" }]
paths:
  /owls:
    post:
      summary: Add an owl
      responses: { "201": { description: The owl is there } }
`

/** Ten billion values, if each of its anchors is followed. */
const bomb = `openapi: 3.1.0\na0: &a0 [x,x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at},*a${at}]`).join('\n')}\n`

const block = (source: string, path: string, method = 'get') =>
  `{% openapi src="${source}" path="${path}" method="${method}" %}\n[What it is](${source})\n{% endopenapi %}\n`

const at = (name: string) => `.gitbook/assets/${name}`

const files = {
  'pets.json': JSON.stringify(apiDocument({ '/pets': 'List all pets' })),
  'owls.yaml': yaml,
  'bomb.yaml': bomb,
  'note.json': '{"openapi": 7}',
}

describe('pages of a site that show files as specifications', () => {
  let world: TestSites
  let site: TestSite
  let urls: Map<string, string>

  before(async () => {
    world = await startTestSites()
    const space = await createTestSpace(world.api)
    const { insertedFiles } = await space.edit({
      operation: 'insert_files',
      files: Object.entries(files).map(([name, text]) => ({
        name,
        base64: Buffer.from(text).toString('base64'),
        contentType: 'text/plain',
      })),
    })
    urls = new Map(
      insertedFiles.map((file: Record<'name' | 'downloadURL', string>) => [
        file.name,
        file.downloadURL,
      ]),
    )
    const away = 'https://else.example/api.json'
    await space.edit(
      {
        operation: 'insert_page',
        title: 'Animals',
        document: {
          markdown: [
            block(at('pets.json'), '/pets'),
            block(at('pets.json'), '/cats'),
            block(at('owls.yaml'), '/owls', 'POST'),
            block(urls.get('pets.json') ?? '', '/pets', 'get'),
          ].join('\n'),
        },
      },
      {
        operation: 'insert_page',
        title: 'Others',
        document: {
          markdown: [
            block(at('bomb.yaml'), '/bomb'),
            block(at('note.json'), '/note'),
            `{% openapi src="${away}" path="/away" method="put" %}\n[${away}](${away})\n{% endopenapi %}\n`,
          ].join('\n'),
        },
      },
    )
    site = await publishSite(world, [space.spaceId])
  })
  after(async () => world.stop())

  it('show the operations of files to readers', async () => {
    let body = ''
    await until(async () => {
      ;({ body } = await world.read(site.base))
      return !body.includes('What it is')
    })
    assert.match(body, /All is well/)
    assert.equal(body.split('List all pets').length > 2, true)
    assert.match(body, /Add an owl/)
    assert.match(body, /The owl is there/)
    assert.match(body, /\/cats<\/code>.*no longer part/su)
    assert.match(body, /<lectern-try/)
  })

  it('say the same in Markdown and in print', async () => {
    const { body } = await world.read(`${site.base}animals.md`)
    assert.match(body, /All is well/)
    assert.match(body, /The owl is there/)
    assert.match(body, /`get \/cats` is no longer part/)
    const print = await world.read(`${site.base}~pdf`)
    assert.match(print.body, /All is well/)
    assert.match(print.body, /The owl is there/)
  })

  it('show method, path and what the author wrote where there is nothing to read', async () => {
    const { body } = await world.read(`${site.base}others`)
    assert.match(body, /<code>\/bomb<\/code>/)
    assert.match(body, /<code>\/note<\/code>/)
    assert.equal(body.split('What it is').length, 3)
    assert.match(body, /PUT<\/span><code>\/away<\/code>/)
    assert.match(body, /href="https:\/\/else\.example\/api\.json"/)
  })

  it('ask for them as the renderer alone may, and as the file itself is read', async () => {
    const { url, services, tokens } = world.api
    const rendererSecret = services.config.RENDERER_SECRET ?? ''
    const fileUrl = urls.get('pets.json') ?? ''
    const parts = [{ kind: 'operation', name: 'get /pets' }]
    const ask = async (token: string, body: object) =>
      fetch(`${url}/~render/openapi-file-parts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: fileUrl, parts, ...body }),
      })
    assert.equal((await ask(tokens.admin, {})).status, 401)
    assert.equal((await ask(rendererSecret, {})).status, 200)
    assert.equal((await ask(rendererSecret, { url: 7 })).status, 400)
    assert.equal((await ask(rendererSecret, { parts: [{ kind: 'page' }] })).status, 400)
    for (const wrong of ['https://else.example/a', `${fileUrl}/`.replace('-', '-x')]) {
      assert.equal((await ask(rendererSecret, { url: wrong })).status, 404)
    }
    const [, spaceId = '', fileId = ''] = /~files\/(\w+)\/(\w+)\//u.exec(fileUrl) ?? []
    const file = { spaceId, fileId, fileEpoch: 1, name: 'pets.json' }
    const open = { url: toEverybody(services, file) }
    assert.equal((await ask(rendererSecret, open)).status, 200)
    must(await world.api.as('admin').patch(site.path, { visibility: 'share-link' }), 200)
    assert.equal((await ask(rendererSecret, open)).status, 404)
    must(await world.api.as('admin').patch(site.path, { visibility: 'public' }), 200)
  })

  it('are printed by workers with them', async () => {
    const { url, organization, services } = world.api
    const rendererSecret = services.config.RENDERER_SECRET ?? ''
    const { document } = read(block('lectern:file/one', '/pets'))
    const print = {
      organization: { id: organization, title: 'Acme' },
      pages: [],
      files: [{ id: 'one', downloadURL: urls.get('pets.json') ?? '' }],
      reusableContents: [{ id: 'a', document }],
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what parts are read of is all that is asked for
    const content = print as unknown as PrintContent
    const part = await printedParts({ apiUrl: url, rendererSecret }, content)
    const pets = part('file lectern:file/one', 'operation', 'get /pets')
    assert.ok(typeof pets === 'object' && 'summary' in pets)
    assert.equal(pets.summary, 'List all pets')
  })

  it('go on being there while the api is away', async () => {
    await world.read(site.base)
    await world.sites.snapshotIdle()
    await world.api.stop()
    assert.match((await world.read(site.base)).body, /The owl is there/)
    await world.restart()
    assert.match((await world.read(site.base)).body, /The owl is there/)
  })
})
