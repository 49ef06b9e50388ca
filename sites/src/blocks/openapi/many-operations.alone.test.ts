import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'

import { readApi } from '@lectern/content/openapi/read-api.ts'

import { planOf } from '#/blocks/plan.ts'
import { partsOf } from '#test/openapi/pets.ts'
import { viewOf } from '#test/page-view.ts'

// React reads this once, when it is loaded, and is several times slower without.
process.env['NODE_ENV'] = 'production'
const { renderBody } = await import('#/blocks/render-body.tsx')

const operationsOnPage = 200
/** As many as have samples in all languages. */
const operationsInFull = 125
const bytesMax = 250 * 1024
const contract = new URL('../../../../contract/openapi.json', import.meta.url)

/** The most that the thread works in one go: others on it wait as long. */
const turnMsMax = 100

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Counts what the thread works between turns of others, until it is stopped. */
function watchTurns() {
  let [longest, at, isOver] = [0, processorMs(), false]
  const look = () => {
    const now = processorMs()
    longest = Math.max(longest, now - at)
    at = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    isOver = true
    // Who never let others have a turn is still in the first one.
    return Math.max(longest, processorMs() - at)
  }
}

function manyOperations(count = operationsOnPage) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the repository, which is a document
  const document = JSON.parse(readFileSync(contract, 'utf8')) as object
  const servers = [{ url: 'https://api.example.com/v1' }]
  const { parts } = readApi({ ...document, servers })
  const operations = parts
    .filter((part) => part.kind !== 'schema')
    .filter(({ kind }) => kind === 'operation')
    .slice(0, count)
  const body = operations
    .map(
      ({ summary, path, method }) =>
        `## ${summary}\n\n{% openapi-operation spec="pets" path="${path}" method="${method}" %}\n{% endopenapi-operation %}\n`,
    )
    .join('\n')
  return {
    operations,
    view: () => viewOf(body, { context: { api: partsOf(parts) } }),
  }
}

const sampleTabs = /<lectern-tabs class="tabs api-samples"[^>]*>.*?<\/lectern-tabs>/gs

/** The languages of the samples of each operation. */
function languagesIn(html: string): readonly string[] {
  return html
    .split('<div class="api-operation"')
    .slice(1)
    .map((operation) => {
      const samples = operation.match(sampleTabs)?.find((tabs) => tabs.includes('cURL'))
      return [...(samples ?? '').matchAll(/data-title="([^"]*)"/g)]
        .map(([, title]) => title)
        .join(' ')
    })
}

function kilobytes(html: string): string {
  return `${Math.ceil(gzipSync(html).length / 1024)} KB gzip of ${Math.ceil(html.length / 1024)} KB`
}

describe('a page of two hundred operations', () => {
  it('has at most 250 KB, and each operation with its parameters and responses', async (t) => {
    const { operations, view } = manyOperations()
    assert.equal(operations.length, operationsOnPage)
    await renderBody(view())
    const before = process.cpuUsage()
    const html = await renderBody(view())
    const { user, system } = process.cpuUsage(before)
    const bytes = gzipSync(html).length
    t.diagnostic(
      `${kilobytes(html)}, rendered with ${Math.round((user + system) / 1000)} ms of processor time`,
    )
    const curl = /<section class="tab" data-title="(?!cURL")[A-Z][^"]*">.*?<\/section>/gs
    t.diagnostic(`with curl alone ${kilobytes(html.replaceAll(curl, ''))}`)
    assert.ok(bytes <= bytesMax, `${bytes} bytes`)
    const languages = 'cURL JavaScript Python Go Java'
    assert.deepEqual([...new Set(languagesIn(html))], [languages])
    const shown = html.split('<div class="api-operation"').slice(1)
    assert.equal(shown.length, operationsOnPage)
    for (const [at, { path, parameters, responses }] of operations.entries()) {
      const one = (shown[at] ?? '').replaceAll('<wbr/>', '')
      assert.ok(one.includes(`${path}</code>`), path)
      for (const { name } of parameters) assert.ok(one.includes(`>${name}</code>`), name)
      for (const { status } of responses) assert.ok(one.includes(`>${status}</span>`))
    }
  })

  it('has samples in all languages where there are fewer', async (t) => {
    const html = await renderBody(manyOperations(operationsInFull).view())
    t.diagnostic(`${operationsInFull} operations: ${kilobytes(html)}`)
    assert.ok(gzipSync(html).length <= bytesMax)
    const languages = 'cURL JavaScript Python Go Java PHP Ruby C#'
    assert.deepEqual([...new Set(languagesIn(html))], [languages])
  })

  it('has fewer samples of operations whose requests are very long', async () => {
    const headers = Array.from({ length: 10 }, (_, index) => ({
      name: `X-${index}`,
      in: 'header',
      required: true,
      example: 'x'.repeat(2000),
      schema: { type: 'string' },
    }))
    const paths = Array.from({ length: operationsInFull }, (_, index) => `/${index}`)
    const get = { parameters: headers, responses: { 200: { description: 'Done' } } }
    const { parts } = readApi({
      openapi: '3.1.0',
      info: { title: 'Long', version: '1' },
      paths: Object.fromEntries(paths.map((path) => [path, { get }])),
    })
    const body = paths
      .map(
        (path) =>
          `{% openapi-operation spec="pets" path="${path}" method="get" %}\n{% endopenapi-operation %}\n`,
      )
      .join('\n')
    const html = await renderBody(viewOf(body, { context: { api: partsOf(parts) } }))
    assert.equal(html.split('curl ').length - 1, operationsInFull)
    assert.doesNotMatch(html, /data-title="JavaScript"/)
  })

  it('draws at most 2,000 of them, also where they are one', async () => {
    const operation = { responses: { 200: { description: 'Done' } } }
    const { parts } = readApi({
      openapi: '3.1.0',
      info: { title: 'Often', version: '1' },
      paths: { '/a': { get: operation } },
    })
    const block = `{% openapi-operation spec="pets" path="/a" method="get" %}\n[a](https://a.example)\n{% endopenapi-operation %}\n`
    const body = `${block}\n`.repeat(2500)
    const html = await renderBody(viewOf(body, { context: { api: partsOf(parts) } }))
    assert.equal(html.split('<div class="api-operation"').length - 1, 2000)
  })

  it('lets others have their turn while it is rendered', async (t) => {
    const { view } = manyOperations()
    await renderBody(view())
    const page = view()
    planOf(page)
    const stop = watchTurns()
    await renderBody(page)
    const longest = stop()
    t.diagnostic(`the longest turn took ${Math.round(longest)} ms of the processor`)
    assert.ok(longest <= turnMsMax, `${longest} ms`)
  })
})
