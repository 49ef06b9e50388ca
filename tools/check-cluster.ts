import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { serversOf } from '../server/test/database/test-cluster.ts'
import { excusedTests } from './cluster/excused-tests.ts'

/**
 * Runs the suite on a Citus cluster, then the statements that are asked most, then a day of work,
 * then the cluster grows while it is written to; with `--grow` only that, with `--price` only what
 * requests cost beside one PostgreSQL.
 */
const root = path.resolve(import.meta.dirname, '..')
const workersMin = 2
/** Every file has databases on all nodes, each of them with processes of Citus. */
const filesAtOnce = 2
const say = (line: string) => process.stdout.write(`${line}\n`)
const url = process.env['CLUSTER_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL']

const workers = await workersOf(url)
if (url === undefined || workers < workersMin) {
  say(
    `There is no cluster: ${whyNone(workers)}. Set CLUSTER_DATABASE_URL to a coordinator of Citus with ${workersMin} workers or more.`,
  )
  say(
    'Held without one: "npm test" judges that each statement binds every tenant table to one organization and is one that a cluster takes, "npm run check:citus-layout" that the schema can be laid out.',
  )
} else {
  say(`a coordinator and ${workers} workers`)
  const words = process.argv.slice(2)
  process.exitCode = (await check(words)) ? 0 : 1
}

async function check(words: readonly string[]): Promise<boolean> {
  if (words.includes('--price')) return run('tools/cluster/price.ts', [])
  const checked = words.includes('--grow') || (await checkWork(words))
  const grown = await run('tools/cluster/grow.ts', [])
  return checked && grown
}

async function checkWork(words: readonly string[]): Promise<boolean> {
  for (const { file, test, reason } of excusedTests) {
    say(`excused: ${test} (${file}): ${reason}`)
  }
  const tested = await run('tools/test.ts', [
    '--cluster',
    `--test-concurrency=${filesAtOnce}`,
    ...words,
  ])
  const counted = await run('tools/cluster/hot-statements.ts', [])
  const walked = await run('tools/cluster/walk.ts', [])
  return tested && counted && walked
}

async function workersOf(given: string | undefined): Promise<number> {
  if (given === undefined) return 0
  const servers = await serversOf(given)
  return servers.length - 1
}

function whyNone(count: number): string {
  if (url === undefined) return 'no URL of one is set'
  const { host } = new URL(url)
  return count === 0
    ? `${host} is one PostgreSQL`
    : `the coordinator at ${host} has ${count} worker`
}

async function run(program: string, words: readonly string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    ['--import', './sites/tsx.ts', program, ...words],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
    },
  )
  const [code]: unknown[] = await once(child, 'close')
  return code === 0
}
