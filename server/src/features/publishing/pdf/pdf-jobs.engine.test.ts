import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { Stopped } from '#/platform/jobs/job.ts'
import { startWorker } from '#/start/worker.ts'
import { until } from '#test/database/test-until.ts'
import { idIn, pathOf, pdfsOf } from '#test/pdf/test-pdfs.ts'
import { startTestRenderer, type TestRenderer } from '#test/pdf/test-renderer.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

import { makePdf, sweepPdf } from './pdf-jobs.ts'

describe('PDFs', () => {
  let api: TestApi
  let renderer: TestRenderer
  before(async () => {
    renderer = await startTestRenderer()
    api = await startTestApi({ SITES_URL: renderer.url })
    renderer.serve(api)
  })
  after(async () => {
    await api.stop()
    await renderer.stop()
  })
  const { newHandbook, linkTo, open, make, rowOf } = pdfsOf(() => api)

  it('that fail say why, and are made anew when they are asked for again', async () => {
    const space = await newHandbook()
    const link = await linkTo(pathOf(space))
    await api.rows('update pdf set asked_by = $2 where id = $1', [
      idIn(link),
      api.users.outsider,
    ])
    await make(link)
    const failed = await open(link)
    const { error }: TestBody = await failed.json()
    assert.deepEqual([failed.status, error.reason], [409, 'pdf_failed'])
    assert.match(error.message, /may no longer see/)

    assert.equal(idIn(await linkTo(pathOf(space))), idIn(link))
    assert.equal((await rowOf(link)).status, 'waiting')
    await make(link)
    assert.equal((await open(link)).status, 200)
  })

  it('that the renderer does not give are tried three times', async () => {
    const space = await newHandbook()
    const link = await linkTo(pathOf(space))
    const config = { ...api.services.config, SITES_URL: 'http://127.0.0.1:9' }
    const services = { ...api.services, config }
    const pdf = { organizationId: api.organization, pdfId: idIn(link) }
    for (const status of ['printing', 'printing', 'failed']) {
      await assert.rejects(makePdf.run(pdf, services))
      assert.equal((await rowOf(link)).status, status)
    }
    const { error }: TestBody = await (await open(link)).json()
    assert.match(error.message, new RegExp(`look for "${idIn(link)}"`))
  })

  it('end with their worker, and wait for the next one: that is no attempt', async () => {
    const link = await linkTo(pathOf(await newHandbook()))
    const pdf = { organizationId: api.organization, pdfId: idIn(link) }
    const stopping = new AbortController()
    const running = makePdf.run(pdf, api.services, stopping.signal)
    await until('it is printed', async () =>
      (await rowOf(link)).status === 'printing' ? true : undefined,
    )
    stopping.abort()
    await assert.rejects(running, Stopped)
    const { status, attempts } = await rowOf(link)
    assert.deepEqual([status, attempts], ['waiting', 0])
    await make(link)
    assert.equal((await open(link)).status, 200)
  })

  it('wait in bounded numbers, and one at a time is made by a worker', async () => {
    const space = await newHandbook()
    assert.equal(makePdf.options.concurrencyMax, 1)
    await api.rows(
      `insert into pdf (organization_id, id, space_id, revision_id, page_id, is_only, asked_by)
       select $1, 'crowd' || n, $2, r.id, 'p' || n, false, 'x'
       from revision as r cross join generate_series(1, 50) as n where r.space_id = $2
         and r.number = 1`,
      [api.organization, space.spaceId],
    )
    const refused = await api.as('read').get(pathOf(space))
    assert.deepEqual([refused.status, refused.body.error.reason], [409, 'too_many_pdfs'])
    await api.rows(`delete from pdf where id like 'crowd%'`)
    await linkTo(pathOf(space))
  })

  it('asked for at the same time are made by a worker one after the other', async () => {
    const space = await newHandbook()
    const { Start, Guide, Install } = space.ids
    const worker = await startWorker(api.services.config, {
      onStatement: recordStatement,
    })
    try {
      const links = await Promise.all(
        [Start, Guide, Install].map(async (id) => linkTo(pathOf(space, `?page=${id}`))),
      )
      let mostAtOnce = 0
      await until(
        'all are ready',
        async () => {
          const rows = await api.rows('select status from pdf where space_id = $1', [
            space.spaceId,
          ])
          const printing = rows.filter(({ status }) => status === 'printing')
          mostAtOnce = Math.max(mostAtOnce, printing.length)
          return rows.every(({ status }) => status === 'ready') ? true : undefined
        },
        60_000,
      )
      assert.equal(mostAtOnce, 1)
      for (const link of links) assert.equal((await open(link)).status, 200)
    } finally {
      await worker.stop()
    }
  })

  it('go away a day after they were last asked for', async () => {
    const space = await newHandbook()
    const link = await linkTo(pathOf(space))
    await make(link)
    const { spaceId } = space
    const pdf = { organizationId: api.organization, pdfId: idIn(link), spaceId }
    await sweepPdf.run(pdf, api.services)
    assert.equal((await open(link)).status, 200)
    await api.rows(
      `update pdf set asked_at = now() - interval '25 hours' where id = $1`,
      [idIn(link)],
    )
    await sweepPdf.run(pdf, api.services)
    assert.equal((await open(link)).status, 404)
    const stored = await api.services.storage.get(`spaces/${spaceId}/pdf/${idIn(link)}`)
    assert.equal(stored, undefined)
  })
})
