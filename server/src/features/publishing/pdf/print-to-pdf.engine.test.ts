import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { readPdf } from '#test/pdf/test-pdf-reading.ts'
import {
  html,
  type PrintResource,
  type PrintServer,
  startPrintServer,
} from '#test/pdf/test-print-server.ts'

import { PdfFailure } from './pdf-failure.ts'
import { type Printing, printToPdf, type PrintStep } from './print-to-pdf.ts'

const pagesOfHandbook = 150

function handbook(): string {
  const numbers = Array.from({ length: pagesOfHandbook }, (_, index) => index + 1)
  const contents = numbers.map(
    (n) =>
      `<li><a href="#p-${n}">Chapter ${n}</a> <span data-page-of="p-${n}"></span></li>`,
  )
  // Some chapters have one page and some two, so that chapter and page numbers differ.
  const chapters = numbers.map(
    (n) => `<section><h1 id="p-${n}">Chapter ${n}</h1><h2>Begin ${n}</h2>
      <p>See <a href="#p-${(n % pagesOfHandbook) + 1}">the next one</a>.</p>
      ${n % 3 === 0 ? '<p class="more">Goes on.</p>' : ''}</section>`,
  )
  return `<style>
      @page cover { margin: 0 } .cover { page: cover; height: 200mm; background: #def }
      section, nav { break-before: page } .more { break-before: page }
    </style>
    <div class="cover">The whole handbook</div>
    <nav><h1>Contents</h1><ul>${contents.join('')}</ul></nav>${chapters.join('')}`
}

const limits = {
  timeoutMs: 30_000,
  memoryBytesMax: 2 * 1024 ** 3,
  pagesMax: 1000,
  bytesMax: 50 * 1024 ** 2,
}

async function printed(body: string, others: Partial<Printing> = {}) {
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const server = await startPrintServer(
    new Map<string, PrintResource>([
      ['/print', html(body)],
      ['/dot.png', { contentType: 'image/png', body: dot }],
    ]),
  )
  try {
    const { bytes, pages } = await printToPdf({
      url: `${server.url}/print`,
      load: server.load,
      header: 'Handbook <of all>',
      footer: 'Acme & Co',
      chromium: { path: '/usr/bin/chromium', isSandboxed: true },
      pdfinfoPath: 'pdfinfo',
      limits,
      ...others,
    })
    return { bytes, pages, asked: server.asked, read: await readPdf(bytes) }
  } finally {
    await server.stop()
  }
}

describe('printing to PDF', () => {
  let outside: PrintServer
  before(async () => {
    outside = await startPrintServer(new Map())
  })
  after(async () => {
    await outside.stop()
  })

  it('gives 150 pages an outline, contents with true page numbers, links, edges and tags', async () => {
    const steps: PrintStep[] = []
    const { read, pages } = await printed(handbook(), {
      onStep: async (step) => void steps.push(step),
    })
    assert.deepEqual(steps, ['loading', 'counting', 'printing'])
    assert.equal(read.about.get('Pages'), String(pages))
    assert.ok(pages > pagesOfHandbook + pagesOfHandbook / 3, String(pages))
    assert.equal(read.about.get('Tagged'), 'yes')
    assert.equal(read.about.get('Title'), 'Handbook')

    assert.equal(read.outline.length, 1 + 2 * pagesOfHandbook)
    assert.deepEqual(read.outline.slice(0, 3), ['Contents', 'Chapter 1', '  Begin 1'])

    const contents = read.pages.slice(0, 10).join('\n')
    for (let n = 1; n <= pagesOfHandbook; n += 1) {
      const [, shown] = new RegExp(`Chapter ${n} +(\\d+)\\n`).exec(contents) ?? []
      const page = Number(shown)
      assert.equal(read.destinations.get(`p-${n}`), page, `Chapter ${n}`)
      const text = read.pages[page - 1] ?? ''
      assert.match(text, new RegExp(`Chapter ${n}\\n`))
      assert.match(text, /Handbook <of all>/)
      assert.match(text, new RegExp(`Acme & Co +${page}\\s*$`))
      const next = `p-${(n % pagesOfHandbook) + 1}`
      assert.deepEqual(read.links[page - 1], [next])
    }
    assert.doesNotMatch(read.pages[0] ?? '', /Handbook <of all>|Acme/)
  })

  it('shows what it is given and asks the network for nothing', async () => {
    const away = outside.url
    const { read, asked } = await printed(`
      <link rel="stylesheet" href="${away}/style.css"><link rel="prefetch" href="${away}/next">
      <style>@import "${away}/import.css"; body { background: url(${away}/back.png) }
        @font-face { font-family: f; src: url(${away}/font.woff) } p { font-family: f }</style>
      <meta http-equiv="refresh" content="0;url=${away}/refresh">
      <p>Kept <img src="/dot.png" loading="lazy" width="9" height="9"></p>
      <img src="${away}/image.png"><iframe src="${away}/frame"></iframe>
      <img src="file:///etc/hostname"><iframe src="file:///etc/hostname"></iframe>
      <video src="${away}/video" autoplay></video><object data="${away}/object"></object>
      <script>document.body.append('ran'); fetch('${away}/fetch')</script>`)
    assert.match(read.pages.join(''), /Kept/)
    assert.doesNotMatch(read.pages.join(''), /ran/)
    assert.deepEqual([...new Set(asked)].toSorted(), ['/dot.png', '/print'])
    assert.deepEqual(outside.asked, [])
  })

  it('names the limit that is passed', async () => {
    const tries: [Partial<typeof limits>, RegExp][] = [
      [{ pagesMax: 100 }, /would have \d+ pages, and the most is 100/],
      [{ timeoutMs: 400 }, /longer than the 0.4 seconds/],
      [{ memoryBytesMax: 1024 ** 2 }, /more memory/],
      [{ bytesMax: 1000 }, /larger than the 1000 bytes/],
    ]
    for (const [changed, message] of tries) {
      await assert.rejects(
        printed(handbook(), { limits: { ...limits, ...changed } }),
        (error) => error instanceof PdfFailure && message.test(error.message),
      )
    }
  })

  it('says what is missing when pages cannot be counted', async () => {
    await assert.rejects(
      printed('<p>One</p>', { pdfinfoPath: '/usr/bin/no-such-pdfinfo' }),
      /"\/usr\/bin\/no-such-pdfinfo", which is not there: install poppler-utils/,
    )
  })

  it('fails without a reason of its own when the page cannot be had', async () => {
    await assert.rejects(
      printed('', { url: `${outside.url}/print` }),
      (error) => error instanceof Error && !(error instanceof PdfFailure),
    )
  })
})
