import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'

import { startTestApi, type TestApi } from '#test/test-api.ts'
import { packFiles, uploadArchive } from '#test/test-archives.ts'

import { runImport } from './import-jobs.ts'

const program = path.resolve(
  import.meta.dirname,
  '../../../../test/imports/measure-import.ts',
)
/** What an import may take besides its texts: chunks of an archive, and a few small files. */
const grownMegabytesMax = 200

/** Runs imports in a process of their own, each of so many archives of so many megabytes. */
async function measure(imports: number, archives: number, megabytes: number) {
  const sizes = [imports, archives, megabytes].map(String)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...sizes])
  const { grownMegabytes, outcomes } = JSON.parse(stdout)
  return { grownMegabytes: Number(grownMegabytes), outcomes }
}

describe('the memory of imports', () => {
  it('does not grow with what archives hold, and an import is bounded as a whole', async () => {
    const { grownMegabytes, outcomes } = await measure(1, 5, 117)
    assert.ok(grownMegabytes < grownMegabytesMax, `${grownMegabytes} MB more`)
    assert.equal(outcomes[0].status, 'failed')
    assert.match(outcomes[0].failure, /more than 512 MB, all its files together/)
  })

  it('does not grow with the files that are stored, of several imports at once', async () => {
    const { grownMegabytes, outcomes } = await measure(3, 1, 60)
    assert.ok(grownMegabytes < grownMegabytesMax, `${grownMegabytes} MB more`)
    for (const { status, failure } of outcomes) assert.equal(status, 'completed', failure)
  })
})

describe('imports that would hold more together than there is memory for', () => {
  let api: TestApi
  let space: string
  before(async () => {
    api = await startTestApi({ IMPORT_MEMORY_MB: '64' })
    const { body } = await api
      .as('admin')
      .post(`/orgs/${api.organization}/spaces`, { title: 'Manual' })
    space = body.id
  })
  after(async () => api.stop())

  async function start(files: Readonly<Record<string, string>>): Promise<string> {
    const key = await uploadArchive(api, await packFiles(new Map(Object.entries(files))))
    const { body } = await api.as('edit').post(`/org/${api.organization}/imports`, {
      source: { type: 'file', files: [key] },
      target: { space },
    })
    return body.id
  }
  async function run(importRunId: string) {
    const organizationId = api.organization
    await runImport.run({ organizationId, importRunId }, api.services)
    const { body } = await api
      .as('edit')
      .get(`/org/${organizationId}/imports/${importRunId}`)
    return body
  }

  it('wait in the queue and do not fail, and run once there is memory', async () => {
    const { importMemory } = api.services
    const release = await importMemory.reserve(importMemory.bytesMax, 1)
    const importRunId = await start({ 'README.md': '# Home\n' })
    const waiting = await run(importRunId)
    assert.equal(waiting.status, 'pending')
    const [row] = await api.rows('select attempts from import_run where id = $1', [
      importRunId,
    ])
    assert.equal(row.attempts, 0, 'a wait is no attempt')
    const queued = await api.rows(
      `select start_after > now() as later from pgboss.job
       where name = 'imports.run' and data->>'importRunId' = $1 order by 1`,
      [importRunId],
    )
    assert.deepEqual(
      queued.map(({ later }) => later),
      [false, true],
    )
    release?.()
    assert.equal((await run(importRunId)).status, 'completed')
  })

  it('are refused when their texts alone could never be held', async () => {
    const page = 'word '.repeat(200_000)
    const pages = Array.from({ length: 8 }, (_, nth) => [`page-${nth}.md`, page])
    const failed = await run(await start(Object.fromEntries(pages)))
    assert.equal(failed.status, 'failed')
    assert.match(failed.failure, /texts of the import are larger than \d+ MB/)
  })
})
