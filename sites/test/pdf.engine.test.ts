import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'

import { type RunningWorker, startWorker } from '@lectern/server/start/worker.ts'

import { type ReadPdf, readPdf } from '../../server/test/pdf/test-pdf-reading.ts'
import { recordStatement } from '../../server/test/recorded-statements.ts'
import { startTestApi, type TestApi, type TestBody } from '../../server/test/test-api.ts'
import { changeRequestIn } from '../../server/test/test-change-requests.ts'
import { createTestSpace, type TestSpace } from '../../server/test/test-edits.ts'
import { freePort } from '../../tools/free-port.ts'
import { printerIsMissing } from '../../server/test/test-browser.ts'
import { must } from './test-sites.ts'
import { type SitesProcess, startSitesProcess } from './test-sites-process.ts'

const chapters = 15
const partsOfChapter = 9
const redDot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Insert {
  readonly title: string
  readonly [field: string]: unknown
}

function insertPage(title: string, markdown: string, more: object = {}): Insert {
  const fields = { operation: 'insert_page', ref: title, title, document: { markdown } }
  return { ...fields, ...more }
}

/** As many as one request may make: five whole chapters. */
const changesMax = 50

/** Chapters of ten pages; some parts are longer than a sheet, so that pages and numbers part. */
function handbook(): readonly Insert[] {
  const inserts: Insert[] = []
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    const next = (chapter % chapters) + 1
    inserts.push(
      insertPage(
        `Chapter ${chapter}`,
        `Goes on in [the next](chapter-${next}/README.md#große).\n\n## Größe\n\nOf chapter ${chapter}.\n`,
        { slug: `chapter-${chapter}` },
      ),
    )
    for (let part = 1; part <= partsOfChapter; part += 1) {
      const length = part % 3 === 0 ? 60 : 1
      const text = `Words of part ${chapter}.${part}.\n\n`.repeat(length)
      const more = { into: `Chapter ${chapter}`, slug: `part-${part}` }
      inserts.push(insertPage(`Part ${chapter}.${part}`, text, more))
    }
  }
  return inserts
}

/** Waits as it is told to, and keeps what it was told meanwhile. */
async function download(url: string) {
  const heard: TestBody[] = []
  for (;;) {
    const reply = await fetch(url)
    if (reply.status !== 202) {
      assert.equal(reply.status, 200)
      assert.equal(reply.headers.get('content-type'), 'application/pdf')
      const bytes = Buffer.from(await reply.arrayBuffer())
      return { heard, pdf: await readPdf(bytes) }
    }
    assert.equal(reply.headers.get('retry-after'), '2')
    heard.push(await reply.json())
    await setTimeout(100)
  }
}

/** The number that the contents show for a title. */
function numberOf({ pages }: ReadPdf, title: string): number {
  const contents = pages.slice(1, 8).join('\n')
  const line = new RegExp(`^ *${title.replace('.', '\\.')} +(\\d+)$`, 'm')
  return Number(line.exec(contents)?.[1])
}

