import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'

import { createEgress } from '#/platform/egress/egress.ts'
import { openThreads, type Threads } from '#/platform/threads/threads.ts'

import { type Problem, type WebsiteLimits, websiteLimits } from './website-crawl.ts'
import { fetchWebsite } from './website-files.ts'

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A page that leads to the next one, and shows an image of its own. */
const page = (nth: number) =>
  `<!doctype html><html><head><title>P${nth}</title></head><body><main><h1>P${nth}</h1>
   <p>Words.</p><img src="/${nth}.png"><a href="/${nth + 1}">next</a></main></body></html>`

const report = async () => {}

describe('the bounds of an import from a website', () => {
  const egress = createEgress({ allowedNetworks: ['127.0.0.1/32'], userAgent: 'test' })
  let threads: Threads
  let server: Server
  let start: string
  let asked: string[]
  before(async () => {
    threads = openThreads({ threadsMax: 1 })
    server = createServer(({ url = '' }, response) => {
      asked.push(url)
      const [, number = '', isImage] = /^\/(\d*)(\.png)?$/.exec(url) ?? []
      if (isImage !== undefined) response.setHeader('content-type', 'image/png').end(dot)
      else if (url === '/' || number !== '') {
        response.setHeader('content-type', 'text/html').end(page(Number(number)))
      } else response.writeHead(404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await threads.close()
  })
  beforeEach(() => {
    asked = []
  })

  /** Reads the endless website within smaller bounds. */
  async function readWithin(limits: Partial<WebsiteLimits>): Promise<readonly Problem[]> {
    const few = { ...websiteLimits, pauseMs: 0, pages: 4, ...limits }
    const site = { organizationId: 'acme', url: start, stopping: undefined }
    const website = await fetchWebsite({ egress, threads }, { ...site, report }, few)
    try {
      return (await website.writeInto('')).problems
    } finally {
      await website.remove()
    }
  }

  const pagesAsked = () => asked.filter((path) => /^\/\d*$/.test(path))
  const imagesAsked = () => asked.filter((path) => path.endsWith('.png'))

  it('end it after so many pages', async () => {
    const problems = await readWithin({ pages: 3 })
    assert.deepEqual(problems, [
      { path: start, message: 'Only the first 3 pages were read' },
    ])
    assert.deepEqual(pagesAsked(), ['/', '/1', '/2'])
  })

  it('leave alone what is more links away', async () => {
    assert.deepEqual(await readWithin({ depth: 2 }), [])
    assert.deepEqual(pagesAsked(), ['/', '/1', '/2'])
  })

  it('end it after so many bytes', async () => {
    const bytes = page(0).length + 1
    const problems = await readWithin({ bytes })
    const message = `Only the first ${bytes / 1024 / 1024} MB were read`
    assert.deepEqual(problems, [{ path: start, message }])
    assert.deepEqual(pagesAsked(), ['/', '/1'])
  })

  it('leave out the text of the pages after so much of it', async () => {
    const problems = await readWithin({ pages: 2, depth: 1, textBytes: 120 })
    assert.deepEqual(
      problems.map(({ path }) => path),
      [`${start}1`],
    )
    assert.match(problems[0]?.message ?? '', /^Left out: the pages before it have .* MB/)
  })

  it('leave out a page that is too large', async () => {
    const { length } = page(0)
    const problems = await readWithin({ depth: 10, pages: 20, pageBytes: length })
    const message = `It is larger than ${length} bytes`
    assert.deepEqual(problems, [{ path: `${start}9`, message }])
  })

  it('leave out the images after so many, or after so many bytes of them', async () => {
    const limits = { depth: 2 }
    const message = 'Only the first 2 images were asked for'
    for (const bound of [{ files: 2 }, { filesBytes: dot.length + 1 }]) {
      asked = []
      assert.deepEqual(await readWithin({ ...limits, ...bound }), [
        { path: start, message },
      ])
      assert.deepEqual(imagesAsked(), ['/0.png', '/1.png'])
    }
  })

  it('end it when its time is over, without waiting for a turn that comes later', async () => {
    const pauseMs = 60_000
    const problems = await readWithin({
      durationMs: 30_000,
      pauseMs,
      pauseMsMax: pauseMs,
    })
    const message = 'Not read: 0.5 minutes were over'
    assert.deepEqual(problems, [
      { path: `${start}1`, message },
      { path: `${start}0.png`, message },
    ])
    assert.deepEqual(pagesAsked(), ['/'])
  })
})
