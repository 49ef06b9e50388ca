import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { readConfig } from '@lectern/server/platform/config/config.ts'
import { migrate } from '@lectern/server/start/migrate.ts'

import { readCatalogue } from '../server/test/guards/database-catalogue.ts'
import { describeJudgement, judgeRecorded } from './judge-statements.ts'
import { createScratchDatabase, developmentServerUrl } from './scratch-database.ts'
import { readTestWords } from './test-options.ts'
import { treeSeed } from './tree-seed.ts'

const root = path.resolve(import.meta.dirname, '..')
const preloaded = [
  '../server/test/guards/record-statements.ts',
  '../sites/tsx.ts',
  'property-seed.ts',
].map((file) => `--import=${new URL(file, import.meta.url).href}`)
/** `LECTERN_TEST_SEED=5 npm test` repeats what failed elsewhere. */
const seed = process.env['LECTERN_TEST_SEED'] ?? treeSeed(root, 'tests')?.toString()
/** A test that hangs is a failure, not a wait. */
const testMsMax = 240_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Files and folders to run, all by default; what begins with a dash goes to node's test runner. */
const { options, chosen, refusal } = readTestWords(process.argv.slice(2))
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`)
  process.exit(1)
}

const serverUrl = process.env['TEST_DATABASE_URL'] ?? developmentServerUrl()
const took: string[] = []
const statements = await mkdtemp(path.join(tmpdir(), 'lectern-statements-'))
const madeOn = new Date().toISOString().slice(0, 10)
say(`seed of properties: ${seed ?? 'none'}`)
const template = await createScratchDatabase('template', serverUrl)

try {
  const catalogue = await phase('template', async () => {
    await migrate(readConfig({ LECTERN_ENV: 'development', DATABASE_URL: template.url }))
    return readCatalogue(template.url)
  })
  const testsCode = await phase('tests', async () => runTests(await testFiles()))
  const judgement = await phase('judge', async () => judgeRecorded(statements, catalogue))
  say(`\n${describeJudgement(judgement)}`)
  const sawNothing = chosen.length === 0 && judgement.onTenantTables === 0
  if (sawNothing) say('The judge saw no statement: nothing was recorded.')
  const judgeCode = sawNothing || judgement.broken.length > 0 ? 1 : 0
  process.exitCode = Math.max(testsCode, judgeCode)
} finally {
  await template.drop()
  await rm(statements, { recursive: true, force: true })
  say(took.join(', '))
}

async function phase<T>(name: string, run: () => Promise<T>): Promise<T> {
  const startedMs = performance.now()
  try {
    return await run()
  } finally {
    took.push(`${name} ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  }
}

/** Gates have a command of their own. */
async function testFiles(): Promise<string[]> {
  const places =
    chosen.length > 0
      ? chosen
      : ['contract', 'content', 'server', 'sites', 'cli', 'tools']
  const files: string[] = []
  for (const place of places) {
    const absolute = path.resolve(place)
    if (absolute.endsWith('.ts')) files.push(absolute)
    else {
      const found = glob('**/*.test.ts', {
        cwd: absolute,
        exclude: (name) => name === 'node_modules' || name === 'gates',
      })
      for await (const file of found) files.push(path.join(absolute, file))
    }
  }
  if (files.length === 0) throw new Error(`No test files in ${places.join(', ')}`)
  return files.toSorted()
}

async function runTests(files: readonly string[]): Promise<number> {
  const runner = spawn(
    process.execPath,
    [
      '--test',
      '--test-concurrency=2',
      `--test-timeout=${testMsMax}`,
      '--test-reporter=spec',
      ...options,
      ...files,
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_DATABASE_URL: serverUrl,
        LECTERN_TEST_TEMPLATE: path.basename(new URL(template.url).pathname),
        LECTERN_TEST_TEMPLATE_DAY: madeOn,
        LECTERN_RECORD_STATEMENTS: statements,
        ...(seed !== undefined && { LECTERN_TEST_SEED: seed }),
        // Hundreds of processes load the same modules.
        NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
        NODE_OPTIONS: [process.env['NODE_OPTIONS'] ?? '', ...preloaded].join(' ').trim(),
      },
    },
  )
  // Who stops the run stops the runner; what was made here is then still taken away.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => runner.kill(signal))
  }
  const [code] = await once(runner, 'exit')
  return typeof code === 'number' ? code : 1
}
