import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { excuse } from './cluster/excuse.ts'
import { excusedTests } from './cluster/excused-tests.ts'
import { fanOuts } from './cluster/fan-outs.ts'
import {
  describeTasks,
  idleEntries,
  judgeTasks,
  readNamed,
} from './cluster/judge-tasks.ts'
import { describeJudgement, judgeRecorded } from './judge-statements.ts'
import { fixedSeed, treeSeed } from './seeds.ts'
import { busySeconds, readTicks, stolenShare } from './stolen-time.ts'
import { readTestWords } from './test-options.ts'
import { createTestTemplate, openTestServer, type TestTemplate } from './test-server.ts'
import type { FileResult } from './testing/messages.ts'
import { describeAll, describeFile, describeSlowest, isGreen } from './testing/report.ts'
import { runFiles } from './testing/run-files.ts'
import { shuffled, testFiles } from './testing/test-files.ts'

const root = path.resolve(import.meta.dirname, '..')
const imported = (file: string) => `--import=${new URL(file, import.meta.url).href}`
/** Imports for every process of the run, including those of the product that tests start. */
const everywhere = [imported('../server/test/guards/record-statements.ts')]
/** Imports for the processes that run test files. */
const inWorkers = ['../sites/tsx.ts', 'property-seed.ts'].map(imported)
/** `LECTERN_TEST_SEED=5 npm test` sets the order of files and the random values of properties. */
const givenSeed = process.env['LECTERN_TEST_SEED']
const orderSeed = Number(givenSeed ?? treeSeed(root, 'tests'))
const propertySeed = Number(givenSeed ?? fixedSeed('properties'))
/** A test that hangs fails after this time. */
const testMsMax = 240_000
const excusesFile = 'tools/cluster/excused-tests.ts'
const say = (line: string) => process.stdout.write(`${line}\n`)

const { options, chosen, refusal } = readTestWords(process.argv.slice(2))
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}

const stopped = new AbortController()
// A signal also stops the child processes; the cleanup below still runs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => stopped.abort())
}
const took: string[] = []
const startedTicks = readTicks()
const statements = await mkdtemp(path.join(tmpdir(), 'lectern-statements-'))
say(`seed of the order of files: ${orderSeed}, of properties: ${propertySeed}`)
const server = await phase('server', openTestServer)

try {
  const template = await phase('template', async () => createTestTemplate(server))
  try {
    process.exitCode = (await runAndJudge(template)) ? 0 : 1
  } finally {
    await template.drop()
  }
} finally {
  await server.close()
  await rm(statements, { recursive: true, force: true })
  const stolen = (stolenShare(startedTicks, readTicks()) * 100).toFixed(0)
  say(`${took.join(', ')}; ${stolen} % of the processor taken away`)
}

async function runAndJudge(template: TestTemplate): Promise<boolean> {
  const { catalogue } = template
  const isWhole = await phase('tests', async () => runTests(template))
  const judgement = await phase('judge', async () => judgeRecorded(statements, catalogue))
  say(`\n${describeJudgement(judgement)}`)
  const sawNothing = chosen.length === 0 && judgement.onTenantTables === 0
  if (sawNothing) say('The judge saw no statement: nothing was recorded.')
  const isBound =
    !options.cluster || (await phase('tasks', async () => judgeOnCluster(template)))
  return isWhole && isBound && !sawNothing && judgement.broken.length === 0
}

async function judgeOnCluster(template: TestTemplate): Promise<boolean> {
  Object.assign(process.env, template.environment)
  const { createTestDatabase } = await import('../server/test/test-database.ts')
  const database = await createTestDatabase()
  try {
    const judged = await judgeTasks(database.url, await readNamed(statements), fanOuts)
    const idle = chosen.length === 0 ? idleEntries(judged, fanOuts) : []
    const problems = [...judged.problems, ...idle]
    say([...problems, describeTasks(judged), ''].join('\n'))
    return problems.length === 0
  } finally {
    await database.drop()
  }
}

async function phase<T>(name: string, run: () => Promise<T>): Promise<T> {
  const startedMs = performance.now()
  const ticks = readTicks()
  try {
    return await run()
  } finally {
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    const busy = busySeconds(ticks, readTicks()).toFixed(1)
    took.push(`${name} ${seconds} s (${busy} s of the processor)`)
  }
}

async function runTests(template: TestTemplate): Promise<boolean> {
  const { namePatterns, concurrency, updateSnapshots, only, engines, cluster } = options
  const part = cluster ? 'cluster' : 'usual'
  const found = await testFiles(chosen, engines ? 'engines' : part)
  const files = shuffled(found, orderSeed)
  const results: FileResult[] = []
  const problems: string[] = []
  await runFiles(files, {
    concurrency,
    signal: stopped.signal,
    worker: { namePatterns, only },
    flags: [
      ...inWorkers,
      `--test-timeout=${testMsMax}`,
      ...(updateSnapshots ? ['--test-update-snapshots'] : []),
    ],
    environment: environment(template),
    onResult(result) {
      results.push(result)
      say(describeFile(result, root))
    },
    onProblem: (problem) => problems.push(problem),
  })
  say(`\n${describeSlowest(results, root)}\n`)
  const excused = excuse(results, cluster ? excusedTests : [], root)
  problems.push(...excused.problems)
  if (cluster) say(`${excused.count} failures are excused: ${excusesFile}`)
  say(describeAll(excused.results, problems, root))
  return isGreen(excused.results, problems, files.length) && !stopped.signal.aborted
}

function environment(template: TestTemplate): Record<string, string | undefined> {
  return {
    ...process.env,
    ...template.environment,
    LECTERN_RECORD_STATEMENTS: statements,
    LECTERN_TEST_SEED: String(propertySeed),
    // Many processes load the same modules.
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
    NODE_OPTIONS: [process.env['NODE_OPTIONS'] ?? '', ...everywhere].join(' ').trim(),
  }
}
