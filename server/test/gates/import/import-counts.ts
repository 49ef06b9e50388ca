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
/**
 * Pages are stored and indexed in sets: for a page more, no statement is made once more. Each is
 * looked at alone: how many sets the index makes of them depends on when it looks.
 */
const callsPerPageMax = 0.25
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
  const growing = [...many.calls].map(([statement, calls]) => ({
    statement,
    perPage: (calls - (few.calls.get(statement) ?? 0)) / (pages.length - fewPages),
  }))
  const most = Math.max(...growing.map(({ perPage }) => perPage))
  const figure = `${sumOf(many.calls)} statements on content for ${pages.length} pages and ${sumOf(few.calls)} for ${fewPages}, at most ${most.toFixed(2)} of one kind for a page more; ${times.toFixed(1)} × the processor time of parsing alone`
  return {
    figure,
    problems: [
      ...growing
        .filter(({ perPage }) => perPage > callsPerPageMax)
        .map(
          ({ statement, perPage }) =>
            `each page more is ${perPage.toFixed(2)} times more: ${statement}`,
        ),
      ...(times > processorTimesMax
        ? [
            `an import takes ${times.toFixed(1)} × the processor time of parsing, at most ${processorTimesMax}`,
          ]
        : []),
    ],
  }
}

interface Counted {
  /** Of each statement on content. */
  readonly calls: ReadonlyMap<string, number>
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
    const processorMs = timeMs() - beforeMs
    await untilIndexed(instance)
    return { calls: await callsOnContent(instance), processorMs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Those that grow with pages where they are handled one by one. Queues are asked now and then
 * anyway, and PostgreSQL itself looks at each foreign key.
 */
async function callsOnContent({ db }: Instance): Promise<Map<string, number>> {
  const { rows } = await db.raw(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 200) as statement, sum(calls)::integer as calls
     from pg_stat_statements
     where query ~ '\\m(entry_version|document|revision|file_version)\\M'
       and query not ilike '%pg_stat%' and query not ilike '%b.head_number > $%'
       and query not like '%FOR KEY SHARE OF x'
     group by 1`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its columns
  const found = rows as { statement: string; calls: number }[]
  if (found.length === 0) throw new Error('No statement on content was counted')
  return new Map(found.map(({ statement, calls }) => [statement, calls]))
}

function sumOf(calls: ReadonlyMap<string, number>): number {
  return [...calls.values()].reduce((sum, each) => sum + each, 0)
}
