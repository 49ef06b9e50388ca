import { runImport } from '#/features/moving/imports/import-jobs.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'
import { importArchive, packFiles, uploadArchive } from '#test/test-archives.ts'

import { zerosArchive } from './zeros-archive.ts'

/** How many archives an import has, and the megabytes that each of them holds. */
const [imports = 1, archives = 5, megabytes = 1] = process.argv.slice(2).map(Number)

const api = await startTestApi()
try {
  // What an import needs the first time, such as threads, is there before anything is measured.
  const space = await newSpace(api)
  await importArchive(api, space, await packFiles(new Map([['README.md', '# Home\n']])))
  const runs = []
  for (let nth = 0; nth < imports; nth += 1) runs.push(await begun(api))
  const beforeKilobytes = process.resourceUsage().maxRSS
  const organizationId = api.organization
  await Promise.all(
    runs.map(async (importRunId) =>
      runImport.run({ organizationId, importRunId }, api.services),
    ),
  )
  const grownKilobytes = process.resourceUsage().maxRSS - beforeKilobytes
  const outcomes = await api.rows('select status, failure from import_run order by id')
  process.stdout.write(
    JSON.stringify({
      grownMegabytes: grownKilobytes / 1024,
      outcomes: outcomes.slice(1),
    }),
  )
} finally {
  await api.stop()
}

/** An import of the archives into a new space, as a request starts it. */
async function begun(of: TestApi): Promise<string> {
  const space = await newSpace(of)
  const files: string[] = []
  for (let nth = 0; nth < archives; nth += 1) {
    const asset = `.gitbook/assets/zeros-${nth}.bin`
    const bytes = await zerosArchive({ 'README.md': '# Home\n' }, { [asset]: megabytes })
    files.push(await uploadArchive(of, bytes))
  }
  const { body } = await of.as('edit').post(`/org/${of.organization}/imports`, {
    source: { type: 'file', files },
    target: { space, mode: 'mirror' },
  })
  return body.id
}

async function newSpace(of: TestApi): Promise<string> {
  const { body } = await of
    .as('admin')
    .post(`/orgs/${of.organization}/spaces`, { title: 'Zeros' })
  return body.id
}
