import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'

import { Client } from 'pg'

import {
  type GateOptions,
  type GateOutcome,
  type Lane,
  runGate,
} from '../../../../tools/gate.ts'
import {
  createCluster,
  type PostgresCluster,
} from '../../../../tools/postgres-cluster.ts'
import { createInstance, type Instance, type ServerProcess } from '../harness/instance.ts'
import { type Asked, askOnce, at, describeAsked, readers } from './search-size-ask.ts'
import { measureBytes, measureWrites } from './search-size-cost.ts'
import { allQuestions, kinds } from './search-size-questions.ts'
import { fillWorld } from './search-size-world.ts'

type Break = 'no index of words' | 'no index of spaces of a word' | 'no sections'

const defects: Readonly<Record<Break, string>> = {
  'no index of words': 'drop index search_section_by_words',
  'no index of spaces of a word': 'drop index search_word_by_word',
  'no sections': 'alter table search_section rename to search_sections',
}

const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, pages: { type: 'string' } },
  strict: false,
})

const settings: Readonly<Record<string, string>> = {
  shared_buffers: '2GB',
  jit: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '1GB',
  shared_preload_libraries: "'pg_stat_statements'",
}

const rounds = 5
const p99MsMax = 300
/** What a restricted reader may take, against one who sees everything. */
const restrictedMax = 2
/** Times as short as these differ by what else the machine does. */
const waverMs = 50
/** The most pages of PostgreSQL that one search looks at, whatever it asks for. */
const buffersMax = 12_000
/** How many more they may be for a restricted reader than twice those of one who sees everything. */
const buffersWaver = 200
/** With spaces of 5,000 pages; counts of words by space weigh more where they are small. */
const indexPerTextMax = 5

function pagesAsked(lane: Lane): number {
  if (values['pages'] !== undefined) return Number(values['pages'])
  if (values['full'] === true) return 1_000_000
  return lane === 'push' ? 20_000 : 100_000
}

/** Searches of one organization with very many pages end in time, whoever asks for what. */
async function run({ lane, broken, say }: GateOptions<Break>): Promise<GateOutcome> {
  const cluster = await createCluster(settings)
  try {
    const instance = await createInstance({}, await createDatabase(cluster))
    try {
      const startedMs = Date.now()
      const world = await fillWorld(instance, pagesAsked(lane))
      const took = ((Date.now() - startedMs) / 1000).toFixed(1)
      say(`  ${world.pages} pages, ${world.sections} sections in ${took} s`)
      if (broken !== undefined) await instance.db.raw(defects[broken])
      return await measure(cluster, instance, { lane, say })
    } finally {
      await instance.close()
    }
  } finally {
    await cluster.remove()
  }
}

async function measure(
  cluster: PostgresCluster,
  instance: Instance,
  { lane, say }: Pick<GateOptions<Break>, 'lane' | 'say'>,
): Promise<GateOutcome> {
  const api = await instance.startApi()
  const [first] = allQuestions()
  // Once for nothing: the first of a kind prepares its statements.
  for (const reader of readers) {
    if (first !== undefined) await askOnce({ url: api.url, ...instance }, first, reader)
  }
  const costs = await countBuffers(instance, api, say)
  const warm = lane === 'push' ? [] : await ask(instance, api, rounds)
  if (warm.length > 0) say(['  warm', ...describeAsked(warm)].join('\n'))
  const problems = failed([...costs.asked, ...warm])
  // What does not answer has no bytes to measure.
  if (problems.length > 0) return { figure: costs.figure, problems }
  const cold = lane === 'push' ? [] : await askCold(cluster, instance, api)
  if (cold.length > 0) say(['  cold', ...describeAsked(cold)].join('\n'))
  const bytes = await measureBytes(instance)
  const writes = await measureWrites(instance, api)
  const perText = bytes.index / bytes.text
  return {
    figure: `${costs.figure}${timesOf('warm', warm)}${timesOf('cold', cold)}; index ${perText.toFixed(1)} × the text; ${writes.walBytes.toFixed(0)} bytes of WAL and ${writes.databaseMs.toFixed(1)} ms of the database for a page`,
    problems: [
      ...costs.problems,
      ...failed(cold),
      ...(values['full'] === true && perText > indexPerTextMax
        ? [`the index is ${perText.toFixed(1)} × the text, at most ${indexPerTextMax}`]
        : []),
    ],
    slow: [...slow(warm), ...unfair(warm)],
  }
}

function timesOf(name: string, asked: readonly Asked[]): string {
  if (asked.length === 0) return ''
  const partial = asked.filter(({ isPartial }) => isPartial).length
  return `; ${name} p50 ${at(asked, 0.5).toFixed(0)} ms, p99 ${at(asked, 0.99).toFixed(0)} ms, ${partial} of ${asked.length} partial`
}