describe('a space as a PDF', { skip: printerIsMissing }, () => {
  let api: TestApi
  let sites: SitesProcess
  let worker: RunningWorker
  let space: TestSpace
  const ids = new Map<string, string>()

  before(async () => {
    const [apiPort, sitesPort] = [await freePort(), await freePort()]
    api = await startTestApi({
      PORT: String(apiPort),
      FILES_URL: `http://127.0.0.1:${apiPort}/~files`,
      SITES_URL: `http://127.0.0.1:${sitesPort}`,
    })
    sites = await startSitesProcess(sitesPort, { API_URL: api.url, LOG_LEVEL: 'error' })
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    space = await createTestSpace(api, { title: 'Hand & book', empty: true })
    await fill()
  })
  after(async () => {
    await worker.stop()
    await sites.stop()
    await api.stop()
  })

  async function fill(): Promise<void> {
    const file = { name: 'dot.png', base64: redDot, contentType: 'image/png' }
    await space.edit({ operation: 'insert_files', files: [file] })
    const inserts = [...handbook()]
    while (inserts.length > 0) {
      const { changes } = await space.edit(...inserts.splice(0, changesMax))
      for (const { ref, page } of changes) ids.set(ref, page)
    }
  }

  function idOf(title: string): string {
    const id = ids.get(title)
    assert.ok(id !== undefined, title)
    return id
  }

  async function ask(path: string): Promise<string> {
    const reply = await api.as('read').get(path)
    must(reply, 200)
    return reply.body.url
  }

  it('of 150 pages has a cover, true page numbers, an outline and links inside', async () => {
    const url = await ask(`/spaces/${space.spaceId}/pdf`)
    const first = await fetch(url)
    assert.equal(first.status, 202)
    const { object, progress }: TestBody = await first.json()
    assert.deepEqual([object, progress.total], ['pdf', 4])
    const { heard, pdf } = await download(url)
    const done = heard.map((told) => told.progress.done)
    assert.deepEqual(
      done,
      done.toSorted((a, b) => a - b),
    )

    assert.equal(pdf.about.get('Title'), 'Hand & book')
    assert.equal(pdf.about.get('Pages'), String(pdf.pages.length))
    assert.match(pdf.about.get('Page size') ?? '', /A4/)
    assert.ok(pdf.pages.length > 200, String(pdf.pages.length))
    assert.match(pdf.pages[0] ?? '', /Hand & book/)

    const titles = [...ids.keys()]
    assert.equal(titles.length, chapters * (1 + partsOfChapter))
    for (const title of titles) {
      const number = numberOf(pdf, title)
      assert.equal(pdf.destinations.get(`p-${idOf(title)}`), number, title)
      const text = pdf.pages[number - 1] ?? ''
      assert.match(text, new RegExp(`^ *${title.replace('.', '\\.')}$`, 'm'))
      assert.match(text, new RegExp(` ${number}\\s*$`))
    }
    assert.deepEqual(pdf.outline.slice(0, 4), [
      'Contents',
      'Chapter 1',
      '  Größe',
      '  Part 1.1',
    ])
    assert.equal(pdf.outline.length, 1 + titles.length + chapters)
    const links = pdf.links[numberOf(pdf, 'Chapter 1') - 1] ?? []
    assert.equal(links.length, 1)
    assert.equal(
      pdf.destinations.get(links[0] ?? ''),
      numberOf(pdf, 'Chapter 2'),
      links[0],
    )
  })

  it('is made once for all who ask for the same', async () => {
    const path = `/spaces/${space.spaceId}/pdf`
    const made = 'select id, attempts from pdf where space_id = $1'
    const rows = await api.rows(made, [space.spaceId])
    const reply = await fetch(await ask(path))
    assert.equal(reply.status, 200)
    await reply.body?.cancel()
    assert.deepEqual(await api.rows(made, [space.spaceId]), rows)
    assert.deepEqual(
      rows.map(({ attempts }) => attempts),
      [1],
    )
  })

  it('of a page has those below it, pictures of ours and the text of others', async () => {
    const files: TestBody = await api
      .as('edit')
      .get(`/spaces/${space.spaceId}/content/files`)
    const [{ id: dot }] = files.body.items
    const text = `![Ours](lectern:file/${dot})\n\n![Far away](https://far.example/a.png)\n\n\`\`\`sh\n${'echo long '.repeat(40)}\n\`\`\`\n\nBack to [another](lectern:page/${idOf('Chapter 9')}).\n`
    await space.edit({
      operation: 'update_page',
      page: idOf('Part 2.1'),
      document: { markdown: text },
    })
    const url = await ask(`/spaces/${space.spaceId}/pdf?page=${idOf('Chapter 2')}`)
    const { pdf } = await download(url)
    assert.equal(pdf.outline.filter((title) => /Chapter|Part/.test(title)).length, 10)
    const page = pdf.pages[numberOf(pdf, 'Part 2.1') - 1] ?? ''
    assert.match(page, /Far away/)
    assert.equal(page.match(/echo/g)?.length, 40, 'code goes on in the next line')
    assert.deepEqual(pdf.links[numberOf(pdf, 'Part 2.1') - 1], [])
  })

  it('holds the font of its formulas, and without a formula only fonts of text', async () => {
    const { changes } = await space.edit(
      insertPage('Root', '$$\\sqrt{x}$$\n', { slug: 'root' }),
    )
    const fontsOf = async (page: string) => {
      const url = await ask(`/spaces/${space.spaceId}/pdf?page=${page}&only=true`)
      return (await download(url)).pdf.fonts
    }
    const fonts = await fontsOf(changes[0].page)
    assert.equal(fonts.get('STIXTwoMath-Regular'), true, [...fonts.keys()].join())
    const others = await fontsOf(idOf('Part 1.1'))
    assert.ok(others.size > 0)
    assert.ok(![...others.keys()].some((name) => name.includes('Math')))
    for (const [name, isEmbedded] of others) assert.ok(isEmbedded, name)
  })

  it('of a change request has what is in it', async () => {
    const request = await changeRequestIn(api, space.spaceId, { subject: 'Say more' })
    await request.edit(
      insertPage('Only here', 'Not in the main content.\n', { slug: 'only-here' }),
    )
    const reply = await api.as('read').get(`${request.path}/content/pages`)
    const added = reply.body.pages.find(({ title }: TestBody) => title === 'Only here')
    const { pdf } = await download(
      await ask(`${request.path}/pdf?page=${added.id}&only=true`),
    )
    assert.match(pdf.pages[0] ?? '', new RegExp(`#${request.view.number} Say more`))
    assert.match(pdf.pages.join('\n'), /Not in the main content/)
    assert.deepEqual(pdf.outline, ['Only here'])
  })
})
