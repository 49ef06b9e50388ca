import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { openThreads, threadsByCores } from '#/platform/threads/threads.ts'

import {
  corpusFolder,
  type MarkdownFile,
} from '../../../../content/test/markdown-files.ts'
import {
  type GateOptions,
  type GateOutcome,
  type Lane,
  runGate,
} from '../../../../tools/gate.ts'
import { countImport } from './import-counts.ts'
import { corpusPages, fixturePages, writePages } from './import-pages.ts'
import { parseAlone } from './import-parse.ts'
import { parsedPagesOf, storeAlone } from './import-store.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import { createCluster } from '../../../../tools/postgres-cluster.ts'
import { createEmptySpace, pushFolder, untilIndexed } from '../harness/push-folder.ts'

type Break = 'work for each row' | 'pages one by one'

const partOfParsingMin = 0.6
const roundsOfDoubt = 3
const storedPerSecondMin = 2500
const storeRounds = 3
const pagesByDefault = { push: '240', release: '2000' }

/** A folder pushed the way a user pushes it, beside parsing its pages and beside storing them. */
async function run({
  seed,
  seconds,
  lane,
  broken,
  say,
}: GateOptions<Break>): Promise<GateOutcome> {
  const deadline = Date.now() + seconds * 1000
  const corpus = corpusFolder()
  say(`  corpus: ${corpus === undefined ? 'none, the fixtures instead' : 'given'}`)
  const pages =
    corpus === undefined
      ? fixturePages(seed, pagesWanted(lane))
      : corpusPages(corpus, pagesWanted(lane))
  const folder = await mkdtemp(path.join(tmpdir(), 'lectern-import-'))
  // As many as the product takes; what is measured here may take as long as it does.
  const threads = openThreads({ threadsMax: threadsByCores(), timeoutMs: 600_000 })
  const cluster = await createCluster({
    shared_buffers: '256MB',
    jit: 'off',
    shared_preload_libraries: "'pg_stat_statements'",
    // What a trigger does for each row counts, too.
    'pg_stat_statements.track': 'all',
  })
  try {
    writePages(folder, pages)
    const instance = await createInstance({}, cluster.url)
    try {
      if (broken === 'work for each row') await slowDown(instance.db)
      const api = await instance.startApi()
      const worker = await instance.startWorker()
      if (lane === 'push') {
        await instance.db.raw('create extension if not exists pg_stat_statements')
        const postmasterPid = cluster.postmasterPid() ?? 0
        return await countImport({
          instance,
          api,
          worker,
          postmasterPid,
          threads,
          pages,
        })
      }
      const world = { instance, url: api.url, folder, threads, pages }
      const parts: number[] = []
      let pushed = ''
      do {
        const { part, spaceId } = await parseAndPush(world, say)
        parts.push(part)
        pushed = spaceId
      } while (Date.now() + 40_000 < deadline || isDoubtful(parts))
      const stored = await storedPerSecond(world, pushed, broken === 'pages one by one')
      return judge({ parts, stored, pages, corpus })
    } finally {
      await instance.close()
    }
  } finally {
    await threads.close()
    await cluster.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** One round too slow may be the machine's doing; the median of three is not. */
function isDoubtful(parts: readonly number[]): boolean {
  return parts.length < roundsOfDoubt && median(parts) < partOfParsingMin
}

function pagesWanted(lane: Lane): number {
  const { values } = parseArgs({
    options: { pages: { type: 'string', default: pagesByDefault[lane] } },
    strict: false,
  })
  return Number(values.pages)
}

interface World {
  readonly instance: Instance
  readonly url: string
  readonly folder: string
  readonly threads: ReturnType<typeof openThreads>
  readonly pages: readonly MarkdownFile[]
}

async function parseAndPush(
  world: World,
  say: (line: string) => void,
): Promise<{ part: number; spaceId: string }> {
  const { instance, folder, threads, pages } = world
  const spaceId = await createEmptySpace(world)
  await untilIndexed(instance)
  const parsingMs = await parseAlone(
    threads,
    pages.map(({ text }) => text),
  )
  const startedMs = performance.now()
  const created = await pushFolder(world, folder, spaceId)
  const pushingMs = performance.now() - startedMs
  if (created < pages.length) {
    throw new Error(`Only ${created} of ${pages.length} pages were imported`)
  }
  const part = parsingMs / pushingMs
  say(
    `  parsed in ${parsingMs.toFixed(0)} ms, pushed in ${pushingMs.toFixed(0)} ms: ${part.toFixed(2)}`,
  )
  return { part, spaceId }
}

async function storedPerSecond(
  world: World,
  pushed: string,
  isOneByOne: boolean,
): Promise<number> {
  const { instance, pages } = world
  const { db, sample } = instance
  const organizationId = sample.organization
  await untilIndexed(instance)
  const parsed = await parsedPagesOf(db, { organizationId, spaceId: pushed })
  const took: number[] = []
  for (let round = 0; round < storeRounds; round += 1) {
    const of = { organizationId, spaceId: await createEmptySpace(world) }
    const createdBy = sample.users.admin
    took.push(await storeAlone(db, of, parsed, { createdBy, isOneByOne }))
  }
  return (pages.length * 1000) / median(took)
}

interface Measured {
  readonly parts: readonly number[]
  readonly stored: number
  readonly pages: readonly MarkdownFile[]
  readonly corpus: string | undefined
}

function judge({ parts, stored, pages, corpus }: Measured): GateOutcome {
  const part = median(parts)
  const slow: string[] = []
  if (part < partOfParsingMin) {
    slow.push(
      `a push brings in ${part.toFixed(2)} of the pages that parsing alone reads in the same time, at least ${partOfParsingMin}`,
    )
  }
  if (stored < storedPerSecondMin) {
    slow.push(
      `the store takes ${stored.toFixed(0)} pages a second, at least ${storedPerSecondMin}`,
    )
  }
  const megabytes = pages.reduce((sum, { text }) => sum + text.length, 0) / 1e6
  return {
    figure: `${pages.length} pages, ${megabytes.toFixed(1)} MB: pushed at ${part.toFixed(2)} of the speed of parsing alone (at least ${partOfParsingMin}), stored at ${stored.toFixed(0)} pages a second (at least ${storedPerSecondMin}); corpus: ${corpus === undefined ? 'none' : 'given'}`,
    problems: [],
    slow,
  }
}

/** A few statements for each page, as they come in when nobody looks; the second reads content. */
async function slowDown(db: Instance['db']): Promise<void> {
  await db.raw(`create function work_for_each_row() returns trigger language plpgsql as $$
    begin
      perform count(*) from generate_series(1, 10000);
      perform 1 from entry_version where entry_id = new.entry_id;
      return new;
    end $$`)
  await db.raw(
    'create trigger work_for_each_row before insert on entry_version for each row execute function work_for_each_row()',
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

await runGate<Break>({
  name: 'import',
  seconds: 40,
  breaks: ['work for each row', 'pages one by one'],
  run,
})