function failed(asked: readonly Asked[]): string[] {
  return asked
    .filter(({ status }) => status !== 200)
    .map(({ query, reader, status }) => `${reader}: ${query} answered ${status}`)
}

function slow(warm: readonly Asked[]): string[] {
  return kinds.flatMap((kind) => {
    const p99 = at(
      warm.filter((each) => each.kind === kind),
      0.99,
    )
    return p99 > p99MsMax
      ? [`${kind} takes ${p99.toFixed(0)} ms, at most ${p99MsMax}`]
      : []
  })
}

function unfair(warm: readonly Asked[]): string[] {
  return kinds.flatMap((kind) => {
    const of = (name: string) =>
      at(
        warm.filter((each) => each.kind === kind && each.reader === name),
        0.5,
      )
    return readers
      .filter((reader) => of(reader) > restrictedMax * of('admin') + waverMs)
      .map((reader) => `${kind} takes ${reader} ${of(reader)} ms, admin ${of('admin')}`)
  })
}

async function ask(
  { sample }: Instance,
  { url }: ServerProcess,
  times: number,
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let round = 0; round < times; round += 1) {
    for (const question of allQuestions()) {
      for (const reader of readers) {
        asked.push(await askOnce({ url, sample }, question, reader))
      }
    }
  }
  return asked
}

/** Every question once, after a restart and with nothing of the data in memory. */
async function askCold(
  cluster: PostgresCluster,
  instance: Instance,
  api: ServerProcess,
): Promise<Asked[]> {
  await instance.db.raw('checkpoint')
  await cluster.stop()
  const tell = promisify(execFile)
  for (const name of readdirSync(cluster.dataFolder, { recursive: true })) {
    const file = path.join(cluster.dataFolder, name.toString())
    // Tells the system to forget what it has of the file; a folder has nothing.
    await tell('dd', [`if=${file}`, 'iflag=nocache', 'count=0']).catch(() => undefined)
  }
  await cluster.start()
  return ask(instance, api, 1)
}

async function countBuffers(
  instance: Instance,
  api: ServerProcess,
  say: (line: string) => void,
): Promise<{ figure: string; problems: string[]; asked: Asked[] }> {
  const counts: Counted[] = []
  const all: Asked[] = []
  for (const kind of kinds) {
    for (const reader of readers) {
      const own = allQuestions().filter((each) => each.kind === kind)
      await instance.db.raw('select pg_stat_statements_reset()')
      for (const question of own) {
        all.push(
          await askOnce({ url: api.url, sample: instance.sample }, question, reader),
        )
      }
      const { rows } = await instance.db.raw(
        `select sum(shared_blks_hit + shared_blks_read)::float8 as buffers
         from pg_stat_statements s join pg_database d on d.oid = s.dbid
         where d.datname = current_database() and query not ilike '%pg_stat_statements%'`,
      )
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
      const [row] = rows as { buffers: number }[]
      counts.push({ kind, reader, buffers: (row?.buffers ?? 0) / own.length })
    }
  }
  const [worst] = counts.toSorted((one, other) => other.buffers - one.buffers)
  for (const count of counts) say(`  ${named(count)}`)
  return {
    figure: worst === undefined ? '' : `at most ${named(worst)}`,
    problems: [
      ...counts.filter(({ buffers }) => buffers > buffersMax).map(named),
      ...dearer(counts),
    ],
    asked: all,
  }
}

interface Counted {
  readonly kind: string
  readonly reader: string
  readonly buffers: number
}

function named({ kind, reader, buffers }: Counted): string {
  return `${buffers.toFixed(0)} buffers: ${kind}, ${reader}`
}

/** Searches that cost more the less their reader sees: what is hidden can be told by their time. */
function dearer(counts: readonly Counted[]): string[] {
  const ofAdmin = new Map(
    counts
      .filter(({ reader }) => reader === 'admin')
      .map(({ kind, buffers }) => [kind, buffers]),
  )
  return counts
    .filter(
      ({ kind, buffers }) =>
        buffers > restrictedMax * (ofAdmin.get(kind) ?? 0) + buffersWaver,
    )
    .map((count) => `${named(count)}, admin ${ofAdmin.get(count.kind)?.toFixed(0)}`)
}

async function createDatabase(cluster: PostgresCluster): Promise<string> {
  const client = new Client({ connectionString: cluster.url })
  await client.connect()
  await client.query('create database search_size')
  await client.end()
  const url = new URL(cluster.url)
  url.pathname = 'search_size'
  const own = new Client({ connectionString: url.href })
  await own.connect()
  await own.query('create extension if not exists pg_stat_statements')
  await own.end()
  return url.href
}

await runGate<Break>({
  name: 'search-size',
  seconds: 60,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record
  breaks: Object.keys(defects) as Break[],
  run,
})
