import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { Threads } from '#/platform/threads/threads.ts'

import type { MarkdownFile } from '../../../../content/test/markdown-files.ts'
import type { GateOutcome } from '../../../../tools/gate.ts'
import { writePages } from './import-pages.ts'
import { parseAlone } from './import-parse.ts'
import type { Instance, ServerProcess } from '../harness/instance.ts'
import { processTimeMs, treeTimeMs } from '../harness/processor-time.ts'
import { createEmptySpace, pushFolder, untilIndexed } from '../harness/push-folder.ts'

const fewPages = 40
/** Pages are stored in sets: a page more is hardly ever a statement more. */
const statementsPerPageMax = 0.1
/** Of parsing alone: what is beyond is a defect, however busy the machine is. */
const processorTimesMax = 3

export interface Importing {
  readonly instance: Instance
  readonly api: ServerProcess
  readonly worker: ServerProcess
  readonly postmasterPid: number
  readonly threads: Threads
  readonly pages: readonly MarkdownFile[]
}

/** What does not depend on how busy a machine is: statements, and processor time beside parsing alone. */
export async function countImport(importing: Importing): Promise<GateOutcome> {
  const { pages, threads } = importing
  const few = await pushCounted(importing, pages.slice(0, fewPages))
  const many = await pushCounted(importing, pages)
  const begun = process.cpuUsage()
  await parseAlone(
    threads,
    pages.map(({ text }) => text),
  )
  const { user, system } = process.cpuUsage(begun)
  const times = many.processorMs / ((user + system) / 1000)
  const perPage = (many.statements - few.statements) / (pages.length - fewPages)
  const figure = `${many.statements} statements on content for ${pages.length} pages and ${few.statements} for ${fewPages}; ${times.toFixed(1)} × the processor time of parsing alone`
  return {
    figure,
    problems: [
      ...(perPage > statementsPerPageMax
        ? [`each page more is ${perPage.toFixed(2)} statements more`]
        : []),
      ...(times > processorTimesMax
        ? [
            `an import takes ${times.toFixed(1)} × the processor time of parsing, at most ${processorTimesMax}`,
          ]
        : []),
    ],
  }
}

interface Counted {
  readonly statements: number
  /** Of api, worker and database together. */
  readonly processorMs: number
}

async function pushCounted(
  { instance, api, worker, postmasterPid }: Importing,
  pages: readonly MarkdownFile[],
): Promise<Counted> {
  const pushing = { instance, url: api.url }
  const spaceId = await createEmptySpace(pushing)
  await untilIndexed(instance)
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-import-'))
  const timeMs = () =>
    processTimeMs(api.child.pid ?? 0) +
    processTimeMs(worker.child.pid ?? 0) +
    treeTimeMs(postmasterPid)
  try {
    writePages(folder, pages)
    await instance.db.raw('select pg_stat_statements_reset()')
    const beforeMs = timeMs()
    const created = await pushFolder(pushing, folder, spaceId)
    if (created < pages.length) {
      throw new Error(`Only ${created} of ${pages.length} pages were imported`)
    }
    return {
      statements: await statementsOnContent(instance),
      processorMs: timeMs() - beforeMs,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Those that grow with pages where they are handled one by one; queues are asked now and then anyway. */
async function statementsOnContent({ db }: Instance): Promise<number> {
  const { rows } = await db.raw(
    `select coalesce(sum(calls), 0)::integer as calls from pg_stat_statements
     where query ~ '\\m(entry_version|document|revision|file_version)\\M'
       and query not ilike '%search_%' and query not ilike '%pg_stat%'`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  const [row] = rows as { calls: number }[]
  return row?.calls ?? 0
}
