import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { text } from 'node:stream/consumers'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { printerIsMissing } from '#test/test-browser.ts'
import { createTestSpace } from '#test/test-edits.ts'

import { askForDiagrams } from './ask-for-diagrams.ts'
import { drawDiagrams } from './diagram-jobs.ts'
import { diagramId, drawingKey, mermaidVersion } from './diagram-key.ts'

const good = 'flowchart LR\n  A[Write] --> B[Publish]'
const broken = 'flowchart LR\n  A -->'

describe('the job that draws diagrams', { skip: printerIsMissing }, () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  async function spaceWith(sources: readonly string[]) {
    const { spaceId } = await createTestSpace(api)
    const of = { organizationId: api.organization, spaceId }
    await askForDiagrams(api.services, of, sources)
    return of
  }
  const rowsOf = async (spaceId: string): Promise<TestBody[]> =>
    api.rows('select * from diagram where space_id = $1', [spaceId])

  it('stores what it draws, and remembers what it cannot', async () => {
    const of = await spaceWith([good, broken])
    await drawDiagrams.run(of, api.services)
    const rows = await rowsOf(of.spaceId)
    const states = Object.fromEntries(
      rows.map((row) => [row.source, row.failure ?? row.status]),
    )
    assert.deepEqual(states, { [good]: 'drawn', [broken]: 'invalid' })
    for (const theme of ['light', 'dark'] as const) {
      const key = drawingKey({ spaceId: of.spaceId, diagramId: diagramId(good) }, theme)
      const stored = await api.services.storage.get(key)
      assert.equal(stored?.contentType, 'image/svg+xml')
      assert.match(stored === undefined ? '' : await text(stored.body), /Publish/)
    }
    await drawDiagrams.run(of, api.services)
    assert.deepEqual(await rowsOf(of.spaceId), rows)
  })

  it('gives up what made it die, and all when no browser starts', async () => {
    const of = await spaceWith([good])
    await api.rows('update diagram set attempts = 2 where space_id = $1', [of.spaceId])
    await drawDiagrams.run(of, api.services)
    assert.equal((await rowsOf(of.spaceId))[0].failure, 'expensive')

    const other = await spaceWith([good])
    const config = { ...api.services.config, CHROMIUM_PATH: '/nowhere/chromium' }
    await drawDiagrams.run(other, { ...api.services, config })
    assert.equal((await rowsOf(other.spaceId))[0].failure, 'unavailable')
  })

  it('drops the diagrams that nobody has asked for, beyond what a space keeps', async () => {
    const of = await spaceWith([good])
    await api.rows(
      `insert into diagram (organization_id, space_id, id, source, status, failure, finished_at, asked_at)
       select organization_id, space_id, 'old-' || n, 'x', 'failed', 'invalid', now(), now() - interval '1 year'
       from diagram, generate_series(1, 1003) as n where space_id = $1`,
      [of.spaceId],
    )
    await drawDiagrams.run(of, api.services)
    const rows = await rowsOf(of.spaceId)
    assert.equal(rows.length, 1000)
    assert.equal(rows.find(({ source }) => source === good)?.status, 'drawn')
  })

  it('knows the version of Mermaid that is installed', async () => {
    const { default: about } = await import('mermaid/package.json', {
      with: { type: 'json' },
    })
    assert.equal(mermaidVersion, about.version)
  })
})
