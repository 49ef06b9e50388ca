import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Stopped } from '#/platform/jobs/job.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'

import { drawDiagrams } from './diagram-jobs.ts'
import { diagramId, drawingKey } from './diagram-key.ts'

const source = 'flowchart LR\n  A --> B'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'

describe('the diagrams that the renderer asks for', () => {
  let api: TestApi
  let space: TestSpace
  before(async () => {
    api = await startTestApi()
    space = await createTestSpace(api)
  })
  after(async () => api.stop())

  interface Asked {
    readonly spaceId?: string
    readonly secret?: string | undefined
    readonly organization?: string
  }
  const pathOf = ({ spaceId = space.spaceId, organization = api.organization }: Asked) =>
    `${api.url}/~render/orgs/${organization}/spaces/${spaceId}/diagrams`
  const headersOf = (asked: Asked): Record<string, string> => {
    const secret = 'secret' in asked ? asked.secret : api.services.config.RENDERER_SECRET
    return secret === undefined ? {} : { authorization: `Bearer ${secret}` }
  }
  async function ask(body: unknown, asked: Asked = {}) {
    const reply = await fetch(pathOf(asked), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headersOf(asked) },
      body: JSON.stringify(body),
    })
    const answer: TestBody = await reply.json()
    return { status: reply.status, body: answer }
  }
  const jobs = async () =>
    api.rows(
      `select 1 from pgboss.job where name = 'diagram.draw' and data->>'spaceId' = $1`,
      [space.spaceId],
    )
  const forget = async () => {
    await api.rows('delete from diagram where space_id = $1', [space.spaceId])
    await api.rows(`delete from pgboss.job where name = 'diagram.draw'`)
  }

  it('are drawn once, by one job for all of a page, whoever asks again', async () => {
    await forget()
    const sources = [source, 'pie\n  "a" : 1', source]
    const first = await ask({ sources })
    assert.equal(first.status, 200)
    assert.deepEqual(
      first.body.diagrams.map(({ id, status }: TestBody) => [id, status]),
      sources.map((each) => [diagramId(each), 'waiting']),
    )
    await Promise.all(Array.from({ length: 5 }, async () => ask({ sources })))
    assert.equal((await jobs()).length, 1)
    const rows = await api.rows('select source from diagram where space_id = $1', [
      space.spaceId,
    ])
    assert.equal(rows.length, 2)
  })

  it('wait for the next worker when the one that draws them stops', async () => {
    await forget()
    await ask({ sources: [source] })
    const of = { organizationId: api.organization, spaceId: space.spaceId }
    const stopped = drawDiagrams.run(of, api.services, AbortSignal.abort())
    await assert.rejects(stopped, Stopped)
    const [row] = await api.rows(
      'select status, attempts from diagram where space_id = $1',
      [space.spaceId],
    )
    assert.deepEqual([row.status, row.attempts], ['waiting', 0])
  })

  it('are answered as what became of them, without another attempt', async () => {
    await forget()
    const states = {
      drawn: `status = 'drawn', width = 30, height = 20, finished_at = now()`,
      invalid: `status = 'failed', failure = 'invalid', finished_at = now()`,
      expensive: `status = 'failed', failure = 'expensive', finished_at = now() - interval '1 year'`,
    }
    const sources = Object.keys(states)
    await ask({ sources })
    for (const [name, set] of Object.entries(states)) {
      await api.rows(`update diagram set ${set} where source = $1`, [name])
    }
    const { body } = await ask({ sources })
    assert.deepEqual(
      body.diagrams.map(({ id: _id, ...rest }: TestBody) => rest),
      [
        { status: 'drawn', width: 30, height: 20 },
        { status: 'failed', failure: 'invalid' },
        { status: 'failed', failure: 'expensive' },
      ],
    )
    assert.equal((await jobs()).length, 1)
  })

  it('are tried again an hour after there was no browser', async () => {
    await forget()
    const failed = async (ago: string) =>
      api.rows(
        `update diagram set status = 'failed', failure = 'unavailable',
         finished_at = now() - $2::interval where source = $1`,
        [source, ago],
      )
    await ask({ sources: [source] })
    await failed('1 minute')
    const early = await ask({ sources: [source] })
    assert.equal(early.body.diagrams[0].failure, 'unavailable')
    assert.equal((await jobs()).length, 1)
    await failed('2 hours')
    const late = await ask({ sources: [source] })
    assert.equal(late.body.diagrams[0].status, 'waiting')
    assert.equal((await jobs()).length, 2)
  })

  it('wait in a bounded number for each space', async () => {
    await forget()
    for (let at = 0; at < 5; at += 1) {
      const sources = Array.from({ length: 50 }, (_, n) => `pie\n "${at} ${n}" : 1`)
      assert.equal((await ask({ sources })).status, 200)
    }
    const [row] = await api.rows(
      'select count(*)::integer as count from diagram where space_id = $1',
      [space.spaceId],
    )
    assert.equal(row.count, 200)
  })

  it('are for the renderer alone, of a space that is there', async () => {
    const body = { sources: [source] }
    assert.equal((await ask(body, { secret: undefined })).status, 401)
    assert.equal((await ask(body, { secret: 'other' })).status, 401)
    assert.equal((await ask(body, { secret: api.tokens.admin })).status, 401)
    const unknown = await ask({ sources: ['pie'] }, { spaceId: 'nothing' })
    assert.equal(unknown.status, 404)
    const elsewhere = await ask({ sources: ['pie'] }, { organization: 'nothing' })
    assert.equal(elsewhere.status, 404)
    for (const sources of [
      undefined,
      'text',
      [1],
      ['x'.repeat(20_001)],
      Array.from({ length: 51 }, (_, n) => String(n)),
    ]) {
      assert.equal((await ask({ sources })).status, 400, JSON.stringify(sources))
    }
  })

  it('are given out once drawn, inert, and to the renderer alone', async () => {
    await forget()
    const id = diagramId(source)
    const read = async (theme: string, asked: Asked = {}) =>
      fetch(`${pathOf(asked)}/${id}/${theme}`, { headers: headersOf(asked) })
    await ask({ sources: [source] })
    assert.equal((await read('light')).status, 404)
    await api.services.storage.put(
      drawingKey({ spaceId: space.spaceId, diagramId: id }, 'light'),
      Buffer.from(svg),
      { contentType: 'image/svg+xml', sizeBytes: svg.length },
    )
    await api.rows(
      `update diagram set status = 'drawn', width = 9, height = 9, finished_at = now(),
       asked_at = now() - interval '2 days' where space_id = $1`,
      [space.spaceId],
    )
    const reply = await read('light')
    assert.equal(reply.status, 200)
    assert.equal(await reply.text(), svg)
    assert.equal(reply.headers.get('content-type'), 'image/svg+xml')
    assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox$/)
    const [row] = await api.rows(
      `select asked_at > now() - interval '1 minute' as is_asked from diagram where id = $1`,
      [id],
    )
    assert.equal(row.is_asked, true)
    assert.equal((await read('blue')).status, 404)
    assert.equal((await read('light', { secret: undefined })).status, 401)
    const other = await createTestSpace(api)
    assert.equal((await read('light', { spaceId: other.spaceId })).status, 404)
  })
})
