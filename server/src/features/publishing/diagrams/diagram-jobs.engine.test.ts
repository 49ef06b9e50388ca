import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { text } from 'node:stream/consumers'

import { startJobWorker } from '#/platform/jobs/job-worker.ts'
import { until } from '#test/database/test-until.ts'
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

  it('takes turns: an organization waits for one drawing of another at most', async () => {
    await api.rows(`delete from pgboss.job where name = 'diagram.draw'`)
    const edges = Array.from(
      { length: 300 },
      (_, n) => `  N${n % 60} --> N${(n * 7) % 59}`,
    )
    const spaces: string[] = []
    for (let nth = 0; nth < 4; nth += 1) {
      const { spaceId } = await spaceWith([`flowchart LR\n${edges.join('\n')}`])
      spaces.push(spaceId)
    }
    const countOf = async (condition: string): Promise<number> => {
      const found = await api.rows(
        `select from diagram where space_id = any ($1) and ${condition}`,
        [spaces],
      )
      return found.length
    }
    const { body } = await api
      .as('outsider')
      .post(`/orgs/${api.otherOrganization}/spaces`, { empty: true })
    const other = { organizationId: api.otherOrganization, spaceId: String(body.id) }
    const stop = await startJobWorker(api.services, [drawDiagrams])
    try {
      await until('the first is begun', async () =>
        (await countOf('attempts > 0')) > 0 ? true : undefined,
      )
      await askForDiagrams(api.services, other, [good])
      const begun = await countOf('attempts > 0')
      const drawnBefore = await until('that of the other is drawn', async () => {
        const finished = await countOf('finished_at is not null')
        const [row] = await rowsOf(other.spaceId)
        return row.status === 'drawn' ? finished : undefined
      })
      assert.ok(
        drawnBefore <= begun,
        `${drawnBefore} were drawn before, ${begun} were begun`,
      )
    } finally {
      await stop()
    }
  })

  it('leaves what is left to another job, once it took long', async () => {
    const of = await spaceWith([good, 'pie\n  "a" : 1', 'pie\n  "b" : 1'])
    await api.rows(`delete from pgboss.job where name = 'diagram.draw'`)
    // A clock by which each look takes a minute.
    let nowMs = 0
    const clock = { ...api.services.clock, nowMs: () => (nowMs += 60_000) }
    await drawDiagrams.run(of, { ...api.services, clock })
    const states = (await rowsOf(of.spaceId)).map(
      ({ status, attempts }) => `${status} ${attempts}`,
    )
    assert.deepEqual(states.toSorted(), ['drawn 1', 'drawn 1', 'waiting 0'])
    const queued = await api.rows(
      `select from pgboss.job where name = 'diagram.draw' and group_id = $1`,
      [of.organizationId],
    )
    assert.equal(queued.length, 1)
  })

  it('knows the version of Mermaid that is installed', async () => {
    const { default: about } = await import('mermaid/package.json', {
      with: { type: 'json' },
    })
    assert.equal(mermaidVersion, about.version)
  })
})
