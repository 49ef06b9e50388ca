import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { drip, endless } from '../../../server/test/http/drip.ts'
import { startTestSites, type TestSites } from '../../test/test-sites.ts'

describe('requests of readers that do not end', () => {
  let test: TestSites
  before(async () => {
    test = await startTestSites({ REQUEST_SECONDS: '1' })
  })
  after(async () => test.stop())

  it('are closed in time on every route', async () => {
    const { url, port } = test.sites
    const paths = [
      '/',
      '/docs/page',
      '/docs/page.md',
      '/docs/~search?q=a',
      '/docs/~feedback?page=a',
      '/docs/~pdf',
      '/docs/sitemap.xml',
      '/docs/llms.txt',
      '/docs/rss.xml',
      '/robots.txt',
      '/.well-known/x',
      '/~assets/main.css',
      '/~healthz',
      '/~readyz',
      '/~print/a',
      '/~nope',
    ]
    const lines = ['GET', 'POST', 'PUT', 'OPTIONS'].flatMap((method) =>
      paths.map((path) => `${method} ${path} HTTP/1.1`),
    )
    const form = ['Content-Type: application/x-www-form-urlencoded']
    const ends = await Promise.all([
      ...lines.map(async (line) => drip(url, { line })),
      ...lines.map(async (line) => drip(url, { line, headers: form })),
      endless(
        { hostname: '127.0.0.1', port: String(port), line: 'a head' },
        'GET / HTTP/1.1\r\nX-A: ',
        'a',
      ),
      endless({ hostname: '127.0.0.1', port: String(port), line: 'nothing' }, '', ''),
    ])
    const open = ends.filter(({ ms }) => ms === undefined).map(({ line }) => line)
    assert.deepEqual(open, [])
  })
})
