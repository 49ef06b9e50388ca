import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { storedFilesOf } from '#test/files/stored-files.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { packFiles, uploadArchive } from '#test/test-archives.ts'

import { runImport } from './import-jobs.ts'

type Files = Readonly<Record<string, string>>

const manual: Files = {
  'SUMMARY.md':
    '* [Home](README.md)\n* [A](a.md)\n* [B](b.md)\n* [Else](https://example.com/)\n',
  'README.md': '# Home\n',
  'a.md': '# A\n',
  'b.md': '# B\n',
}
const third: Files = { 'README.md': '# Home\n', 'a.md': '# A\n' }
const most: Files = { 'README.md': '# Home\n', '.gitbook/assets/x.svg': '<svg/>' }

describe('an import that is careful', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi()
    const { body } = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Manual', empty: true })
    space = body.id
    await run(manual, 'always')
  })
  after(async () => api.stop())

  async function start(files: Files, write?: string) {
    const key = await uploadArchive(api, await packFiles(new Map(Object.entries(files))))
    return api.as('edit').post(`/org/${api.organization}/imports`, {
      source: { type: 'file', files: [key] },
      target: { space, mode: 'mirror', write },
    })
  }
  async function run(files: Files, write: string) {
    const { status, body } = await start(files, write)
    assert.equal(status, 201, JSON.stringify(body))
    const of = { organizationId: api.organization, importRunId: body.id }
    await runImport.run(
      { ...of, ...(write === 'never' || write === 'careful' ? { write } : {}) },
      api.services,
    )
    return (await api.as('edit').get(`/org/${api.organization}/imports/${body.id}`)).body
  }
  const head = async () => (await api.as('read').get(`/spaces/${space}`)).body.revision

  it('is told to the worker with the job', async () => {
    const { body } = await start(manual, 'careful')
    const [job] = await api.rows(
      `select data->>'write' as write from pgboss.job
       where name = 'imports.run' and data->>'importRunId' = $1`,
      [body.id],
    )
    assert.equal(job.write, 'careful')
    assert.equal((await start(manual, 'sometimes')).status, 400)
  })

  it('counts what it would do and writes nothing, neither content nor files', async () => {
    const earlier = await head()
    const stored = await storedFilesOf(api, space)
    const { status, result, failure } = await run(most, 'never')
    assert.deepEqual([status, failure], ['completed', undefined])
    assert.equal(result.revision, earlier)
    assert.deepEqual(result.pages, { created: 0, updated: 0, removed: 2, unchanged: 1 })
    assert.deepEqual(result.links, { created: 0, updated: 0, removed: 1, unchanged: 0 })
    assert.equal(result.files.created, 1)
    assert.equal(await head(), earlier)
    assert.deepEqual(await storedFilesOf(api, space), stored)
  })

  it('counts in a locked space too, and for those only who may edit it', async () => {
    await api.as('admin').patch(`/spaces/${space}`, { editMode: 'locked' })
    assert.equal((await start(third, 'always')).status, 409)
    assert.equal((await run(third, 'never')).status, 'completed')
    await api.as('admin').patch(`/spaces/${space}`, { editMode: 'live' })
    const body = {
      source: { type: 'file', files: ['x'] },
      target: { space, write: 'never' },
    }
    const imports = `/org/${api.organization}/imports`
    assert.equal((await api.as('read').post(imports, body)).status, 403)
    assert.equal((await api.as('outsider').post(imports, body)).status, 404)
    assert.equal((await api.anonymous().post(imports, body)).status, 401)
  })

  it('fails where more than a third of the pages would go, not at a third', async () => {
    const earlier = await head()
    const failed = await run(most, 'careful')
    assert.equal(failed.status, 'failed')
    assert.match(failed.failure, /would remove 2 of 3 pages, more than a third/)
    assert.equal(failed.result.pages.removed, 2)
    assert.equal(await head(), earlier)
    assert.equal((await run(third, 'careful')).status, 'completed')
    assert.equal((await run({ 'README.md': '# Home\n' }, 'always')).status, 'completed')
  })
})
