import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { atOnce } from './at-once.ts'
import { busySeconds, readTicks, stolenShare } from './stolen-time.ts'

/** Runs before each commit: steps without a database in parallel, then all tests. */
const root = path.resolve(import.meta.dirname, '..')
/** The longest steps first; each is a separate command. */
const sideBySide = [
  'types',
  'lint:openapi',
  'lint',
  'dead-code',
  'check:citus-layout',
  'check:deploy',
  'format',
]
const stepsAtOnce = 2
const say = (line: string) => process.stdout.write(`${line}\n`)
const failed: string[] = []
const startedMs = performance.now()
const startedTicks = readTicks()

await atOnce(stepsAtOnce, sideBySide, async (name) => runStep(name, 'pipe'))
// Failures of the fast steps end the run before minutes are spent on tests.
if (failed.length === 0) await runStep('test', 'inherit')

const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
const ticks = readTicks()
const busy = busySeconds(startedTicks, ticks).toFixed(0)
const stolen = (stolenShare(startedTicks, ticks) * 100).toFixed(0)
say(
  `check: ${seconds} s, ${busy} s of the processor, ${stolen} % of it taken away${failed.length > 0 ? `, failed: ${failed.join(', ')}` : ''}`,
)
process.exitCode = failed.length === 0 ? 0 : 1

async function runStep(name: string, output: 'pipe' | 'inherit'): Promise<void> {
  const fromMs = performance.now()
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', output, output],
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => printed.push(part))
  }
  const [code]: unknown[] = await once(child, 'close')
  const took = ((performance.now() - fromMs) / 1000).toFixed(1)
  if (code !== 0) {
    failed.push(name)
    process.stdout.write(Buffer.concat(printed))
  }
  say(`${code === 0 ? '✔' : '✖'} npm run ${name}: ${took} s`)
}
